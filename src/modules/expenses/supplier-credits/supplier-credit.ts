import { type Day, laterOf } from '../../../core/calendar.ts';
import { freeSince, usedFrom } from '../../../core/payment.ts';
import { nextSlice } from '../../../core/share.ts';
import { supplierCredited } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { type DocumentRate, exchangeOf } from '../../exchange/index.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import {
  type StoredSupplierPayment,
  supplierCreditOf,
  supplierPaymentCompleted,
  type SupplierPaymentRow,
} from '../supplier-payments/supplier-payment.ts';

type Books = {
  readonly accounts: AccountsByRole;
  readonly rate: DocumentRate;
  /** The account that the money left. */
  readonly account: string;
};

/** The part of a payment that pays no expense is a claim on the supplier from the day it left. */
export function creditPostings(
  context: Context,
  row: Omit<SupplierPaymentRow, 'number'>,
  { accounts, rate, account }: Books,
): Posting[] {
  const amount = supplierCreditOf(row);
  if (amount === 0n) return [];
  const exchange = exchangeOf(context, { currency: row.currency, ...rate });
  const worth = (row.base_amount ?? 0n) - (row.base_used ?? 0n);
  const entry = supplierCredited({
    header: {
      date: row.payment_date,
      memo: `Payment in advance: ${row.supplier_name}`,
      source: { type: 'supplier_payment', id: row.id, event: supplierPaymentCompleted.type },
    },
    accounts,
    clientId: row.supplier_id,
    account,
    amount,
    worth: exchange && { exchange, credit: worth, money: worth },
  });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

/** The day since which the credit that is left was there: what came back by mistake was gone until then. */
export function creditSince({ row, refunds }: StoredSupplierPayment): Day {
  return refunds.reduce((latest, { reversed_on: day }) => laterOf(latest, day ?? latest), row.payment_date);
}

/** The first day since which so much of a payment was credit: neither paying an expense nor given back. */
export function creditFreeSince({ row, parts, refunds }: StoredSupplierPayment, amount: bigint): Day {
  return freeSince({ amount: row.amount, day: row.payment_date }, amount, [
    ...parts.flatMap((part) => usedFrom(part.amount, part.allocated_on, null)),
    ...refunds.flatMap((refund) => usedFrom(refund.amount, refund.refund_date, refund.reversed_on)),
  ]);
}

/** Carrying amount of a part of the credit, all that is left for its last part; null in the base currency. */
export function creditWorth(
  { amount, amount_allocated: allocated, amount_refunded: refunded, ...row }: SupplierPaymentRow,
  by: bigint,
): bigint | null {
  const { base_amount: worth, base_used: taken } = row;
  if (worth === null || taken === null) return null;
  return nextSlice(worth, { from: allocated + refunded, by, of: amount, taken });
}

type Use = { readonly allocated?: bigint; readonly refunded?: bigint; readonly worth: bigint | null };

/** The payment once so much more of it, or less where negative, is used. */
export function usedBy(row: SupplierPaymentRow, { allocated = 0n, refunded = 0n, worth }: Use): SupplierPaymentRow {
  return {
    ...row,
    amount_allocated: row.amount_allocated + allocated,
    amount_refunded: row.amount_refunded + refunded,
    base_used: row.base_used === null ? null : row.base_used + (worth ?? 0n),
  };
}

/** Writes how much of a locked payment is used, without waiting; answers it so. */
export function saveUse({ db, organization, now, actor }: Context, used: SupplierPaymentRow): SupplierPaymentRow {
  const stamp = actorStamp(actor);
  const row = { ...used, version: used.version + 1, updated_at: now, updated_by: stamp };
  db.later(sql`
    update supplier_payments set amount_allocated = ${row.amount_allocated}, amount_refunded = ${row.amount_refunded},
      base_used = ${row.base_used}, version = ${row.version}, updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${row.id}`);
  return row;
}
