import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Account } from './account.ts';
import { type AccountType, controlRoles } from './chart.ts';

export type MoneyAccount = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isArchived: boolean;
  /** Can hold money, and takes postings beside those of the service. */
  readonly holdsMoney: boolean;
};

const moneyTypes = new Set<AccountType>([
  'cash',
  'bank',
  'other_current_asset',
  'credit_card',
  'other_current_liability',
]);

type Row = Pick<MoneyAccount, 'id' | 'code' | 'name' | 'isArchived'> & {
  readonly type: AccountType;
  readonly system_role: string | null;
};

/** Accounts as places for money, without a lock. */
export async function moneyAccounts(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MoneyAccount>> {
  return placesOf(
    await db.many<Row>(sql`
      select id, code, name, type, system_role, archived_at is not null as "isArchived" from accounts
      where organization_id = ${organization} and id = any(${ids}::uuid[])`),
  );
}

/**
 * Locks accounts for moving money between them, in the order of their ids. Payments only refer to them meanwhile: who
 * takes money out waits for whoever else does.
 */
export async function lockMoneyAccounts(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MoneyAccount>> {
  const rows = await db.many<Row>(sql`
    select id, code, name, type, system_role, archived_at is not null as "isArchived" from accounts
    where organization_id = ${organization} and id = any(${ids}::uuid[]) order by id for no key update`);
  return placesOf(rows);
}

function placesOf(rows: readonly Row[]): ReadonlyMap<string, MoneyAccount> {
  return new Map(
    rows.map(({ type, system_role: role, ...account }) => [
      account.id,
      { ...account, holdsMoney: moneyTypes.has(type) && !controlRoles.has(role) },
    ]),
  );
}

/** Balance in another currency, its carrying amount, and whether money leaves at that or at the rate of the day. */
export type CurrencyHeld = {
  readonly amount: bigint;
  readonly base: bigint;
  readonly policy: Account['currency_outflow'];
};

export async function currencyHeld(
  { db, organization }: Context,
  account: string,
  currency: string,
): Promise<CurrencyHeld> {
  const held = await db.maybe<CurrencyHeld>(sql`
    select coalesce(held.amount, 0) as amount, coalesce(held.base_amount, 0) as base, a.currency_outflow as policy
    from accounts as a left join account_currencies as held on held.organization_id = a.organization_id
      and held.account_id = a.id and held.currency = ${currency}
    where a.organization_id = ${organization} and a.id = ${account}`);
  return held ?? { amount: 0n, base: 0n, policy: 'average' };
}
