import { z } from 'zod';
import { money } from '../../core/money.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { ActorStamp, Day, Id, Instant, Money } from '../../wire/index.ts';

/** A fee that was charged: of what, and the invoice that it is. To waive it, credit that invoice. */
export const LateFee = z.object({
  id: Id('late_fee'),
  document_id: Id('document').describe('The overdue invoice.'),
  client_id: Id('client'),
  due_date: Day,
  days: z.int().describe('The step charged, in days after the due date.'),
  currency: z.string(),
  amount_due: Money.describe('Amount due that the fee is based on.'),
  amount: Money.describe('Excluding tax.'),
  fee_document_id: Id('document').describe('The invoice for the fee.'),
  charged_at: Instant,
  created_by: ActorStamp,
});
export type LateFee = z.output<typeof LateFee>;

/** A row of `late_fees`. */
export type LateFeeRow = Omit<LateFee, 'amount_due' | 'amount'> & {
  readonly amount_due: bigint;
  readonly amount: bigint;
};

export const lateFeeCharged = event('late_fee.charged', LateFee.omit({ created_by: true }));

export const lateFeeColumns: Sql = sql`id, document_id, client_id, due_date, days, currency, amount_due, amount,
  fee_document_id, charged_at, created_by`;

export function lateFeeRecord({ amount_due, amount, ...row }: LateFeeRow): LateFee {
  return { ...row, amount_due: money(amount_due, row.currency), amount: money(amount, row.currency) };
}
