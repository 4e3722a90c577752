import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, Notes, SignedAmount, Text, Version } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { formOfScheme } from '../forms/index.ts';
import { minorOf } from './minor-of.ts';
import { noticeOf } from './notice.ts';
import { noteBefore, returnRecord } from './return-record.ts';
import { loadReturn, lockReturn, touched } from './store.ts';
import { VatReturn, vatReturnFrozen, vatReturnUpdated } from './vat-return.ts';

const figuresMax = 60;

export const updateVatReturn = operation({
  name: 'update_vat_return',
  summary: 'Update a draft VAT return: figures that the books do not know, and notes.',
  http: 'PATCH /vat-returns/{id}',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_vat_return'),
  input: z.strictObject({
    id: Id('vat_return'),
    figures: z
      .record(Text(20), SignedAmount.nullable())
      .refine((figures) => Object.keys(figures).length <= figuresMax, { error: `Send at most ${figuresMax} figures.` })
      .optional()
      .describe('By box, such as {"39": "120.00"}, of boxes with `is_asked`. Null clears one; others stay.'),
    notes: Notes.nullable().optional(),
    version: Version.optional(),
  }),
  output: VatReturn,
  refuses: [notFound, validationFailed, versionConflict, vatReturnFrozen],
  emits: [vatReturnUpdated],
  async run(context, { id, version, figures = {}, notes }) {
    const { db, organization } = context;
    const [row, { country }] = await Promise.all([lockReturn(context, { id, version }), settingsOf(context)]);
    await noteBefore(context, row);
    if (row.status !== 'draft') throw vatReturnFrozen();
    const asked = { ...row.asked };
    const askable = new Set(
      formOfScheme(row.scheme, country).boxes.flatMap((box) => (box.asked === true ? box.box : [])),
    );
    for (const [box, figure] of Object.entries(figures)) {
      if (!askable.has(box)) {
        const places = [...askable].join(', ') || 'no box';
        const message = `The books fill in that box, or there is none. Figures go to: ${places}.`;
        throw fault(`/figures/${box}`, 'not_asked', message);
      }
      if (figure === null) delete asked[box];
      else asked[box] = minorOf(context, figure, `/figures/${box}`).toString();
    }
    const next = { ...row, asked, notes: notes === undefined ? row.notes : notes, ...touched(context, row) };
    await db.run(sql`
      update vat_returns set asked = ${JSON.stringify(asked)}, notes = ${next.notes}, version = ${next.version},
        updated_at = ${next.updated_at}, updated_by = ${JSON.stringify(next.updated_by)}
      where organization_id = ${organization} and id = ${id}`);
    context.emit(vatReturnUpdated(noticeOf(next, 'draft')));
    return returnRecord(context, await loadReturn(context, id));
  },
});
