import { go, goWith } from '../../app/router.ts';
import { useMe } from '../../app/me.ts';
import { RecordList } from '../../frames/record-list.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { longDay, moment } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { accessFields, namesOf, useRoles } from './member.ts';
import { TeamTabs } from './team-tabs.tsx';

type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role_ids: readonly string[];
  readonly status: string;
  readonly is_owner: boolean;
  readonly scope: string;
  readonly title: string | null;
  readonly totp_enabled: boolean;
  readonly last_login_at: string | null;
  readonly expires_at: string | null;
  readonly version: number;
};

const needs = 'team:manage';
const changes = ['team', 'auth/me'];

/** The people of the business and what each may do. */
export function People() {
  const { team: t, email, list, form } = words.value;
  const roles = useRoles();
  const rolesOf = ({ role_ids, is_owner }: Member) => (is_owner ? t.owner : namesOf(roles, role_ids));
  return (
    <RecordList<Member>
      title={t.people}
      list={{
        path: 'team/members',
        fields: 'name,email,role_ids,status,is_owner,scope,last_login_at',
        sort: 'name',
      }}
      views={[
        { name: 'active', title: list.active, query: 'status=active' },
        { name: 'suspended', title: t.suspended, query: 'status=suspended' },
        { name: 'removed', title: t.removed, query: 'status=removed' },
      ]}
      filters={[{ name: 'q', label: list.find, kind: 'find' }]}
      actions={<TeamTabs at="people" />}
      empty={{ title: t.noMembers }}
      counted={t.countedPeople}
      columns={[
        {
          key: 'name',
          title: t.name,
          width: 'minmax(8rem, 1.5fr)',
          phone: 'lead',
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        { key: 'email', title: email, phone: 'note', isExtra: true, cell: (one) => one.email },
        { key: 'roles', title: t.roles, cell: rolesOf },
        {
          key: 'seen',
          title: t.lastLogin,
          width: '11rem',
          isExtra: true,
          cell: (one) => one.last_login_at && moment(one.last_login_at),
        },
        { key: 'status', title: t.status, width: '8rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
      kind={{
        path: (id) => `team/members/${id}`,
        changes,
        name: ({ name }) => name,
        eyebrow: (one) => one.title ?? rolesOf(one),
        facts: (one) => [
          [t.status, <State key="state" of={one.status} />],
          [email, one.email],
          [t.roles, rolesOf(one)],
          [t.scope, named(t.scopes, one.scope)],
          [t.secondFactor, one.totp_enabled ? form.yes : form.no],
          [t.lastLogin, one.last_login_at && moment(one.last_login_at)],
          [t.expires, one.expires_at && longDay(one.expires_at)],
        ],
        edit: {
          needs,
          isOffered: ({ is_owner, status }) => !is_owner && status !== 'removed',
          fields: () => [...accessFields(roles), { name: 'title', label: t.jobTitle }],
        },
        actions: (one) => <MemberActions member={one} />,
      }}
    />
  );
}

function MemberActions({ member: { id, is_owner, status, version, name } }: { readonly member: Member }) {
  const t = words.value.team;
  const me = useMe();
  if (me?.member?.id === id)
    return is_owner ? null : (
      <ActionButton
        label={t.leave}
        path="team/leave"
        warning={t.leaveHint}
        changes={changes}
        isDangerous
        onDone={() => go('/')}
      />
    );
  if (is_owner || status === 'removed') return null;
  const shared = { needs, changes, body: { version } };
  return (
    <>
      {status === 'suspended' ? (
        <ActionButton {...shared} label={t.reactivate} path={`team/members/${id}/reactivate`} isPrimary />
      ) : (
        <ActionButton {...shared} label={t.suspend} path={`team/members/${id}/suspend`} warning={t.suspendHint} />
      )}
      {me?.member?.is_owner === true && (
        <ActionButton
          {...shared}
          label={t.transfer}
          path={`team/members/${id}/transfer-ownership`}
          warning={t.transferHint.replace('{name}', name)}
          isDangerous
        />
      )}
      <ActionButton
        label={t.remove}
        path={`team/members/${id}?version=${version}`}
        method="DELETE"
        needs={needs}
        changes={changes}
        warning={t.removeHint}
        isDangerous
        onDone={() => goWith({ open: undefined })}
      />
    </>
  );
}
