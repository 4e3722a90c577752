import { z } from 'zod';
import { type Day, laterOf } from '../../core/calendar.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../ledger/index.ts';
import { applyPaid, lockForPayment, saleUpdated } from '../sales/index.ts';
import { Payment, paymentVoided } from './payment.ts';
import { keepBefore, paymentRecord } from './payment-row.ts';
import { lockPayment, type StoredPayment } from './store.ts';

export const voidPayment = operation({
  name: 'void_payment',
  summary:
    'Takes back a payment that was recorded by mistake: what it settled is owed again, its entries are reversed.',
  guidance: 'It cannot be undone. Money that really came in is not voided but paid back.',
  http: 'POST /payments/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: z.strictObject({
    id: Id('payment'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Payment,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [paymentVoided, saleUpdated],
  async run(context, { id, reason, date, version }) {
    const source = { type: 'payment', id, event: paymentVoided.type };
    const [before, open] = await Promise.all([
      lockPayment(context, id, version),
      openDay(context, source, context.today),
    ]);
    if (before.row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepBefore(context, before.row, before.allocations);
    const day = reversalDay(context, { asked: date, open, recorded: before.row.payment_date });
    const active = before.allocations.filter((one) => one.reversed_on === null);
    const [sales, reversals] = await Promise.all([
      lockForPayment(
        context,
        active.map((one) => one.sale_id),
      ),
      reversalsOf(context, source, { date: day, memo: `Void of payment ${before.row.number}` }),
    ]);
    const { row, allocations } = voided(context, before, { day, reason: reason ?? null });
    const bySale = Map.groupBy(active, (one) => one.sale_id);
    applyPaid(
      context,
      sales.map((sale) => ({ sale, by: -(bySale.get(sale.id) ?? []).reduce((sum, { amount }) => sum + amount, 0n) })),
    );
    post(context, reversals);
    const payment = paymentRecord(context, row, allocations);
    context.emit(paymentVoided(payment));
    return payment;
  },
});

type Voiding = { readonly day: Day; readonly reason: string | null };

/** What it settles may be dated later than the payment, and is never taken back before. */
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
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const row = {
    ...before,
    voided_at: now,
    voided_on: day,
    void_reason: reason,
    amount_allocated: 0n,
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
