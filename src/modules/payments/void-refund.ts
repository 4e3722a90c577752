import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import type { Exchange } from '../../core/exchange.ts';
import { heldBy, heldTogether } from './plan-refund.ts';
import { exchangeOf } from '../exchange/index.ts';
import { sum } from '../../core/list.ts';
import { formatMoney, money } from '../../core/money.ts';
import { creditReleased } from '../../core/posting.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import {
  type AccountsByRole,
  accountsByRole,
  openDay,
  post,
  type Posting,
  reversalDate,
  reversalDay,
  reversalsOf,
} from '../ledger/index.ts';
import {
  applyPaid,
  clientRequired,
  dueOf,
  lockForPayment,
  type Payable,
  returnsRemain,
  saleCompleted,
  saleUpdated,
} from '../sales/index.ts';
import { amountExceedsCredit } from './payment.ts';
import { type AllocationRow, creditOf } from './payment-row.ts';
import { Refund, refundVoided } from './refund.ts';
import { keepRefundBefore, refundRecord, type RefundRow } from './refund-row.ts';
import { readRefund, usePayments } from './refund-store.ts';
import { lockPayment, type StoredPayment } from './store.ts';
import { reverseReleases, voidRefundRow } from './take-refund-back.ts';

export const voidRefund = operation({
  name: 'void_refund',
  summary: 'Takes back a refund that was recorded by mistake: no money left, so it settles what it settled before.',
  guidance: 'What is no longer owed, since goods came back, stays credit of the client.',
  http: 'POST /refunds/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: z.strictObject({
    id: Id('refund'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    returnsRemain,
    amountExceedsCredit,
    clientRequired,
  ],
  emits: [refundVoided, saleUpdated, saleCompleted],
  async run(context, { id, reason = null, date, version }) {
    const source = { type: 'refund', id, event: refundVoided.type };
    const { payment_id: paymentId } = await readRefund(context, id);
    const [payment, row, accounts, open] = await Promise.all([
      lockPayment(context, paymentId, undefined),
      readRefund(context, id),
      accountsByRole(context),
      openDay(context, source, context.today),
    ]);
    if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepRefundBefore(context, row);
    const day = reversalDay(context, { asked: date, open, recorded: row.refund_date });
    const releases = payment.allocations.filter((one) => one.refund_id === id && one.reversed_on === null);
    const [sales, reversals] = await Promise.all([
      lockForPayment(
        context,
        releases.map((one) => one.sale_id),
      ),
      reversalsOf(context, source, { date: day, memo: `Void of refund ${row.number}` }),
    ]);
    // A return that stands is what its refund was for.
    const settled = row.return_id === null ? releases.filter((one) => isOwed(one, sales)) : [];
    const kept = releases.filter((one) => !settled.includes(one));
    checkKept(payment, row, { settled, kept });
    const voided = voidRefundRow(context, row, { day, reason });
    settleAgain(context, row, { settled, sales, day });
    post(context, [
      ...reversals,
      ...keptPostings(context, voided, { kept, accounts, exchange: exchangeOf(context, payment.row) }),
    ]);
    const record = refundRecord(context, voided);
    context.emit(refundVoided(record));
    return record;
  },
});

/** Whether the sale is owed so much again that what was taken from it settles it once more. */
function isOwed({ sale_id: saleId, amount }: AllocationRow, sales: readonly Payable[]): boolean {
  const sale = sales.find(({ id }) => id === saleId);
  return sale !== undefined && dueOf(sale) >= -amount;
}

type Parted = { readonly settled: readonly AllocationRow[]; readonly kept: readonly AllocationRow[] };

/** Money that comes back and settles nothing is credit of somebody; credit that comes back must still be there. */
function checkKept({ row: payment }: StoredPayment, row: RefundRow, { settled, kept }: Parted): void {
  if (row.destination !== 'client_credit') {
    if (kept.length > 0 && row.client_id === null) {
      throw clientRequired({ hint: 'Void the return that it was given for: that takes its refunds back as well.' });
    }
    return;
  }
  if (kept.length > 0) throw returnsRemain({ hint: 'Void the return that it was given for.' });
  const left = creditOf(payment);
  if (-sum(settled.map(({ amount }) => amount)) > left) {
    throw amountExceedsCredit({
      ...{ max: formatMoney(money(left, row.currency)), currency: row.currency },
      hint: 'The credit was used: take its allocations back first.',
    });
  }
}

type Settling = {
  readonly settled: readonly AllocationRow[];
  readonly sales: readonly Payable[];
  readonly day: Day;
};

/** What a refund took back of sales settles them again, and money that had left is here again. */
function settleAgain(context: Context, row: RefundRow, { settled, sales, day }: Settling): void {
  const back = -sum(settled.map(({ amount }) => amount));
  reverseReleases(context, settled, { day, reason: null });
  const paidBack = row.destination === 'client_credit' ? 0n : row.amount;
  const released = heldTogether(settled.map(heldBy));
  const base = -released.spent - (paidBack === 0n ? 0n : (row.base ?? 0n));
  usePayments(context, [{ id: row.payment_id, allocated: back, refunded: -paidBack, base }]);
  const bySale = Map.groupBy(settled, (one) => one.sale_id);
  applyPaid(
    context,
    sales
      .filter(({ id }) => bySale.has(id))
      .map((sale) => {
        const { amount: refunded, base: taken } = heldTogether((bySale.get(sale.id) ?? []).map(heldBy));
        return { sale, refunded, base: -taken };
      }),
  );
}

type Keeping = {
  readonly kept: readonly AllocationRow[];
  readonly accounts: AccountsByRole;
  readonly exchange: Exchange | undefined;
};

/** The reversal puts what was taken of a sale back to it; what it does not owe any more is credit instead. */
function keptPostings(
  context: Context,
  row: RefundRow & { voided_on: string },
  { kept, accounts, exchange }: Keeping,
): Posting[] {
  const header = {
    ...{ date: row.voided_on, memo: `Void of refund ${row.number}` },
    source: { type: 'refund', id: row.id, event: refundVoided.type },
  };
  const clientId = row.client_id ?? undefined;
  const held = kept.map(heldBy);
  const allocations = held.map(({ amount, base }) => ({ amount: -amount, base: -base }));
  const base = -heldTogether(held).spent;
  const entry = creditReleased({ header, accounts, clientId, allocations, exchange, base });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}
