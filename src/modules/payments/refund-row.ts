import { money } from '../../core/money.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { Refund, type RefundRecord } from './refund.ts';

/** A row of `refunds`. The amount is minor units. */
export type RefundRow = Omit<RefundRecord, 'organization_id' | 'status' | 'amount'> & { readonly amount: bigint };

/** The refund as it is answered. */
export function refundRecord({ organization }: Context, row: RefundRow): RefundRecord {
  return {
    ...row,
    organization_id: organization,
    status: row.voided_at === null ? 'completed' : 'voided',
    amount: money(row.amount, row.currency),
  };
}

const wireRefund = encoderOf(Refund);

/** Keeps the refund as it was for the audit log, in wire form. */
export function keepRefundBefore(context: Context, row: RefundRow): void {
  context.before(wireRefund(refundRecord(context, row)));
}
