import { useAll } from '../../api/cache.ts';
import type { Field, Option } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { named, words } from '../../words/index.ts';

export type Role = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'system' | 'custom';
  readonly permissions: readonly string[];
};

/** Roles of the service are called by a code, those of the business by what it wrote. */
export const roleName = ({ name, kind }: Pick<Role, 'name' | 'kind'>): string =>
  kind === 'system' ? named(words.value.team.roleNames, name) : name;

export function useRoles(): readonly Role[] {
  return useAll<Role>('team/roles').rows;
}

/** Members who may be chosen. */
export function useMemberOptions(): readonly Option[] {
  const { rows } = useAll<{ readonly id: string; readonly name: string }>('team/members?status=active');
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

export function namesOf(roles: readonly Role[], ids: readonly string[]): string {
  return roles
    .filter(({ id }) => ids.includes(id))
    .map(roleName)
    .join(', ');
}

/** The roles that a person may be given; ownership goes another way. */
export const roleOptions = (roles: readonly Role[]): readonly Option[] =>
  roles
    .filter(({ name, kind }) => kind !== 'system' || name !== 'owner')
    .map((role) => ({ value: role.id, label: roleName(role) }));

export function accessFields(roles: readonly Role[]): readonly Field[] {
  const t = words.value.team;
  return [
    { name: 'role_ids', label: t.roles, kind: 'many', isRequired: true, options: roleOptions(roles) },
    { name: 'scope', label: t.scope, kind: 'choice', isRequired: true, options: optionsOf(t.scopes), isWide: true },
  ];
}
