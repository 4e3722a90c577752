import { sql } from '../../db/sql.ts';
import { limitExceeded } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { mustHold, type MemberRights } from './rights.ts';
import { roleCreated, type RoleRow } from './role.ts';

const customRolesMax = 100;

/** Adds a role that gives no more than whoever makes it has. */
export async function insertRole(
  context: Context,
  rights: MemberRights,
  { name, permissions }: Pick<RoleRow, 'name' | 'permissions'>,
): Promise<RoleRow> {
  const { db, organization, now } = context;
  mustHold(rights, { permissions });
  const role: RoleRow = {
    id: context.newId(),
    name,
    kind: 'custom',
    permissions,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  const inserted = await db.run(sql`
    insert into roles (organization_id, id, name, kind, permissions, created_at, updated_at)
    select ${organization}, ${role.id}, ${name}, 'custom', ${permissions}, ${now}, ${now}
    where (select count(*) from roles where organization_id = ${organization} and kind = 'custom')
      < ${customRolesMax}`);
  if (inserted === 0)
    throw limitExceeded({ max: customRolesMax, hint: 'Delete a custom role that is not assigned to anybody.' });
  context.emit(roleCreated(role));
  return role;
}
