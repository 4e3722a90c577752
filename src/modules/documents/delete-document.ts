import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { detachFiles } from '../files/index.ts';
import { deleteDraft, lockSale, saleDeleted, statusOf } from '../sales/index.ts';
import { holdEvents } from '../stock/index.ts';
import { documentRepeats } from './document.ts';
import { factsOf, keepBefore } from './document-record.ts';
import { deleted } from './events.ts';
import { checkStatus } from './status.ts';
import { lockDocument, removeLines } from './store.ts';

export const deleteDocument = operation({
  name: 'delete_document',
  summary: 'Delete a draft document.',
  guidance:
    'A draft sale created for the invoice is deleted too. Issued documents cannot be deleted: void or credit them.',
  http: 'DELETE /documents/{id}',
  effect: 'destructive',
  permission: 'documents:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('document'), version: Version.optional() }),
  output: z.object({ id: Id('document'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, invalidStateTransition, documentRepeats],
  emits: [...Object.values(deleted), saleDeleted, ...holdEvents],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const document = await lockDocument(context, { id, version });
    const { row } = document;
    checkStatus(context, row, ['draft']);
    keepBefore(context, document);
    if (row.attachments.length > 0) detachFiles(context, id);
    removeLines(context, id);
    db.later(sql`delete from documents where organization_id = ${organization} and id = ${id}`);
    const gone = deleted[row.type]?.({ ...row, ...factsOf(context, row) });
    if (gone !== undefined) context.emit(gone);
    if (row.made_sale && row.sale_id !== null) await deleteItsDraft(context, row.sale_id);
    return { id, deleted: true as const };
  },
});

/** The sale that was drafted for it goes with it, unless it was confirmed meanwhile. */
async function deleteItsDraft(context: Context, saleId: string): Promise<void> {
  const { row } = await lockSale(context, saleId, undefined);
  if (statusOf(row) === 'draft') await deleteDraft(context, row);
}
