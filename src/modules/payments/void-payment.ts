import { z } from 'zod';
import { type Day, laterOf } from '../../core/calendar.ts';
import { sum } from '../../core/list.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { saidCut } from '../../operation/cut.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import {
  accountsByRole,
  bankConfirmed,
  openDay,
  post,
  reversalDate,
  reversalDay,
  reversalsOf,
} from '../ledger/index.ts';
import {
  applyPaid,
  lockForPayment,
  type PaidChange,
  type Payable,
  saleCompleted,
  saleUpdated,
} from '../sales/index.ts';
import { Payment, paymentVoided, refundsRemain } from './payment.ts';
import { type AllocationRow, keepBefore, paymentRecord, type PaymentRow } from './payment-row.ts';
import { type DiscountChange, discountsOf, loseDiscounts, losing, noChange } from './discounts/lost-discounts.ts';
import { refundVoided } from './refunds/refund.ts';
import { refundRecord, type RefundRow } from './refunds/refund-row.ts';
import { refundsOfPayments } from './refunds/refund-store.ts';
import { lockPayment, type StoredPayment } from './store.ts';
import { voidRefundRow } from './refunds/take-refund-back.ts';

export const voidPayment = operation({
  name: 'void_payment',
  summary: 'Void a payment recorded by mistake; its sales are owed again and its entries reversed.',
  guidance: 'This cannot be undone. For money that was really received, use refund_payment instead.',
  http: 'POST /payments/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('payment'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Payment,
  refuses: [bankConfirmed, notFound, validationFailed, versionConflict, invalidStateTransition, refundsRemain],
  emits: [paymentVoided, saleUpdated, saleCompleted, refundVoided],
  async run(context, { id, reason, date, version }) {
    const source = { type: 'payment', id, event: paymentVoided.type };
    const [before, refunds, open] = await Promise.all([
      lockPayment(context, id, version),
      refundsOfPayments(context, [id]),
      openDay(context, source, context.today),
    ]);
    if (before.row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    checkNotRefunded(before.row, refunds);
    keepBefore(context, before.row, before.allocations);
    const day = reversalDay(context, { asked: date, open, recorded: takenBackOn(before, refunds) });
    const active = before.allocations.filter((one) => one.reversed_on === null);
    const returns = refunds.flatMap((refund) => refund.return_id ?? []);
    const memo = `Void of payment ${before.row.number}`;
    const [sales, ...reversals] = await Promise.all([
      lockForPayment(context, [...active.map((one) => one.sale_id), ...returns]),
      reversalsOf(context, source, { date: day, memo }),
      ...refunds.map((refund) =>
        reversalsOf(context, { type: 'refund', id: refund.id, event: refundVoided.type }, { date: day, memo }),
      ),
    ]);
    const voiding = { day, reason: reason ?? null };
    const { row, allocations } = voided(context, before, voiding);
    voidCredits(context, refunds, voiding);
    const lost = await discountsLost(context, { id, sales, day });
    applyPaid(context, unpaid(sales, active, refunds).map(losing(lost)));
    post(context, [...reversals.flat(), ...lost.postings]);
    const payment = paymentRecord(context, row, allocations);
    context.emit(paymentVoided(payment));
    return payment;
  },
});

/** The early-payment discount taken with it is owed again too. */
async function discountsLost(
  context: Context,
  { id, sales, day: date }: { readonly id: string; readonly sales: readonly Payable[]; readonly day: Day },
): Promise<DiscountChange> {
  const own = (await discountsOf(context, sales)).filter(({ paymentId }) => paymentId === id);
  if (own.length === 0) return noChange;
  const accounts = await accountsByRole(context);
  return loseDiscounts(
    context,
    own.map((one) => ({ one, part: 1n, of: 1n })),
    { sales, date, accounts },
  );
}

/** The last day on which anything of it was taken back: it still counted until then. */
function takenBackOn({ row, allocations }: StoredPayment, refunds: readonly RefundRow[]): Day {
  const days = [...allocations.map((one) => one.reversed_on), ...refunds.map((one) => one.voided_on)];
  return days.reduce<Day>((latest, day) => laterOf(latest, day ?? latest), row.payment_date);
}

/** Money that has left cannot have been a mistake as long as its refund is none. */
function checkNotRefunded({ amount_refunded: refunded, currency }: PaymentRow, refunds: readonly RefundRow[]): void {
  if (refunded === 0n) return;
  const left = refunds.filter((one) => one.voided_at === null && one.destination !== 'client_credit');
  const named = left.slice(0, refundsNamedMax);
  throw refundsRemain({
    amount_refunded: formatMoney(money(refunded, currency)),
    refunds: named.map(({ id, number }) => ({ id: z.encode(Id('refund'), id), number })),
    ...saidCut({
      list: 'refunds',
      shown: named.length,
      left: left.length - named.length,
      how: 'list_refunds of the payment has all of them.',
    }),
  });
}

const refundsNamedMax = 20;

type Voiding = { readonly day: Day; readonly reason: string | null };

/** Cancels the credit from the payment. Refunds in money were refused before. */
function voidCredits(context: Context, refunds: readonly RefundRow[], voiding: Voiding): void {
  for (const refund of refunds.filter((one) => one.voided_at === null)) {
    context.emit(refundVoided(refundRecord(context, voidRefundRow(context, refund, voiding))));
  }
}

/** Amounts to take off paid and refunded of each sale, and off refunded of each return. */
function unpaid(
  sales: readonly Payable[],
  active: readonly AllocationRow[],
  refunds: readonly RefundRow[],
): PaidChange[] {
  const returnOf = new Map(refunds.map((refund) => [refund.id, refund.return_id]));
  return sales.map((sale) => {
    const own = active.filter((one) => one.sale_id === sale.id);
    const back = active.filter((one) => one.refund_id !== null && returnOf.get(one.refund_id) === sale.id);
    return {
      sale,
      base: -sum(own.map((one) => one.base ?? 0n)),
      by: -sum(own.map(({ amount }) => (amount > 0n ? amount : 0n))),
      refunded: sum([...own, ...back].map(({ amount }) => (amount < 0n ? amount : 0n))),
    };
  });
}

/** An allocation may be dated later than the payment, and is never reversed before its date. */
function voided(
  context: Context,
  { row: before, allocations }: StoredPayment,
  { day, reason }: Voiding,
): StoredPayment {
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  db.later(sql`
    update allocations set reversed_on = greatest(allocated_on, ${day})
    where organization_id = ${organization} and payment_id = ${before.id} and reversed_on is null`);
  db.later(sql`
    update payments set voided_at = ${now}, voided_on = ${day}, void_reason = ${reason}, amount_allocated = 0,
      base_used = case when base_used is null then null else 0 end, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const row = {
    ...before,
    voided_at: now,
    voided_on: day,
    void_reason: reason,
    amount_allocated: 0n,
    base_used: before.base_used === null ? null : 0n,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
  const reversed = allocations.map((one) => ({
    ...one,
    reversed_on: one.reversed_on ?? laterOf(day, one.allocated_on),
  }));
  return { row, allocations: reversed };
}
