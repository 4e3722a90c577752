import { addDays, firstDay } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  type AccountBalance,
  accountBalances,
  type AccountClass,
  type AccountMovement,
  accountMovements,
} from '../../ledger/index.ts';
import { type DimensionFilter, isNarrowed, valuesAsked } from './dimension-filter.ts';
import { valueSums } from './dimension-sums.ts';

const resultClasses: readonly AccountClass[] = ['revenue', 'expense'];

/**
 * Movement of accounts of income and expense by period, in the lines that a filter leaves. Those that name no value are
 * all less those that name one, so that the values and the rest are always the whole.
 */
export async function narrowedMovements(
  context: Context,
  filter: DimensionFilter,
  periods: readonly Period[],
): Promise<AccountMovement[]> {
  if (!isNarrowed(filter)) return accountMovements(context, resultClasses, periods);
  if (filter.dimension_value_id !== undefined) return valueMovements(context, filter, periods);
  const [whole, valued] = await Promise.all([
    accountMovements(context, resultClasses, periods),
    valueMovements(context, filter, periods),
  ]);
  const named = new Map(valued.map((one) => [`${one.id} ${one.period}`, one]));
  return whole.map((one) => {
    const { debit = 0n, credit = 0n } = named.get(`${one.id} ${one.period}`) ?? {};
    return { ...one, debit: one.debit - debit, credit: one.credit - credit };
  });
}

function valueMovements(
  { db, organization }: Context,
  filter: DimensionFilter,
  periods: readonly Period[],
): Promise<AccountMovement[]> {
  return db.many<AccountMovement>(sql`
    select a.id, a.code, a.name, a.type, a.class, a.system_role as role, moved.period, moved.debit, moved.credit
    from (
      select period, account_id, sum(debit)::bigint as debit, sum(credit)::bigint as credit
      from (${valueSums(organization, valuesAsked(organization, filter), periods)}) as sums group by 1, 2) as moved
    join report_accounts as a on a.organization_id = ${organization} and a.id = moved.account_id
      and a.class = any(${resultClasses})
    order by a.code, moved.period`);
}

/** Every account's balance before the period, and its debits and credits in it, in the lines that a filter leaves. */
export async function narrowedBalances(
  context: Context,
  filter: DimensionFilter,
  period: Period,
): Promise<AccountBalance[]> {
  const [whole, valued] = await Promise.all([
    accountBalances(context, period),
    isNarrowed(filter) ? valueBalances(context, filter, period) : [],
  ]);
  if (!isNarrowed(filter)) return whole;
  const named = new Map(valued.map((one) => [one.account, one]));
  const nothing = { opening: 0n, debit: 0n, credit: 0n };
  return whole.map((one) => {
    const { opening, debit, credit } = named.get(one.id) ?? nothing;
    if (filter.dimension_value_id !== undefined) return { ...one, opening, debit, credit };
    return { ...one, opening: one.opening - opening, debit: one.debit - debit, credit: one.credit - credit };
  });
}

type ValueBalance = Pick<AccountBalance, 'opening' | 'debit' | 'credit'> & { readonly account: string };

function valueBalances(
  { db, organization }: Context,
  filter: DimensionFilter,
  { from, to }: Period,
): Promise<ValueBalance[]> {
  const before = from === firstDay ? [] : [{ from: firstDay, to: addDays(from, -1) }];
  const sums = valueSums(organization, valuesAsked(organization, filter), [{ from, to }, ...before]);
  return db.many<ValueBalance>(sql`
    select account_id as account,
      coalesce(sum(debit - credit) filter (where period = 1), 0)::bigint as opening,
      coalesce(sum(debit) filter (where period = 0), 0)::bigint as debit,
      coalesce(sum(credit) filter (where period = 0), 0)::bigint as credit
    from (${sums}) as sums group by 1`);
}
