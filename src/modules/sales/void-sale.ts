import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../ledger/index.ts';
import { returnStock, stockEvents } from '../stock/index.ts';
import { paymentsRemain, Sale, saleVoided } from './sale.ts';
import { keepBefore, saleRecord, settledFacts, statusOf } from './sale-record.ts';
import type { SaleRow } from './sale-row.ts';
import { lockSale } from './store.ts';

export const voidSale = operation({
  name: 'void_sale',
  summary: 'Voids a confirmed sale that has no payments: its goods come back and its entry is reversed.',
  guidance: 'It cannot be undone. The sale, its number and its entry stay on record.',
  http: 'POST /sales/{id}/void',
  effect: 'destructive',
  permission: 'sales:void',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: z.strictObject({
    id: Id('sale'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Sale,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, paymentsRemain],
  emits: [saleVoided, ...stockEvents],
  async run(context, { id, reason, date, version }) {
    const source = { type: 'sale', id } as const;
    const [{ row: before, lines }, open] = await Promise.all([
      lockSale(context, id, version),
      openDay(context, source, context.today),
    ]);
    const status = statusOf(before);
    if (status === 'draft') throw invalidStateTransition({ status, allowed: ['delete_sale', 'confirm_sale'] });
    if (status === 'voided') throw invalidStateTransition({ status, allowed: [] });
    if (before.amount_paid > 0n)
      throw paymentsRemain({ amount_paid: formatMoney(money(before.amount_paid, before.currency)) });
    keepBefore(context, before, lines);
    const day = reversalDay(context, { asked: date, open, recorded: before.sale_date });
    const memo = `Void of sale ${before.number ?? ''}`;
    const [reversals, corrections] = await Promise.all([
      reversalsOf(context, { ...source, event: saleVoided.type }, { date: day, memo }),
      returnStock(context, source, day),
    ]);
    const row = voided(context, before, { day, reason: reason ?? null });
    post(context, [...reversals, ...corrections]);
    context.emit(saleVoided({ ...row, ...settledFacts(context, row) }));
    return saleRecord(context, row, lines);
  },
});

type Voiding = { readonly day: Day; readonly reason: string | null };

function voided(context: Context, before: SaleRow, { day, reason }: Voiding): SaleRow {
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  db.later(sql`
    update sales set voided_at = ${now}, voided_on = ${day}, void_reason = ${reason}, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const { version } = before;
  return {
    ...before,
    voided_at: now,
    voided_on: day,
    void_reason: reason,
    version: version + 1,
    updated_at: now,
    updated_by: stamp,
  };
}
