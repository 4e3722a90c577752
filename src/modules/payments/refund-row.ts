import { money } from '../../core/money.ts';
import { encoderOf } from '../../operation/encode.ts';
import { baseOf } from '../exchange/index.ts';
import type { Context } from '../../operation/operation.ts';
import { Refund, type RefundRecord } from './refund.ts';

/** A row of `refunds`. The amount is minor units. */
export type RefundRow = Omit<RefundRecord, 'organization_id' | 'status' | 'amount' | 'base_amount'> & {
  readonly amount: bigint;
  /** What it took of the worth of its payment; null in the base currency. */
  readonly base: bigint | null;
};

/** The refund as it is answered. */
export function refundRecord(context: Context, row: RefundRow): RefundRecord {
  return {
    ...row,
    organization_id: context.organization,
    base_amount: money(row.base ?? row.amount, baseOf(context)),
    status: row.voided_at === null ? 'completed' : 'voided',
    amount: money(row.amount, row.currency),
  };
}

const wireRefund = encoderOf(Refund);

/** Keeps the refund as it was for the audit log, in wire form. */
export function keepRefundBefore(context: Context, row: RefundRow): void {
  context.before(wireRefund(refundRecord(context, row)));
}
