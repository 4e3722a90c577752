import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { DocumentExport, exportColumns, exportRecord, type ExportRow } from './document-export.ts';
import { exportSweepJob } from './run-store.ts';

export const deleteDocumentExport = operation({
  name: 'delete_document_export',
  summary: 'Delete the file of a document export before it expires.',
  http: 'DELETE /document-exports/{id}',
  effect: 'destructive',
  permission: 'documents:read',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('document_export') }),
  output: DocumentExport,
  refuses: [notFound, invalidStateTransition],
  async run(context, { id }) {
    const { db, organization } = context;
    const row = await db.maybe<ExportRow>(sql`
      select ${exportColumns} from document_exports where organization_id = ${organization} and id = ${id} for update`);
    if (row === undefined) throw notFound();
    const before = exportRecord(row);
    if (before.status !== 'completed') {
      const isOpen = before.status === 'queued' || before.status === 'running';
      throw invalidStateTransition({ status: before.status, allowed: isOpen ? ['cancel_document_export'] : [] });
    }
    context.before(encoderOf(DocumentExport)(before));
    db.later(sql`
      update document_exports set status = 'expired' where organization_id = ${organization} and id = ${id}`);
    enqueue(context, { kind: exportSweepJob, payload: { export_id: id } });
    return { ...before, status: 'expired' as const, sha256: null };
  },
});
