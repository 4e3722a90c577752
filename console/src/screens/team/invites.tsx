import { RecordList } from '../../frames/record-list.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, moment } from '../../kit/values.ts';
import { languageName, languages, named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { accessFields, namesOf, useRoles } from './member.ts';
import { TeamTabs } from './team-tabs.tsx';

type Invite = {
  readonly id: string;
  readonly email: string;
  readonly role_ids: readonly string[];
  readonly scope: string;
  readonly access_expires_at: string | null;
  readonly status: string;
  readonly expires_at: string;
  readonly mails: number;
  readonly mail_status: string;
  readonly mail_error: string | null;
  readonly version: number;
};

const needs = 'team:manage';
const changes = ['team'];

export function Invites() {
  const { team: t, email, accountMenu } = words.value;
  const roles = useRoles();
  return (
    <RecordList<Invite>
      title={t.invites}
      list={{ path: 'team/invites', fields: 'email,role_ids,scope,status,expires_at,mail_status', sort: '-created_at' }}
      views={[
        { name: 'pending', title: t.pending, query: 'status=pending' },
        { name: 'all', title: words.value.all, query: '' },
      ]}
      filters={[{ name: 'q', label: words.value.list.find, kind: 'find' }]}
      actions={<TeamTabs at="invites" />}
      empty={{ title: t.noInvites, hint: t.noInvitesHint }}
      create={{
        path: 'team/invites',
        label: t.invite,
        needs,
        hint: t.inviteHint,
        start: { scope: 'all' },
        fields: [
          { name: 'email', label: email, kind: 'email', isRequired: true, isWide: true },
          ...accessFields(roles),
          {
            name: 'language',
            label: accountMenu.language,
            kind: 'choice',
            options: languages.map((code) => ({ value: code, label: languageName(code) })),
          },
          { name: 'access_until', label: t.expires, kind: 'day', hint: t.expiresHint },
        ],
        complete: ({ access_until: until, ...body }) =>
          typeof until === 'string' ? { ...body, access_expires_at: `${until}T23:59:59Z` } : body,
      }}
      columns={[
        { key: 'email', title: email, width: 'minmax(10rem, 2fr)', phone: 'lead', cell: (one) => one.email },
        { key: 'roles', title: t.roles, phone: 'note', cell: ({ role_ids }) => namesOf(roles, role_ids) },
        {
          key: 'until',
          title: t.validUntil,
          width: '8rem',
          isExtra: true,
          cell: ({ expires_at }) => listDay(expires_at),
        },
        { key: 'status', title: t.status, width: '8rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
      kind={{
        path: (id) => `team/invites/${id}`,
        changes,
        name: (one) => one.email,
        facts: (one) => [
          [t.status, <State key="state" of={one.status} />],
          [t.roles, namesOf(roles, one.role_ids)],
          [t.scope, named(t.scopes, one.scope)],
          [t.expires, one.access_expires_at && longDay(one.access_expires_at)],
          [t.validUntil, moment(one.expires_at)],
          [t.mail, named(t.mailStates, one.mail_status)],
          [t.mailError, one.mail_error && <ToldProblem key="error" of={one.mail_error} />],
        ],
        actions: ({ id, status, version }) =>
          ['pending', 'expired'].includes(status) && (
            <>
              <ActionButton
                label={t.resend}
                path={`team/invites/${id}/resend`}
                needs={needs}
                body={{ version }}
                changes={changes}
                isPrimary
              />
              {status === 'pending' && (
                <ActionButton
                  label={t.revoke}
                  path={`team/invites/${id}/revoke`}
                  needs={needs}
                  body={{ version }}
                  changes={changes}
                  warning={t.revokeHint}
                  isDangerous
                />
              )}
            </>
          ),
      }}
    />
  );
}
