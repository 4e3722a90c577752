import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { DocumentExport, exportColumns, exportRecord, type ExportRow } from './document-export.ts';

export const cancelDocumentExport = operation({
  name: 'cancel_document_export',
  summary: 'Cancel an unfinished document export (zip).',
  http: 'POST /document-exports/{id}/cancel',
  effect: 'write',
  permission: 'documents:read',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('document_export') }),
  output: DocumentExport,
  refuses: [notFound, invalidStateTransition],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const row = await db.maybe<ExportRow>(sql`
      select ${exportColumns} from document_exports where organization_id = ${organization} and id = ${id} for update`);
    if (row === undefined) throw notFound();
    const before = exportRecord(row);
    if (before.status === 'cancelled') return before;
    if (before.status !== 'queued' && before.status !== 'running') {
      throw invalidStateTransition({ status: before.status, allowed: [] });
    }
    context.before(encoderOf(DocumentExport)(before));
    db.later(sql`
      update document_exports set status = 'cancelled', finished_at = ${now}
      where organization_id = ${organization} and id = ${id}`);
    db.later(sql`
      delete from document_export_items where organization_id = ${organization} and export_id = ${id}`);
    return { ...before, status: 'cancelled' as const, finished_at: now };
  },
});
