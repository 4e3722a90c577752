import { z } from 'zod';
import { exchangeOf } from '../../exchange/index.ts';
import { money } from '../../../core/money.ts';
import { creditReleased } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { accountsByRole, openDay, post, reversalDate, reversalDay } from '../../ledger/index.ts';
import { applyPaid, clientRequired, lockForPayment, saleUpdated } from '../../sales/index.ts';
import { allocationReversed, Payment } from '../payment.ts';
import { type AllocationRow, keepBefore, paymentRecord } from '../payment-row.ts';
import { heldBy, heldBySale } from '../credit/held.ts';
import { discountsOf, loseDiscounts, losing, lostWith } from '../discounts/lost-discounts.ts';
import { usePayments } from '../refunds/refund-store.ts';
import { lockPayment } from '../store.ts';
import { reverseReleases } from '../refunds/take-refund-back.ts';

export const reverseAllocation = operation({
  name: 'reverse_allocation',
  summary: 'Reverse an allocation: the sale is owed again, the money becomes credit of the client.',
  guidance: 'The allocation stays on record. To apply the credit to another sale, use apply_client_credit.',
  http: 'POST /allocations/{id}/reverse',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  risky: true,
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('allocation'), reason: Text(500).optional(), date: reversalDate }),
  output: Payment,
  refuses: [notFound, validationFailed, invalidStateTransition, clientRequired],
  emits: [allocationReversed, saleUpdated],
  async run(context, { id, reason = null, date: asked }) {
    const { payment_id: paymentId, sale_id: saleId } = await placeOf(context, id);
    const source = { type: 'payment', id: paymentId, event: allocationReversed.type };
    const [{ row: before, allocations }, sales, accounts, open] = await Promise.all([
      lockPayment(context, paymentId, undefined),
      lockForPayment(context, [saleId]),
      accountsByRole(context),
      openDay(context, source, context.today),
    ]);
    const index = allocations.findIndex((one) => one.id === id);
    const [allocation, sale] = [allocations[index], sales[0]];
    if (allocation === undefined || sale === undefined) throw notFound();
    checkReversible(allocation, heldBySale(allocations).get(saleId)?.amount ?? 0n);
    if (before.client_id === null)
      throw clientRequired({ hint: 'There is no client to hold the credit: refund the payment instead.' });
    keepBefore(context, before, allocations);
    const { amount, base, spent } = heldBy(allocation);
    const date = reversalDay(context, { asked, open, recorded: allocation.allocated_on });
    reverseReleases(context, [allocation], { day: date, reason });
    usePayments(context, [{ id: paymentId, allocated: -amount, refunded: 0n, base: -spent }]);
    const { amount: held } = heldBySale(allocations).get(saleId) ?? { amount };
    const released = [{ paymentId, saleId, part: amount, of: held }];
    const lost = loseDiscounts(context, lostWith(await discountsOf(context, sales), released), {
      sales,
      date,
      accounts,
    });
    applyPaid(context, [losing(lost)({ sale, by: -amount, base: -base })]);
    const header = {
      date,
      memo: `Payment ${before.number} no longer settles sale ${sale.number ?? ''}`,
      source,
    };
    const entry = creditReleased({
      header,
      accounts,
      clientId: before.client_id,
      exchange: exchangeOf(context, before),
      allocations: [{ amount, base }],
      base: spent,
    });
    post(context, [...(entry === undefined ? [] : [{ id: context.newId(), entry }]), ...lost.postings]);
    const row = {
      ...before,
      amount_allocated: before.amount_allocated - amount,
      base_used: before.base_used === null ? null : before.base_used - spent,
      version: before.version + 1,
    };
    const payment = paymentRecord(context, row, allocations.with(index, { ...allocation, reversed_on: date }));
    context.emit(
      allocationReversed({ ...payment, allocation: { id, sale_id: saleId, amount: money(amount, row.currency) } }),
    );
    return payment;
  },
});

async function placeOf({ db, organization }: Context, id: string): Promise<{ payment_id: string; sale_id: string }> {
  const place = await db.maybe<{ payment_id: string; sale_id: string }>(sql`
    select payment_id, sale_id from allocations where organization_id = ${organization} and id = ${id}`);
  if (place === undefined) throw notFound();
  return place;
}

/** A part already refunded can no longer be reversed. */
function checkReversible({ amount, reversed_on: reversedOn }: AllocationRow, held: bigint): void {
  if (reversedOn !== null) throw invalidStateTransition({ status: 'reversed', allowed: [] });
  if (amount < 0n) {
    throw invalidStateTransition({
      status: 'active',
      allowed: ['void_refund'],
      detail: 'It is the reversal of an allocation by a refund.',
    });
  }
  if (amount <= held) return;
  const detail = 'Part of this allocation has been refunded.';
  throw invalidStateTransition({ status: 'active', allowed: ['void_refund', 'refund_payment'], detail });
}
