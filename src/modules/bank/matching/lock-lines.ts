import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { isOpen } from './known.ts';
import { lineNotOpen } from './refusals.ts';

/** A line as it is locked for its match. */
export type LockedLine = {
  readonly id: string;
  readonly bankAccountId: string;
  /** Its account in the chart. */
  readonly accountId: string;
  readonly day: string;
  readonly currency: string;
  /** Signed, with charges that are not in the amount. */
  readonly amount: bigint;
  /** What a provider kept of it or took on top, as the line says. */
  readonly kept: bigint;
  /** Name of the bank account. */
  readonly accountName: string;
  readonly reference: string | null;
};

/** Locks lines that are open, in one order, so that two matches of the same transfer wait for each other. */
export async function lockOpenLines({ db, organization }: Context, ids: readonly string[]): Promise<LockedLine[]> {
  const lines = await db.many<LockedLine & { isOpen: boolean }>(sql`
    select line.id, bank_account_id as "bankAccountId", account.account_id as "accountId",
      account.name as "accountName", booking_date as day, line.currency, balance_change as amount,
      greatest(amount - balance_change, 0) as kept, left(coalesce(end_to_end_id, bank_reference), 255) as reference,
      ${isOpen} as "isOpen"
    from bank_lines as line
    join bank_accounts as account on account.organization_id = line.organization_id
      and account.id = line.bank_account_id
    where line.organization_id = ${organization} and line.id = any(${ids}::uuid[])
    order by line.id for no key update of line`);
  if (lines.length < new Set(ids).size) throw notFound();
  if (lines.some((line) => !line.isOpen)) throw lineNotOpen();
  return lines;
}
