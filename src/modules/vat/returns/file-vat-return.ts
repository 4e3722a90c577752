import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import { lockedForTax, setPeriodLocks } from '../../ledger/index.ts';
import { lockVatSettings } from '../settings/vat-settings.ts';
import { fillReturn } from './fill-return.ts';
import { linesOf } from './lines.ts';
import { noticeOf } from './notice.ts';
import { returnChecks } from './return-checks.ts';
import { noteBefore, returnRecord, storedBoxes } from './return-record.ts';
import { loadReturn, lockReturn, touched } from './store.ts';
import { type ReturnRow, VatReturn, vatReturnFiled, vatReturnFrozen, vatReturnNotReady } from './vat-return.ts';

export const fileVatReturn = operation({
  name: 'file_vat_return',
  summary: 'File a VAT return: its boxes and all behind them are kept, and its period is closed for tax.',
  guidance: 'Sends nothing: copy the boxes into the form of the tax office, and file with its receipt as `reference`.',
  http: 'POST /vat-returns/{id}/file',
  effect: 'destructive',
  permission: 'vat:write',
  mcp: 'action',
  risky: true,
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('vat_return'),
    filed_on: Day.optional().describe('Day on which it was handed in. Default: today.'),
    reference: Text(255).optional().describe('Receipt number of the tax office.'),
    version: Version.optional(),
  }),
  output: VatReturn,
  refuses: [notFound, versionConflict, vatReturnFrozen, vatReturnNotReady],
  emits: [vatReturnFiled],
  async run(context, { id, filed_on: filedOn = context.today, reference, version }) {
    const { db, organization, now, actor } = context;
    await lockVatSettings(context, notFound);
    const row = await lockReturn(context, { id, version });
    await noteBefore(context, row);
    if (row.status !== 'draft') throw vatReturnFrozen();
    if (filedOn > context.today || filedOn <= row.period_to) {
      throw fault('/filed_on', 'wrong_day', 'Send a day after the period, and no later than today.');
    }
    await closeForTax(context, row);
    const countedBy = await keepLines(context, row);
    // From the lines that were kept: what is posted or chosen meanwhile is in neither.
    const filled = await fillReturn(context, { ...row, status: 'filed' });
    const errors = (await returnChecks(context, row, filled)).filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw vatReturnNotReady({ checks: errors });
    const { due, net } = filled.filled;
    const stamp = JSON.stringify(actorStamp(actor));
    const next = { ...row, ...touched(context, row) };
    if (row.corrects_id !== null) {
      await db.run(sql`
        update vat_returns set status = 'superseded', version = version + 1, updated_at = ${now}, updated_by = ${stamp}
        where organization_id = ${organization} and id = ${row.corrects_id}`);
    }
    await db.run(sql`
      update vat_returns set status = 'filed', boxes = ${JSON.stringify(storedBoxes(filled.filled))},
        asked = ${storedFigures(filled.asked)}, basis = ${filled.basis}, due = ${due}, net = ${net},
        filed_on = ${filedOn}, filed_at = ${now}, filed_by = ${stamp}, reference = ${reference ?? null},
        kept_at = least(now(), ${now}), counted_by = ${countedBy},
        version = ${next.version}, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and id = ${id}`);
    context.emit(vatReturnFiled(noticeOf(next, 'filed')));
    return returnRecord(context, await loadReturn(context, id));
  },
});

/** Postings in progress are waited for, so that nothing comes in behind what is kept. */
async function closeForTax(context: Context, { period_to: to, scheme }: ReturnRow): Promise<void> {
  if (scheme === 'oss' || to >= context.today) return;
  const through = await lockedForTax(context);
  if (through !== null && through >= to) {
    await context.db.one(sql`select hold_postings(${context.organization}) as held`);
    return;
  }
  const { actor, origin } = context;
  const input = { tax: to, reason: 'VAT return filed' };
  await context.carryOut({ operation: setPeriodLocks, request: { actor, origin, input } });
}

/** Keeps what is behind the boxes, and answers by what it was counted: one statement sees both as they are at once. */
async function keepLines(context: Context, row: ReturnRow): Promise<string | null> {
  const { counted_by: countedBy } = await context.db.one<{ counted_by: string | null }>(sql`
    with kept as (
      insert into vat_return_lines (organization_id, return_id, id, source_type, source_id, tax_rate_id, code,
        account_id, side, tax_date, base, tax, lost, is_late)
      select ${context.organization}, ${row.id}, id, source_type, source_id, tax_rate_id, code, account_id, side,
        tax_date, base, tax, lost, is_late
      from ${linesOf(context, row)} as line
    )
    select vat_counted_by(${context.organization}) as counted_by`);
  return countedBy;
}

function storedFigures(figures: Readonly<Record<string, bigint>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(figures).map(([box, amount]) => [box, amount.toString()])));
}
