import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../../ledger/index.ts';
import { noticeOf } from '../returns/notice.ts';
import { noteBefore, returnRecord } from '../returns/return-record.ts';
import { loadReturn, lockReturn, touched } from '../returns/store.ts';
import { VatReturn, vatReturnUnsettled, vatReturnWrongState } from '../returns/vat-return.ts';
import { lockVatSettings } from '../settings/vat-settings.ts';

export const unsettleVatReturn = operation({
  name: 'unsettle_vat_return',
  summary: 'Unsettle a VAT return that is not paid: its entry is reversed, and it stays filed.',
  http: 'POST /vat-returns/{id}/unsettle',
  effect: 'destructive',
  permission: 'vat:write',
  mcp: 'action',
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('vat_return'), date: reversalDate, version: Version.optional() }),
  output: VatReturn,
  refuses: [notFound, validationFailed, versionConflict, vatReturnWrongState],
  emits: [vatReturnUnsettled],
  async run(context, { id, date, version }) {
    const { db, organization } = context;
    await lockVatSettings(context, notFound);
    const row = await lockReturn(context, { id, version });
    await noteBefore(context, row);
    const paid = await db.maybe(sql`
      select id from vat_return_payments
      where organization_id = ${organization} and return_id = ${id} and reversed_on is null limit 1`);
    if (row.status !== 'filed' || row.settled_on === null || paid !== undefined) {
      throw vatReturnWrongState({ status: paid === undefined ? row.status : 'paid' });
    }
    const source = { type: 'vat_return', id, event: vatReturnUnsettled.type };
    // Taken back on its own day where that is open: as if it never was.
    const open = await openDay(context, source, row.settled_on);
    const day = reversalDay(context, { asked: date, open, recorded: row.settled_on });
    const memo = `VAT ${row.period_from} to ${row.period_to}, not settled`;
    post(context, await reversalsOf(context, source, { date: day, memo }));
    const next = { ...row, ...touched(context, row) };
    await db.run(sql`
      update vat_returns set settled_on = null, settlement_entry_id = null, version = ${next.version},
        updated_at = ${next.updated_at}, updated_by = ${JSON.stringify(next.updated_by)}
      where organization_id = ${organization} and id = ${id}`);
    context.emit(vatReturnUnsettled(noticeOf(next, 'filed')));
    return returnRecord(context, await loadReturn(context, id));
  },
});
