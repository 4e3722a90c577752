import { z } from 'zod';
import { vatSettled } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day, Id, Version } from '../../../wire/index.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import { noticeOf } from '../returns/notice.ts';
import { noteBefore, returnRecord } from '../returns/return-record.ts';
import { loadReturn, lockReturn, touched } from '../returns/store.ts';
import { VatReturn, vatReturnSettled, vatReturnWrongState } from '../returns/vat-return.ts';
import { lockVatSettings } from '../settings/vat-settings.ts';
import { accountsToSettle, netSettledBefore } from './settled-lines.ts';

export const settleVatReturn = operation({
  name: 'settle_vat_return',
  summary: 'Settle a filed VAT return: one entry moves its tax to what is owed to the tax office.',
  guidance: 'The tax accounts keep only what is in no filed return. What the form rounds goes to the rounding account.',
  http: 'POST /vat-returns/{id}/settle',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  posts: true,
  undo: undoneBy('unsettle_vat_return'),
  input: z.strictObject({
    id: Id('vat_return'),
    date: Day.optional().describe('Date of the entry. Default: the last day of the period.'),
    version: Version.optional(),
  }),
  output: VatReturn,
  refuses: [notFound, validationFailed, versionConflict, vatReturnWrongState],
  emits: [vatReturnSettled],
  async run(context, { id, date: asked, version }) {
    const { db, organization } = context;
    await lockVatSettings(context, notFound);
    const row = await lockReturn(context, { id, version });
    await noteBefore(context, row);
    if (row.status !== 'filed' || row.settled_on !== null) {
      throw vatReturnWrongState({ status: row.settled_on === null ? row.status : 'settled' });
    }
    const date = asked ?? row.period_to;
    if (date < row.period_to || date > context.today) {
      throw fault('/date', 'wrong_day', 'Send a day from the end of the period to today.');
    }
    const [accounts, taxes, before] = await Promise.all([
      accountsByRole(context),
      accountsToSettle(context, row),
      netSettledBefore(context, row),
    ]);
    const header = {
      date,
      memo: `VAT ${row.period_from} to ${row.period_to}`,
      source: { type: 'vat_return', id, event: vatReturnSettled.type },
    };
    const entry = vatSettled({ header, accounts, taxes, net: (row.net ?? 0n) - before });
    const entryId = entry === undefined ? null : context.newId();
    const next = { ...row, ...touched(context, row) };
    if (entry !== undefined && entryId !== null) post(context, [{ id: entryId, entry }]);
    await db.run(sql`
      update vat_returns set settled_on = ${date}, settlement_entry_id = ${entryId}, version = ${next.version},
        updated_at = ${next.updated_at}, updated_by = ${JSON.stringify(next.updated_by)}
      where organization_id = ${organization} and id = ${id}`);
    context.emit(vatReturnSettled(noticeOf(next, 'settled')));
    return returnRecord(context, await loadReturn(context, id));
  },
});
