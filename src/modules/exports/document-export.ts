import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { Document } from '../documents/index.ts';
import { ActorStamp, Day, Id, Instant } from '../../wire/index.ts';

export const exportStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'expired'] as const;

const { type: Type, status: Status } = Document.shape;
/** `index` is for people, `datev` for DATEV Unternehmen online. */
export const exportLayouts = ['index', 'datev'] as const;

const noDay = Day.nullable();
const Bounds = z.object({ gte: noDay, gt: noDay, lte: noDay, lt: noDay }).nullable();

/** Filters of the export, as lists of documents take them. */
const ExportFilters = z.object({
  type: z.array(Type).nullable(),
  status: z.array(Status).nullable(),
  client_id: Id('client').nullable(),
  issue_date: Bounds,
  tag: z.string().nullable(),
  booked: Bounds,
});
export type ExportFilters = z.output<typeof ExportFilters>;

/** A file of many documents: how far it is and, once it is there, for how long. */
export const DocumentExport = z.object({
  id: Id('document_export'),
  job_id: Id('job'),
  status: z.enum(exportStatuses),
  filters: ExportFilters,
  layout: z.enum(exportLayouts),
  total: z.int().nullable().describe('Number of documents and files in it; null until counted.'),
  done: z.int(),
  problems: z.int().describe('Number of those that are not in it: index.csv gives the reasons.'),
  problem: z.string().nullable().describe('Why the export failed.'),
  size: z.int().nullable().describe('Size in bytes.'),
  sha256: z.string().nullable(),
  created_at: Instant,
  created_by: ActorStamp,
  finished_at: Instant.nullable(),
  expires_at: Instant.nullable().describe('When the file expires.'),
});
export type DocumentExportRecord = z.output<typeof DocumentExport>;
export type ExportRow = Omit<DocumentExportRecord, 'size'> & { readonly size: bigint | null };

const ExportFacts = DocumentExport.pick({ id: true, status: true, total: true, problems: true, created_by: true });
const toAuthor = { to: 'named', names: 'created_by' } as const;
export const exportCompleted = event('document_export.completed', ExportFacts, {
  title: 'Your export is ready',
  ...toAuthor,
});
export const exportFailed = event('document_export.failed', ExportFacts, {
  title: 'Your export failed',
  ...toAuthor,
});

export const exportColumns: Sql = sql`id, job_id, status, filters, layout, total, done, problems, problem, size,
  case when status = 'completed' then sha256 end as sha256, created_at, created_by, finished_at, expires_at`;

export function exportRecord({ size, ...row }: ExportRow): DocumentExportRecord {
  return { ...row, size: size === null ? null : Number(size) };
}

export async function readExport({ db, organization }: Context, id: string): Promise<DocumentExportRecord> {
  const row = await db.maybe<ExportRow>(sql`
    select ${exportColumns} from document_exports where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return exportRecord(row);
}
