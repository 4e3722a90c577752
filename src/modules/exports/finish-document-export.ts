import { z } from 'zod';
import { daysAfter } from '../../core/instant.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import {
  DocumentExport,
  exportColumns,
  exportCompleted,
  exportFailed,
  exportRecord,
  type ExportRow,
  readExport,
} from './document-export.ts';
import { exportSweepJob } from './run-store.ts';

const keptDays = 7;

/** Ends an export. Not in the catalogue, since only the work that makes files calls it. */
export const finishDocumentExport = operation({
  name: 'finish_document_export',
  summary: 'Finish a document export.',
  http: 'POST /document-exports/{id}/finish',
  effect: 'write',
  permission: 'documents:read',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('document_export'),
    problem: z.string().max(1_000).nullable(),
    size: z.int().nullable(),
    problems: z.int(),
  }),
  output: DocumentExport,
  refuses: [notFound],
  emits: [exportCompleted, exportFailed],
  async run(context, { id, problem, size, problems }) {
    const { db, organization, now } = context;
    const expires = daysAfter(now, keptDays);
    const [status, keptUntil] = problem === null ? ['completed', expires] : ['failed', null];
    const row = await db.maybe<ExportRow>(sql`
      update document_exports set status = ${status}, problem = ${problem}, size = ${size}, problems = ${problems},
        done = case when ${status} = 'completed' then total else done end, finished_at = ${now},
        expires_at = ${keptUntil}
      where organization_id = ${organization} and id = ${id} and status = 'running' returning ${exportColumns}`);
    // It was cancelled meanwhile: what was kept of it goes at once.
    const runAt = row?.status === 'completed' ? expires : now;
    enqueue(context, { kind: exportSweepJob, payload: { export_id: id }, runAt });
    if (row === undefined) return readExport(context, id);
    const record = exportRecord(row);
    context.emit((problem === null ? exportCompleted : exportFailed)(record));
    return record;
  },
});
