import { convert } from '../../core/exchange.ts';
import { isKeepable } from '../../core/money.ts';
import { refundPaid } from '../../core/posting.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { type DocumentRate, exchangeOf } from '../exchange/index.ts';
import { leavesFrom, type PlannedRefund, type RefundPlan, refundRow } from './plan-refund.ts';
import { clientRefunded } from './refund.ts';

type Receiver = { readonly client_id: string; readonly client_name: string; readonly currency: string };

type GiftPlan = Omit<RefundPlan, 'after'> & {
  readonly amount: bigint;
  /** What it is charged to. */
  readonly account: string;
  readonly rate: DocumentRate;
};

/**
 * Money for a client that no payment is behind. Nobody owes it back and nobody was owed it, so what the client owes and
 * has in credit stays as it is: the business has that much less.
 */
export function planGift(context: Context, to: Receiver, { amount, account, rate, ...plan }: GiftPlan): PlannedRefund {
  const exchange = exchangeOf(context, { currency: to.currency, ...rate });
  const worth = exchange === undefined ? null : convert(amount, exchange);
  if (!isKeepable(worth ?? amount)) throw fault('/amount', 'too_large', 'Write a smaller amount.');
  const origin = { ...to, id: null, method_id: null, account_id: null };
  const charged = { account, rate: rate.exchange_rate };
  const row = refundRow(context, origin, { ...plan, amount, worth, charged });
  const entry = refundPaid({
    header: {
      date: row.refund_date,
      memo: `Refund to ${to.client_name}`,
      source: { type: 'refund', id: row.id, event: clientRefunded.type },
    },
    ...{ accounts: plan.accounts, owedOn: account, account: leavesFrom(row, plan.accounts) ?? '', amount, exchange },
    clientId: to.client_id,
  });
  const postings = entry === undefined ? [] : [{ id: context.newId(), entry }];
  return { row, allocations: [], released: 0n, paidBack: amount, baseUsed: 0n, postings };
}
