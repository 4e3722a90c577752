import { z } from 'zod';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { Payment, paymentAllocated, paymentCompleted, paymentDuplicate, type PaymentRecord } from './payment.ts';
import { type AllocationRow, paymentRecord, type PaymentRow } from './payment-row.ts';
import type { PlannedPayment } from './plan-payment.ts';
import type { Tender } from './methods/tender.ts';

/** Tells who listens of payments that are written, and answers them in their order. */
export function announcePayments(
  context: Context,
  rows: readonly PaymentRow[],
  payments: readonly PlannedPayment[],
): PaymentRecord[] {
  return rows.map((row, index) => {
    const allocations = payments[index]?.allocations ?? [];
    const record = paymentRecord(context, row, allocations);
    context.emit(paymentCompleted(record));
    emitAllocated(context, record, allocations);
    return record;
  });
}

export function emitAllocated(context: Context, record: PaymentRecord, fresh: readonly AllocationRow[]): void {
  if (fresh.length === 0) return;
  const { currency } = record;
  const allocations = fresh.map(({ id, sale_id, amount }) => ({ id, sale_id, amount: money(amount, currency) }));
  context.emit(paymentAllocated({ ...record, allocations }));
}

type Duplicate = Pick<PaymentRow, 'id' | 'number' | 'method_id' | 'reference' | 'amount' | 'payment_date'>;

const twinsMax = 50;

/** Earlier payments with these references. Nothing is sent where there are none. */
export async function findDuplicates(
  { db, organization }: Context,
  references: readonly (string | null | undefined)[],
): Promise<Duplicate[]> {
  const given = references.filter((reference) => typeof reference === 'string');
  if (given.length === 0) return [];
  return db.many<Duplicate>(sql`
    select id, number, method_id, reference, amount, payment_date from payments
    where organization_id = ${organization} and reference = any(${given}::text[]) and voided_at is null
    order by id desc limit ${twinsMax}`);
}

const candidatesMax = 5;
const Candidate = Payment.pick({ id: true, number: true, payment_date: true, reference: true, amount: true });
const wireCandidates = encoderOf(z.array(Candidate));

/** Refuses what is very probably the same money again. A hint, not a rule: two calls at once may both pass. */
export function refuseDuplicate(tender: Tender, duplicates: readonly Duplicate[], currency: string): void {
  const found = twinsAmong(duplicates, tender).slice(0, candidatesMax);
  if (found.length === 0) return;
  throw paymentDuplicate({
    candidates: wireCandidates(found.map((duplicate) => ({ ...duplicate, amount: money(duplicate.amount, currency) }))),
  });
}

function twinsAmong(duplicates: readonly Duplicate[], { method, reference, amount }: Tender): Duplicate[] {
  return duplicates.filter(
    (duplicate) =>
      duplicate.method_id === method.id && duplicate.reference === reference && duplicate.amount === amount,
  );
}

/** A payment with the method, reference and amount of an earlier one is perhaps the same money. */
export function duplicateWarnings(tenders: readonly Tender[], duplicates: readonly Duplicate[], currency: string) {
  return tenders.flatMap((tender) =>
    twinsAmong(duplicates, tender).map(({ number, payment_date: day }) => ({
      code: 'duplicate_suspected',
      message:
        `Payment ${number} of ${day} has the same method, reference and amount ` +
        `(${formatMoney(money(tender.amount, currency))} ${currency}). Void this one if it is the same money.`,
    })),
  );
}
