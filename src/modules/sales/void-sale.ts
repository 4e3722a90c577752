import { z } from 'zod';
import { laterOf } from '../../core/calendar.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { post, reversalsOf } from '../ledger/index.ts';
import { returnStock, stockEvents } from '../stock/index.ts';
import { paymentsRemain, returnsRemain, Sale, saleVoided } from './sale.ts';
import { keepBefore, saleRecord, settledFacts, statusOf } from './sale-record.ts';
import type { SaleRow } from './sale-row.ts';
import { lockSale } from './store.ts';

export const voidSale = operation({
  name: 'void_sale',
  summary: 'Voids a confirmed sale that has no payments: its goods come back and its entry is reversed, today.',
  guidance: 'It cannot be undone. The sale, its number and its entry stay on record.',
  http: 'POST /sales/{id}/void',
  effect: 'destructive',
  permission: 'sales:void',
  mcp: 'action',
  keyRequired: true,
  input: z.strictObject({ id: Id('sale'), reason: Text(500).optional(), version: Version.optional() }),
  output: Sale,
  refuses: [notFound, versionConflict, invalidStateTransition, paymentsRemain],
  emits: [saleVoided, ...stockEvents],
  async run(context, { id, reason, version }) {
    const { row: before, lines } = await lockSale(context, id, version);
    const status = statusOf(before);
    if (status === 'draft') throw invalidStateTransition({ status, allowed: ['delete_sale', 'confirm_sale'] });
    if (status === 'voided') throw invalidStateTransition({ status, allowed: [] });
    checkUnused(before);
    keepBefore(context, before, lines);
    const source = { type: 'sale', id } as const;
    const [reversals, corrections] = await Promise.all([
      reversalsOf(context, { ...source, event: saleVoided.type }, `Void of sale ${before.number ?? ''}`),
      returnStock(context, source),
    ]);
    const row = voided(context, before, reason ?? null);
    post(context, [...reversals, ...corrections]);
    context.emit(saleVoided({ ...row, ...settledFacts(context, row) }));
    return saleRecord(context, row, lines);
  },
});

function checkUnused(row: SaleRow): void {
  const amount = (minor: bigint) => formatMoney(money(minor, row.currency));
  const { amount_credited: credited, amount_written_off: writtenOff } = row;
  if (credited > 0n || writtenOff > 0n) {
    throw returnsRemain({ amount_credited: amount(credited), amount_written_off: amount(writtenOff) });
  }
  const paid = row.amount_paid - row.amount_refunded;
  if (paid > 0n) throw paymentsRemain({ amount_paid: amount(paid) });
}

function voided(context: Context, before: SaleRow, reason: string | null): SaleRow {
  const { db, organization, now, today, actor } = context;
  const stamp = actorStamp(actor);
  // A sale may be dated tomorrow, and is never void before it was made.
  const voidedOn = laterOf(today, before.sale_date);
  db.later(sql`
    update sales set voided_at = ${now}, voided_on = ${voidedOn}, void_reason = ${reason}, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const { version } = before;
  return {
    ...before,
    voided_at: now,
    voided_on: voidedOn,
    void_reason: reason,
    version: version + 1,
    updated_at: now,
    updated_by: stamp,
  };
}
