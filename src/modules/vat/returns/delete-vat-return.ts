import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { noticeOf } from './notice.ts';
import { noteBefore } from './return-record.ts';
import { lockReturn } from './store.ts';
import { vatReturnDeleted, vatReturnFrozen } from './vat-return.ts';

export const deleteVatReturn = operation({
  name: 'delete_vat_return',
  summary: 'Delete the draft of a VAT return. A filed return stays.',
  http: 'DELETE /vat-returns/{id}',
  effect: 'destructive',
  permission: 'vat:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('vat_return'), version: Version.optional() }),
  output: z.object({ id: Id('vat_return'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, vatReturnFrozen],
  emits: [vatReturnDeleted],
  async run(context, { id, version }) {
    const row = await lockReturn(context, { id, version });
    await noteBefore(context, row);
    if (row.status !== 'draft') throw vatReturnFrozen();
    await context.db.run(sql`delete from vat_returns where organization_id = ${context.organization} and id = ${id}`);
    context.emit(vatReturnDeleted(noticeOf(row, 'draft')));
    return { id, deleted: true as const };
  },
});
