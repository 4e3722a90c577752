import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Account, accounts } from './account.ts';

type Named = { readonly account_id?: string | undefined; readonly account_code?: string | undefined };

/** Accounts by what they are named by, an id or a code, locked against being archived meanwhile. */
export async function accountsNamed(
  { db, organization }: Context,
  named: readonly Named[],
): Promise<ReadonlyMap<string, Account>> {
  const rows = await db.many<Account>(sql`
    select ${accounts.columns} from ${accounts.table}
    where organization_id = ${organization}
      and (id = any(${named.map((one) => one.account_id ?? null)}::uuid[])
        or code = any(${named.map((one) => one.account_code ?? null)}::text[]))
    order by id for share`);
  return new Map(rows.flatMap((account) => [[account.id, account] as const, [account.code, account] as const]));
}
