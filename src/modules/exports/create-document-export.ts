import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { operation } from '../../operation/operation.ts';
import { Day, Id, Text } from '../../wire/index.ts';
import { Document } from '../documents/index.ts';
import { DocumentExport, exportColumns, type ExportFilters, exportRecord, type ExportRow } from './document-export.ts';
import { exportJob } from './run-store.ts';

/** Of one organisation: those of others wait behind them, and files take room. */
const unfinishedMax = 50;
const keptBytesMax = 10_000_000_000;

const { type: Type, status: Status } = Document.shape;
const Days = z.strictObject({ gte: Day.optional(), gt: Day.optional(), lte: Day.optional(), lt: Day.optional() });

export const createDocumentExport = operation({
  name: 'create_document_export',
  summary: 'Create a document export: a zip of many PDFs with an index, such as a month’s invoices.',
  guidance:
    'Runs in the background. Drafts are excluded unless `status` names them. Check progress with ' +
    'get_document_export; the file is at /content.',
  http: 'POST /document-exports',
  effect: 'write',
  permission: 'documents:read',
  mcp: 'action',
  creates: true,
  cancelledBy: 'cancel_document_export',
  cost: 20,
  input: z.strictObject({
    type: z.array(Type).min(1).max(Type.options.length).optional(),
    status: z.array(Status).min(1).max(Status.options.length).optional(),
    client_id: Id('client').optional(),
    issue_date: z
      .union([Day, Days])
      .optional()
      .describe('A day, or bounds such as {"gte": "2026-03-01", "lt": "2026-04-01"}.'),
    tag: Text(50).optional(),
  }),
  output: DocumentExport,
  refuses: [limitExceeded],
  // Both once its work is done.
  async run(context, { type = null, status = null, client_id = null, issue_date: days, tag = null }) {
    const { db, organization, actor, now } = context;
    const { unfinished, bytes } = await db.one<{ unfinished: bigint; bytes: bigint }>(sql`
      select count(*) filter (where status <> 'completed') as unfinished, coalesce(sum(size), 0)::bigint as bytes
      from document_exports where organization_id = ${organization} and status in ('queued', 'running', 'completed')`);
    if (unfinished >= unfinishedMax) {
      throw limitExceeded({
        max: unfinishedMax,
        hint: 'Wait until one has finished, or cancel one with cancel_document_export.',
      });
    }
    if (bytes > keptBytesMax) {
      throw limitExceeded({
        max_bytes: keptBytesMax,
        hint: 'Delete zips you no longer need with delete_document_export.',
      });
    }
    const id = context.newId();
    const jobId = enqueue(context, { kind: exportJob, payload: { export_id: id } });
    const filters: ExportFilters = { type, status, client_id, issue_date: boundsOf(days), tag };
    const row = await db.one<ExportRow>(sql`
      insert into document_exports (organization_id, id, job_id, filters, user_id, permissions, created_at, created_by)
      values (${organization}, ${id}, ${jobId}, ${JSON.stringify(filters)}, ${actor.userId},
        ${[...actor.permissions]}::text[], ${now}, ${JSON.stringify(actorStamp(actor))})
      returning ${exportColumns}`);
    return exportRecord(row);
  },
});

/** One day is the first and the last of them. */
function boundsOf(days: string | z.output<typeof Days> | undefined): ExportFilters['issue_date'] {
  if (days === undefined) return null;
  const { gte = null, gt = null, lte = null, lt = null } = typeof days === 'string' ? { gte: days, lte: days } : days;
  return { gte, gt, lte, lt };
}
