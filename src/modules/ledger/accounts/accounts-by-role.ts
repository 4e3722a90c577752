import { sql } from '../../../db/sql.ts';
import { readOnce } from '../../../operation/batched.ts';
import type { Context } from '../../../operation/operation.ts';
import { type LedgerRole, ledgerRoles, type SystemRole, systemRoleOf } from './chart.ts';

/** The ids of the accounts that the service posts to. The posting rules of `core` take it as it is. */
export type AccountsByRole = Readonly<Record<LedgerRole, string>>;

export const accountsByRole = readOnce(async ({ db, organization }: Context): Promise<AccountsByRole> => {
  const rows = await db.many<{ id: string; system_role: SystemRole }>(sql`
    select id, system_role from accounts
    where organization_id = ${organization} and system_role is not null`);
  return byRole(rows);
});

export function byRole(rows: readonly { readonly id: string; readonly system_role: SystemRole }[]): AccountsByRole {
  const ids = new Map(rows.map(({ id, system_role }) => [system_role, id]));
  const found = ledgerRoles.map((role) => {
    const id = ids.get(systemRoleOf(role));
    if (id === undefined) throw new Error(`no account has the role ${role}`);
    return [role, id] as const;
  });
  // Every role has just been found.
  return Object.fromEntries(found) as AccountsByRole;
}
