import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import { missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountMovement } from '../../ledger/index.ts';
import { valueSums } from './dimension-sums.ts';

/** Movement of accounts of income and expense in the lines that name a value of a dimension, by period. */
export function valueMovements(
  { db, organization }: Context,
  value: string,
  periods: readonly Period[],
): Promise<AccountMovement[]> {
  return db.many<AccountMovement>(sql`
    select a.id, a.code, a.name, a.type, a.class, a.system_role as role, moved.period,
      greatest(moved.amount, 0) as debit, greatest(-moved.amount, 0) as credit
    from (
      select period, account_id, sum(amount)::bigint as amount
      from (${valueSums(organization, sql`${value}::uuid`, periods)}) as sums group by 1, 2) as moved
    join report_accounts as a on a.organization_id = ${organization} and a.id = moved.account_id
      and a.class in ('revenue', 'expense')
    order by a.code, moved.period`);
}

/** Refuses a value that there is not: no figures would be taken for figures of none. */
export async function knownValue({ db, organization }: Context, value: string): Promise<void> {
  const found = await db.maybe(sql`
    select 1 from report_dimension_values where organization_id = ${organization} and id = ${value}`);
  if (found === undefined) throw missing('/dimension_value_id', 'dimension value');
}
