import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { type SystemRole, systemRoleNames, systemRoles } from './system-roles.ts';

/** Gives a new organisation its roles, and its founder the first of them: owner. */
export function seedTeam(context: Context, founder: { readonly memberId: string; readonly userId: string }): void {
  const { db, organization, now } = context;
  const ids = new Map<SystemRole, string>(systemRoleNames.map((name) => [name, context.newId()]));
  db.later(sql`
    insert into roles (organization_id, id, name, kind, permissions, created_at, updated_at)
    select ${organization}, id, name, 'system', string_to_array(permissions, ' '), ${now}, ${now}
    from unnest(${[...ids.values()]}::uuid[], ${[...ids.keys()]}::text[],
      ${[...ids.keys()].map((name) => systemRoles[name].join(' '))}::text[]) as role (id, name, permissions)`);
  db.later(sql`
    insert into members (organization_id, id, user_id, role_ids, is_owner, created_at, updated_at)
    values (${organization}, ${founder.memberId}, ${founder.userId}, ${[ids.get('owner')]}::uuid[], true,
      ${now}, ${now})`);
}
