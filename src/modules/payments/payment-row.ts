import { formatExchangeRate } from '../../core/exchange.ts';
import { type Money, money } from '../../core/money.ts';
import { unappliedOf } from '../../core/payment.ts';
import type { Context } from '../../operation/operation.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { RecordField } from '../../wire/index.ts';
import { baseOf } from '../exchange/index.ts';
import { Payment, type PaymentRecord } from './payment.ts';

type Kept =
  | 'id'
  | 'number'
  | 'direction'
  | 'method_id'
  | 'account_id'
  | 'client_id'
  | 'client_name'
  | 'currency'
  | 'rate_source'
  | 'rate_date'
  | 'payment_date'
  | 'received_at'
  | 'reference'
  | 'notes'
  | 'voided_at'
  | 'voided_on'
  | 'void_reason'
  | RecordField;

/** A row of `payments`. Amounts are minor units. */
export type PaymentRow = Pick<PaymentRecord, Kept> & {
  readonly amount: bigint;
  /** In 1/10,000,000,000; null in the base currency, as all that is about another one. */
  readonly exchange_rate: bigint | null;
  readonly base_factor: string | null;
  readonly base_amount: bigint | null;
  readonly base_fee: bigint | null;
  /** So much of the base amount settles sales or was paid back. */
  readonly base_used: bigint | null;
  readonly amount_allocated: bigint;
  readonly amount_refunded: bigint;
  readonly fee_amount: bigint;
  readonly change_given: bigint;
};

/** A row of `allocations`. */
export type AllocationRow = {
  readonly id: string;
  readonly payment_id: string;
  readonly sale_id: string;
  readonly refund_id: string | null;
  readonly position: number;
  readonly amount: bigint;
  /** Carrying amount of the debt settled, and the exchange difference; null in the base currency. */
  readonly base: bigint | null;
  readonly fx_gain_loss: bigint | null;
  readonly allocated_on: string;
  readonly reversed_on: string | null;
};

/** The payment as it is answered. */
export function paymentRecord(context: Context, row: PaymentRow, allocations: readonly AllocationRow[]): PaymentRecord {
  const base = baseOf(context);
  const amount = (minor: bigint): Money => money(minor, row.currency);
  return {
    ...row,
    organization_id: context.organization,
    status: paymentState(row),
    base_currency: base,
    exchange_rate: row.exchange_rate === null ? '1' : formatExchangeRate(row.exchange_rate),
    base_amount: money(row.base_amount ?? row.amount, base),
    amount: amount(row.amount),
    amount_allocated: amount(row.amount_allocated),
    amount_refunded: amount(row.amount_refunded),
    amount_unapplied: amount(creditOf(row)),
    fee_amount: amount(row.fee_amount),
    net_amount: amount(row.amount - row.fee_amount),
    change_given: amount(row.change_given),
    allocations: allocations.map((one) => ({
      ...one,
      amount: amount(one.amount),
      base_amount: money(one.base ?? one.amount, base),
      fx_gain_loss: money(one.fx_gain_loss ?? 0n, base),
      status: one.reversed_on === null ? ('active' as const) : ('reversed' as const),
    })),
  };
}

type Used = Pick<PaymentRow, 'amount' | 'amount_allocated' | 'amount_refunded' | 'voided_at'>;

/** Unapplied credit: the part of a payment neither allocated nor refunded. */
export function creditOf({ amount, amount_allocated: allocated, amount_refunded: refunded, voided_at }: Used): bigint {
  return voided_at === null ? unappliedOf({ amount, allocated, refunded }) : 0n;
}

function paymentState({ amount, amount_refunded: refunded, voided_at }: Used): PaymentRecord['status'] {
  if (voided_at !== null) return 'voided';
  if (refunded === 0n) return 'completed';
  return refunded === amount ? 'refunded' : 'partially_refunded';
}

const wirePayment = encoderOf(Payment);

/** Keeps the payment as it was for the audit log, in wire form. */
export function keepBefore(context: Context, row: PaymentRow, allocations: readonly AllocationRow[]): void {
  context.before(wirePayment(paymentRecord(context, row, allocations)));
}
