import type { Day } from '../../core/calendar.ts';
import type { Period } from '../../core/period.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { type AccountClass, type AccountType, type LedgerRole, type SystemRole, systemRoleOf } from './chart.ts';

type AccountName = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly class: AccountClass;
};

/** What an account did in one of the periods asked for, in minor units of the base currency. */
export type AccountMovement = AccountName & {
  readonly role: SystemRole | null;
  /** Position of the period, from zero. */
  readonly period: number;
  readonly debit: bigint;
  readonly credit: bigint;
};

/**
 * Debits and credits of the accounts of some classes in periods that follow one another without a gap. Where nothing
 * moved, there is no row.
 *
 * Reads one stretch of `account_days` for each account, so that a month costs the same after ten years as after one.
 * The aggregate in the lateral join keeps PostgreSQL from reading all of them at once and hashing.
 */
export function accountMovements(
  { db, organization }: Context,
  classes: readonly AccountClass[],
  periods: readonly Period[],
): Promise<AccountMovement[]> {
  const [first, last] = [periods[0]?.from, periods.at(-1)?.to];
  if (first === undefined || last === undefined) return Promise.resolve([]);
  return db.many<AccountMovement>(sql`
    select a.id, a.code, a.name, a.type, a.class, a.system_role as role, moved.period, moved.debit, moved.credit
    from accounts as a cross join lateral (
      select width_bucket(days.day, ${periods.map(({ from }) => from)}::date[]) - 1 as period,
        sum(days.debit)::bigint as debit, sum(days.credit)::bigint as credit
      from account_days as days
      where days.organization_id = a.organization_id and days.account_id = a.id
        and days.day between ${first} and ${last}
      group by 1) as moved
    where a.organization_id = ${organization} and a.class = any(${classes})
    order by a.code, moved.period`);
}

type AccountBalance = AccountName & {
  readonly archived_at: string | null;
  /** Debits less credits before the period. */
  readonly opening: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
};

/** Every account's balance before the period, and its debits and credits in it. */
export function accountBalances({ db, organization }: Context, { from, to }: Period): Promise<AccountBalance[]> {
  return db.many<AccountBalance>(sql`
    select a.id, a.code, a.name, a.type, a.class, a.archived_at, moved.opening, moved.debit, moved.credit
    from accounts as a cross join lateral (
      select coalesce(sum(days.debit - days.credit) filter (where days.day < ${from}), 0)::bigint as opening,
        coalesce(sum(days.debit) filter (where days.day >= ${from}), 0)::bigint as debit,
        coalesce(sum(days.credit) filter (where days.day >= ${from}), 0)::bigint as credit
      from account_days as days
      where days.organization_id = a.organization_id and days.account_id = a.id and days.day <= ${to}) as moved
    where a.organization_id = ${organization}
    order by a.code`);
}

type KeyBalance = { readonly type: AccountType; readonly role: SystemRole | null; readonly balance: bigint };

/** Debits less credits, up to the end of a day, of the accounts of these types or roles. */
export function keyBalances(
  { db, organization }: Context,
  { types, roles }: { readonly types: readonly AccountType[]; readonly roles: readonly LedgerRole[] },
  day: Day,
): Promise<KeyBalance[]> {
  return db.many<KeyBalance>(sql`
    select a.type, a.system_role as role, moved.balance
    from accounts as a cross join lateral (
      select coalesce(sum(days.debit - days.credit), 0)::bigint as balance from account_days as days
      where days.organization_id = a.organization_id and days.account_id = a.id and days.day <= ${day}) as moved
    where a.organization_id = ${organization}
      and (a.type = any(${types}) or a.system_role = any(${roles.map(systemRoleOf)}))`);
}

/** The latest entry there is: what was read up to here stays as it was read. */
export async function latestEntry({ db, organization }: Context): Promise<string | null> {
  const row = await db.maybe<{ id: string }>(sql`
    select id from journal_entries where organization_id = ${organization} order by id desc limit 1`);
  return row?.id ?? null;
}
