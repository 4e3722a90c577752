import { formatExchangeRate } from '../../../core/exchange.ts';
import { money } from '../../../core/money.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { baseOf } from '../../exchange/index.ts';
import type { Context } from '../../../operation/operation.ts';
import { Refund, type RefundRecord } from './refund.ts';

/** A row of `refunds`. The amount is minor units. */
export type RefundRow = Omit<RefundRecord, Made> & {
  readonly amount: bigint;
  /** Base value taken from the payment; null in the base currency. */
  readonly base: bigint | null;
  /** By which the money is worth `worth`, in 1/10,000,000,000; null in the base currency and for credit. */
  readonly exchange_rate: bigint | null;
  readonly worth: bigint | null;
  readonly paid_on: string | null;
  /** The same on the day that the money left. */
  readonly paid_rate: bigint | null;
  readonly paid_worth: bigint | null;
  /** Reversed, since the money never left. */
  readonly failed: boolean;
};

type Made =
  | 'organization_id'
  | 'status'
  | 'amount'
  | 'base_amount'
  | 'exchange_rate'
  | 'fx_gain_loss'
  | 'completed_on'
  | 'failed_at'
  | 'failed_on'
  | 'failure_reason';

/** The refund as it is answered. */
export function refundRecord(context: Context, row: RefundRow): RefundRecord {
  return {
    ...row,
    organization_id: context.organization,
    base_amount: money(row.base ?? row.amount, baseOf(context)),
    exchange_rate: rateOf(row),
    fx_gain_loss: money(gainOf(row), baseOf(context)),
    status: refundState(row),
    amount: money(row.amount, row.currency),
    completed_on: row.paid_on,
    ...takenBack(row),
  };
}

/** The rate that its money left by, or will as far as anybody knows. */
function rateOf({ destination, paid_rate: paid, exchange_rate: own }: RefundRow): string | null {
  if (destination === 'client_credit') return null;
  const rate = paid ?? own;
  return rate === null ? '1' : formatExchangeRate(rate);
}

/** Exchange gain: the amount taken off the books beyond the money's worth. */
function gainOf({ base, worth, paid_worth: paid }: RefundRow): bigint {
  const left = paid ?? worth;
  return base === null || left === null ? 0n : base - left;
}

export function refundState({ failed, voided_at: voidedAt, paid_on: paidOn }: RefundRow): RefundRecord['status'] {
  if (voidedAt !== null) return failed ? 'failed' : 'voided';
  return paidOn === null ? 'pending' : 'completed';
}

/** A refund that failed was no mistake, so it is told otherwise. */
function takenBack({ failed, voided_at, voided_on, void_reason }: RefundRow) {
  const none = { failed_at: null, failed_on: null, failure_reason: null };
  if (!failed) return { ...none, voided_at, voided_on, void_reason };
  const told = { failed_at: voided_at, failed_on: voided_on, failure_reason: void_reason };
  return { ...told, voided_at: null, voided_on: null, void_reason: null };
}

const wireRefund = encoderOf(Refund);

/** Keeps the refund as it was for the audit log, in wire form. */
export function keepRefundBefore(context: Context, row: RefundRow): void {
  context.before(wireRefund(refundRecord(context, row)));
}
