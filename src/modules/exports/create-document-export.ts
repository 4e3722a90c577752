import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { forbidden, insufficientScope, limitExceeded, validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { enqueue } from '../../operation/jobs.ts';
import { lacking } from '../../operation/lacking.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, Id, Text } from '../../wire/index.ts';
import { Document } from '../documents/index.ts';
import {
  DocumentExport,
  exportColumns,
  type ExportFilters,
  exportLayouts,
  exportRecord,
  type ExportRow,
} from './document-export.ts';
import { exportJob } from './run-store.ts';

/** Of one organisation: those of others wait behind them, and files take room. */
const unfinishedMax = 50;
const keptBytesMax = 10_000_000_000;

const { type: Type, status: Status } = Document.shape;
const Days = z.strictObject({ gte: Day.optional(), gt: Day.optional(), lte: Day.optional(), lt: Day.optional() });

export const createDocumentExport = operation({
  name: 'create_document_export',
  summary: 'Create a document export: a zip of many PDFs, such as a month’s invoices or the papers behind the books.',
  guidance:
    'Runs in the background: see get_document_export; the file is at /content. Drafts only if `status` names them. ' +
    '`booked` takes invoices and receipts by journal entries.',
  http: 'POST /document-exports',
  effect: 'write',
  permission: 'documents:read',
  mcp: 'action',
  creates: true,
  cancelledBy: 'cancel_document_export',
  cost: 20,
  noUndo: 'expires',
  input: z.strictObject({
    type: z.array(Type).min(1).max(Type.options.length).optional(),
    status: z.array(Status).min(1).max(Status.options.length).optional(),
    client_id: Id('client').optional(),
    issue_date: z
      .union([Day, Days])
      .optional()
      .describe('A day, or bounds such as {"gte": "2026-03-01", "lt": "2026-04-01"}.'),
    tag: Text(50).optional(),
    booked: z
      .union([Day, Days])
      .optional()
      .describe('Instead of the others: documents and files behind the journal entries of these days.'),
    layout: z
      .enum(exportLayouts)
      .default('index')
      .describe('With index.csv; or of `booked`, as DATEV Unternehmen online takes it, for the links of export_datev.'),
  }),
  output: DocumentExport,
  refuses: [validationFailed, limitExceeded, forbidden, insufficientScope],
  // Both once its work is done.
  async run(context, input) {
    const { db, organization, actor, now } = context;
    checkBooked(context, input);
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
    const { type = null, status = null, client_id = null, issue_date: days, tag = null, booked, layout } = input;
    const filters: ExportFilters = {
      type,
      status,
      client_id,
      issue_date: boundsOf(days),
      tag,
      booked: boundsOf(booked),
    };
    const row = await db.one<ExportRow>(sql`
      insert into document_exports (organization_id, id, job_id, filters, layout, user_id, permissions, created_at,
        created_by)
      values (${organization}, ${id}, ${jobId}, ${JSON.stringify(filters)}, ${layout}, ${actor.userId},
        ${[...actor.permissions]}::text[], ${now}, ${JSON.stringify(actorStamp(actor))})
      returning ${exportColumns}`);
    return exportRecord(row);
  },
});

type Asked = Partial<Record<(typeof ofDocuments)[number] | 'booked', unknown>> & { readonly layout: string };

const ofDocuments = ['type', 'status', 'client_id', 'issue_date', 'tag'] as const;
/** Of the journal, and of the files of bills. */
const bookedNeeds = ['ledger:read', 'files:read'] as const;

/** What the journal names is not chosen by what documents are; and DATEV links nothing else. */
function checkBooked({ actor }: Context, input: Asked): void {
  if (input.booked === undefined) {
    if (input.layout === 'datev') throw fault('/booked', 'required', 'Send the days whose entries are exported.');
    return;
  }
  const odd = ofDocuments.find((name) => input[name] !== undefined);
  if (odd !== undefined) throw fault(`/${odd}`, 'not_used', 'Leave it out, or leave `booked` out.');
  const missing = bookedNeeds.find((name) => !actor.permissions.has(name));
  if (missing !== undefined) throw lacking(actor, missing);
}

/** One day is the first and the last of them. */
function boundsOf(days: string | z.output<typeof Days> | undefined): ExportFilters['issue_date'] {
  if (days === undefined) return null;
  const { gte = null, gt = null, lte = null, lt = null } = typeof days === 'string' ? { gte: days, lte: days } : days;
  return { gte, gt, lte, lt };
}
