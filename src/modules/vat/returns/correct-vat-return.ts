import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { lockVatSettings } from '../settings/vat-settings.ts';
import { noticeOf } from './notice.ts';
import { returnRecord } from './return-record.ts';
import { loadReturn, lockReturn } from './store.ts';
import { VatReturn, vatReturnCreated, vatReturnExists, vatReturnWrongState } from './vat-return.ts';

export const correctVatReturn = operation({
  name: 'correct_vat_return',
  summary: 'Correct a filed VAT return by a draft that replaces it once that is filed.',
  guidance:
    'The draft has all lines of the period, those that came in late too. Without it they are in the next return.',
  http: 'POST /vat-returns/{id}/correct',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  creates: true,
  noUndo: 'credited',
  input: z.strictObject({ id: Id('vat_return'), version: Version.optional() }),
  output: VatReturn,
  refuses: [notFound, versionConflict, vatReturnWrongState, vatReturnExists],
  emits: [vatReturnCreated],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    await lockVatSettings(context, notFound);
    const row = await lockReturn(context, { id, version });
    if (row.status !== 'filed') throw vatReturnWrongState({ status: row.status });
    const draft = await db.maybe(sql`
      select id from vat_returns where organization_id = ${organization} and scheme = ${row.scheme}
        and period_from = ${row.period_from} and status = 'draft'`);
    if (draft !== undefined) throw vatReturnExists();
    const stamp = JSON.stringify(actorStamp(actor));
    const made = context.newId();
    await db.run(sql`
      insert into vat_returns (organization_id, id, scheme, form, period_from, period_to, status, corrects_id, asked,
        created_at, updated_at, created_by, updated_by)
      values (${organization}, ${made}, ${row.scheme}, ${row.form}, ${row.period_from}, ${row.period_to}, 'draft',
        ${id}, ${JSON.stringify(row.asked)}, ${now}, ${now}, ${stamp}, ${stamp})`);
    const correction = await loadReturn(context, made);
    context.emit(vatReturnCreated(noticeOf(correction, 'draft')));
    return returnRecord(context, correction);
  },
});
