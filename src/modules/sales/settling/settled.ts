import { nextSlice } from '../../../core/share.ts';
import { amountDue, paymentStatus, type PaymentStatus, type Settlement } from '../../../core/payment.ts';
import type { SaleRecord } from '../sale.ts';
import type { SaleRow } from '../sale-row.ts';

export type SaleFacts = Pick<
  SaleRow,
  | 'kind'
  | 'confirmed_at'
  | 'voided_at'
  | 'total'
  | 'amount_paid'
  | 'amount_refunded'
  | 'amount_credited'
  | 'amount_written_off'
  | 'amount_discounted'
  | 'base_total'
>;

/** Derived from the facts; the table derives the same for its filters. */
export function statusOf(row: SaleFacts): SaleRecord['status'] {
  if (row.voided_at !== null) return 'voided';
  if (row.confirmed_at === null) return 'draft';
  return dueOf(row) === 0n ? 'completed' : 'confirmed';
}

/** Returns and void sales are never due. */
export function dueOf(row: SaleFacts): bigint {
  return row.voided_at !== null || row.kind === 'return' ? 0n : amountDue(settlementOf(row));
}

/** The amount due, plus any amount written off that is recovered after all. */
export function payableOf(row: SaleFacts): bigint {
  // A write-off in another currency has the value of its day: it is reversed before the sale is paid.
  const isOver = row.voided_at !== null || row.kind === 'return' || row.base_total !== null;
  return isOver ? dueOf(row) : dueOf(row) + row.amount_written_off;
}

function settlementOf(row: SaleFacts): Settlement {
  const { total, amount_paid: paid, amount_refunded: refunded, amount_credited: credited } = row;
  const { amount_written_off: writtenOff, amount_discounted: discounted } = row;
  return { total, paid, refunded, credited, writtenOff, discounted };
}

export function paidStatusOf(row: SaleFacts): PaymentStatus {
  if (row.confirmed_at === null || row.voided_at !== null) return 'unpaid';
  return row.kind === 'return' ? 'refunded' : paymentStatus(settlementOf(row));
}

/** Sums every kind of settlement: payments, credit notes, write-offs and early-payment discounts alike. */
export function settledOf(row: Pick<SaleFacts, SettledBy>): bigint {
  return row.amount_paid - row.amount_refunded + row.amount_credited + row.amount_written_off + row.amount_discounted;
}

type SettledBy = 'amount_paid' | 'amount_refunded' | 'amount_credited' | 'amount_written_off' | 'amount_discounted';

/** Book value of a settled part; a final settlement takes all that is left. Null in the base currency. */
export function reliefOf(
  sale: SaleFacts & Pick<SaleRow, 'base_total' | 'base_settled'>,
  amount: bigint,
): bigint | null {
  const { base_total: worth, base_settled: taken, total } = sale;
  if (worth === null || taken === null) return null;
  return amount === 0n ? 0n : nextSlice(worth, { from: total - dueOf(sale), by: amount, of: total, taken });
}
