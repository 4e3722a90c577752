import { RecordList } from '../../frames/record-list.tsx';
import { ActionButton } from '../../kit/action.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { counted, words } from '../../words/index.ts';
import { type Role, roleName } from './member.ts';
import { usePermissionOptions } from './permission-options.ts';
import { TeamTabs } from './team-tabs.tsx';

const needs = 'team:manage';
const changes = ['team', 'auth/me'];

/** Permissions of each role. Built-in roles are fixed; copies of them can be changed. */
export function Roles() {
  const { team: t } = words.value;
  const options = usePermissionOptions();
  const meaning = new Map(options.map(({ value, label }) => [value, label]));
  const fields = (): readonly Field[] => [
    { name: 'name', label: t.roleName, isRequired: true, isWide: true },
    {
      name: 'permissions',
      label: t.permissions,
      kind: 'many',
      isRequired: true,
      options,
    },
  ];
  const isOwn = ({ kind }: Role) => kind === 'custom';
  return (
    <RecordList<Role>
      title={t.roles}
      list={{ path: 'team/roles', fields: 'name,kind,permissions', sort: 'created_at' }}
      actions={<TeamTabs at="roles" />}
      empty={{ title: t.noRoles }}
      create={{ path: 'team/roles', label: t.newRole, needs, fields: fields() }}
      columns={[
        { key: 'name', title: t.roleName, phone: 'lead', cell: roleName },
        { key: 'kind', title: t.origin, phone: 'note', cell: ({ kind }) => t.origins[kind] },
        {
          key: 'count',
          title: t.permissions,
          phone: 'amount',
          isFigure: true,
          cell: (one) => counted(t.countedPermissions, one.permissions.length),
        },
      ]}
      kind={{
        path: (id) => `team/roles/${id}`,
        changes,
        name: roleName,
        eyebrow: ({ kind }) => t.origins[kind],
        facts: () => [],
        below: (role) => (
          <ul class="tick-list">
            {role.permissions.map((one) => (
              <li key={one}>{meaning.get(one) ?? (meaning.size === 0 ? '' : one)}</li>
            ))}
          </ul>
        ),
        edit: { needs, fields, isOffered: isOwn },
        actions: ({ id }) => (
          <ActionButton
            label={t.duplicate}
            path={`team/roles/${id}/duplicate`}
            needs={needs}
            fields={[{ name: 'name', label: t.roleName, isRequired: true, isWide: true }]}
            changes={changes}
          />
        ),
        remove: { needs, path: (id) => `team/roles/${id}`, warning: t.deleteRole, isOffered: isOwn },
      }}
    />
  );
}
