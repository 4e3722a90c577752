import type { Day } from '../../../core/calendar.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { creditReleased, type PostingHeader } from '../../../core/posting.ts';
import { invalidStateTransition, type OperationName } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import {
  type AccountsByRole,
  accountsByRole,
  openDay,
  post,
  type Posting,
  reversalDay,
  reversalsOf,
} from '../../ledger/index.ts';
import { applyPaid, clientRequired, dueOf, lockForPayment, type Payable, returnsRemain } from '../../sales/index.ts';
import { amountExceedsCredit } from '../payment.ts';
import { type AllocationRow, creditOf } from '../payment-row.ts';
import { heldBy, heldTogether } from '../credit/held.ts';
import { type DiscountChange, losing, lostTo, restoreDiscounts } from '../discounts/lost-discounts.ts';
import { type RefundRecord, refundFailed, refundVoided } from './refund.ts';
import { keepRefundBefore, refundRecord, type RefundRow, refundState } from './refund-row.ts';
import { lockRefund, usePayments } from './refund-store.ts';
import type { StoredPayment } from '../store.ts';
import { reverseReleases, voidRefundRow } from './take-refund-back.ts';

/** `voided`: the refund was a mistake. `failed`: its money never arrived. */
export type Undoing = {
  readonly id: string;
  readonly reason: string | null;
  readonly date: Day | undefined;
  readonly version: number | undefined;
  readonly to: 'voided' | 'failed';
};

const ways = {
  voided: { from: 'completed', event: refundVoided, word: 'Void' },
  failed: { from: 'pending', event: refundFailed, word: 'Failure' },
} as const;
const allowedIn: Readonly<Record<ReturnType<typeof refundState>, readonly OperationName[]>> = {
  pending: ['complete_refund', 'fail_refund'],
  completed: ['void_refund'],
  failed: [],
  voided: [],
};

/** Refuses what cannot be done with a refund in its state. */
export function checkState(row: RefundRow, wanted: 'completed' | 'pending'): void {
  const status = refundState(row);
  if (status !== wanted) throw invalidStateTransition({ status, allowed: allowedIn[status] });
}

/** Takes a refund back: its entries are reversed, and its money settles what it settled before, or is credit. */
export async function undoRefund(context: Context, { id, reason, date, version, to }: Undoing): Promise<RefundRecord> {
  const { from, event, word } = ways[to];
  const source = { type: 'refund', id, event: event.type };
  const [{ row, payment }, accounts, open] = await Promise.all([
    lockRefund(context, id, version),
    accountsByRole(context),
    openDay(context, source, context.today),
  ]);
  checkState(row, from);
  keepRefundBefore(context, row);
  const day = reversalDay(context, { asked: date, open, recorded: row.paid_on ?? row.refund_date });
  const releases = payment?.allocations.filter((one) => one.refund_id === id && one.reversed_on === null) ?? [];
  const memo = `${word} of refund ${row.number}`;
  const [sales, reversals, lost] = await Promise.all([
    lockForPayment(
      context,
      releases.map((one) => one.sale_id),
    ),
    reversalsOf(context, source, { date: day, memo }),
    lostTo(context, { refundId: id }),
  ]);
  // A return that stands is what its refund was for.
  const settled = row.return_id === null ? releases.filter((one) => isOwed(one, sales)) : [];
  const kept = releases.filter((one) => !settled.includes(one));
  const undone = voidRefundRow(context, row, { day, reason, failed: to === 'failed' });
  const postings = [...reversals];
  if (payment !== undefined) {
    checkKept(payment, row, { settled, kept });
    const owedAgain = sales.filter((sale) => settled.some((one) => one.sale_id === sale.id));
    const restored = restoreDiscounts(context, lost, {
      sales: owedAgain,
      date: day,
      accounts,
      settled: (sale) => -sum(settled.filter((one) => one.sale_id === sale.id).map(({ amount }) => amount)),
    });
    settleAgain(context, row, { payment, settled, sales, day, restored });
    postings.push(...restored.postings);
    const header = { date: undone.voided_on, memo, source };
    postings.push(
      ...keptPostings(context, row, { header, kept, accounts, exchange: exchangeOf(context, payment.row) }),
    );
  }
  post(context, postings);
  const record = refundRecord(context, undone);
  context.emit(event(record));
  return record;
}

/** Restores the settlement only where the sale is owed at least as much again. */
function isOwed({ sale_id: saleId, amount }: AllocationRow, sales: readonly Payable[]): boolean {
  const sale = sales.find(({ id }) => id === saleId);
  return sale !== undefined && dueOf(sale) >= -amount;
}

type Parted = { readonly settled: readonly AllocationRow[]; readonly kept: readonly AllocationRow[] };

/** Money that comes back and settles nothing is credit of somebody; credit that comes back must still be there. */
function checkKept({ row: payment }: StoredPayment, row: RefundRow, { settled, kept }: Parted): void {
  if (row.destination !== 'client_credit') {
    if (kept.length > 0 && row.client_id === null) {
      throw clientRequired({ hint: 'Void the return it was made for, which voids its refunds as well.' });
    }
    return;
  }
  if (kept.length > 0) throw returnsRemain({ hint: 'Void the return it was made for.' });
  const left = creditOf(payment);
  if (-sum(settled.map(({ amount }) => amount)) > left) {
    throw amountExceedsCredit({
      max: formatMoney(money(left, row.currency)),
      currency: row.currency,
      hint: 'The credit has been used: reverse its allocations first with reverse_allocation.',
    });
  }
}

type Settling = {
  readonly payment: StoredPayment;
  readonly settled: readonly AllocationRow[];
  readonly sales: readonly Payable[];
  readonly day: Day;
  readonly restored: DiscountChange;
};

/** The refunded allocations settle their sales again, and money that had left is back. */
function settleAgain(context: Context, row: RefundRow, settling: Settling): void {
  const { payment, settled, sales, day, restored } = settling;
  const back = -sum(settled.map(({ amount }) => amount));
  reverseReleases(context, settled, { day, reason: null });
  const paidBack = row.destination === 'client_credit' ? 0n : row.amount;
  const released = heldTogether(settled.map(heldBy));
  const base = -released.spent - (paidBack === 0n ? 0n : (row.base ?? 0n));
  usePayments(context, [{ id: payment.row.id, allocated: back, refunded: -paidBack, base }]);
  const bySale = Map.groupBy(settled, (one) => one.sale_id);
  applyPaid(
    context,
    sales
      .filter(({ id }) => bySale.has(id))
      .map((sale) => {
        const { amount: refunded, base: taken } = heldTogether((bySale.get(sale.id) ?? []).map(heldBy));
        return losing(restored)({ sale, refunded, base: -taken });
      }),
  );
}

type Keeping = {
  readonly header: PostingHeader;
  readonly kept: readonly AllocationRow[];
  readonly accounts: AccountsByRole;
  readonly exchange: Exchange | undefined;
};

/** The reversal puts what was taken of a sale back to it; what it does not owe any more is credit instead. */
function keptPostings(context: Context, row: RefundRow, { header, kept, accounts, exchange }: Keeping): Posting[] {
  const clientId = row.client_id ?? undefined;
  const held = kept.map(heldBy);
  const allocations = held.map(({ amount, base }) => ({ amount: -amount, base: -base }));
  const base = -heldTogether(held).spent;
  const entry = creditReleased({ header, accounts, clientId, allocations, exchange, base });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}
