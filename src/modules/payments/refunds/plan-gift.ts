import { refundPaid } from '../../../core/posting.ts';
import type { Context } from '../../../operation/operation.ts';
import { type DocumentRate, exchangeOf } from '../../exchange/index.ts';
import { leavesFrom, type PlannedRefund, type RefundPlan, refundRow } from './plan-refund.ts';
import { clientRefunded } from './refund.ts';

type Receiver = { readonly client_id: string; readonly client_name: string; readonly currency: string };

type GiftPlan = Omit<RefundPlan, 'after'> & {
  readonly amount: bigint;
  /** The expense account. */
  readonly account: string;
  readonly rate: DocumentRate;
};

/**
 * Money for a client that no payment is behind. Nobody owes it back and nobody was owed it, so what the client owes and
 * has in credit stays as it is: the business has that much less.
 */
export function planGift(context: Context, to: Receiver, { amount, account, rate, ...plan }: GiftPlan): PlannedRefund {
  const origin = { ...to, id: null, method_id: null, account_id: null };
  const row = refundRow(context, origin, { ...plan, amount, charged: account, rate: rate.exchange_rate });
  const entry = refundPaid({
    header: {
      date: row.refund_date,
      memo: `Refund to ${to.client_name}`,
      source: { type: 'refund', id: row.id, event: clientRefunded.type },
    },
    accounts: plan.accounts,
    owed: [{ account, amount }],
    account: leavesFrom(row, plan.accounts) ?? '',
    exchange: exchangeOf(context, row),
    clientId: to.client_id,
  });
  const postings = entry === undefined ? [] : [{ id: context.newId(), entry }];
  return { row, allocations: [], released: 0n, paidBack: amount, baseUsed: 0n, postings };
}
