import { z } from 'zod';
import { laterOf } from '../../core/calendar.ts';
import { sum } from '../../core/list.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { post, reversalsOf } from '../ledger/index.ts';
import { applyPaid, lockForPayment, saleUpdated } from '../sales/index.ts';
import { Payment, paymentVoided, refundsRemain } from './payment.ts';
import { keepBefore, paymentRecord } from './payment-row.ts';
import { lockPayment, type StoredPayment } from './store.ts';

export const voidPayment = operation({
  name: 'void_payment',
  summary:
    'Takes back a payment that was recorded by mistake: what it settled is owed again, its entries are reversed today.',
  guidance: 'It cannot be undone. Money that really came in is not voided but paid back.',
  http: 'POST /payments/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  input: z.strictObject({ id: Id('payment'), reason: Text(500).optional(), version: Version.optional() }),
  output: Payment,
  refuses: [notFound, versionConflict, invalidStateTransition, refundsRemain],
  emits: [paymentVoided, saleUpdated],
  async run(context, { id, reason, version }) {
    const before = await lockPayment(context, id, version);
    if (before.row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    const { amount_refunded: refunded, currency } = before.row;
    if (refunded > 0n) throw refundsRemain({ amount_refunded: formatMoney(money(refunded, currency)) });
    keepBefore(context, before.row, before.allocations);
    const active = before.allocations.filter((one) => one.reversed_on === null);
    const [sales, reversals] = await Promise.all([
      lockForPayment(
        context,
        active.map((one) => one.sale_id),
      ),
      reversalsOf(context, { type: 'payment', id, event: paymentVoided.type }, `Void of payment ${before.row.number}`),
    ]);
    const { row, allocations } = voided(context, before, reason ?? null);
    const bySale = Map.groupBy(active, (one) => one.sale_id);
    applyPaid(
      context,
      sales.map((sale) => {
        const own = bySale.get(sale.id) ?? [];
        const amounts = own.map(({ amount }) => amount);
        const base = -sum(own.map((one) => one.base ?? 0n));
        return {
          sale,
          base,
          by: -sum(amounts.filter((one) => one > 0n)),
          refunded: sum(amounts.filter((one) => one < 0n)),
        };
      }),
    );
    post(context, reversals);
    const payment = paymentRecord(context, row, allocations);
    context.emit(paymentVoided(payment));
    return payment;
  },
});

function voided(context: Context, { row: before, allocations }: StoredPayment, reason: string | null): StoredPayment {
  const { db, organization, now, today, actor } = context;
  const stamp = actorStamp(actor);
  // A payment, or what it settles, may be dated tomorrow, and is never taken back before.
  const voidedOn = laterOf(today, before.payment_date);
  db.later(sql`
    update allocations set reversed_on = greatest(allocated_on, ${today})
    where organization_id = ${organization} and payment_id = ${before.id} and reversed_on is null`);
  db.later(sql`
    update payments set voided_at = ${now}, voided_on = ${voidedOn}, void_reason = ${reason}, amount_allocated = 0,
      base_used = case when base_used is null then null else 0 end, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const row = {
    ...before,
    voided_at: now,
    voided_on: voidedOn,
    void_reason: reason,
    amount_allocated: 0n,
    base_used: before.base_used === null ? null : 0n,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
  const reversed = allocations.map((one) => ({
    ...one,
    reversed_on: one.reversed_on ?? laterOf(today, one.allocated_on),
  }));
  return { row, allocations: reversed };
}
