import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../wire/index.ts';
import { exportStatuses } from './document-export.ts';

/** An archive of the whole organisation: how far it is and, once it is there, for how long. */
export const Export = z.object({
  id: Id('export'),
  job_id: Id('job'),
  status: z.enum(exportStatuses),
  records: z.int().nullable().describe('Number of records in it; null until complete.'),
  files: z.int().nullable().describe('Number of files and stored pages in it.'),
  problem: z.string().nullable().describe('Why the export failed.'),
  size: z.int().nullable().describe('Size in bytes.'),
  sha256: z.string().nullable(),
  created_at: Instant,
  created_by: ActorStamp,
  finished_at: Instant.nullable(),
  expires_at: Instant.nullable().describe('When the archive expires.'),
});
export type ExportRecord = z.output<typeof Export>;
export type OrganizationExportRow = Omit<ExportRecord, 'size' | 'records' | 'files'> & {
  readonly size: bigint | null;
  readonly records: bigint | null;
  readonly files: bigint | null;
};

const ExportFacts = Export.pick({ id: true, status: true, records: true, files: true });
export const archiveCompleted = event('export.completed', ExportFacts);
export const archiveFailed = event('export.failed', ExportFacts);

export const archiveColumns: Sql = sql`id, job_id, status, records, files, problem, size,
  case when status = 'completed' then sha256 end as sha256, created_at, created_by, finished_at, expires_at`;

export function exportOf({ size, records, files, ...row }: OrganizationExportRow): ExportRecord {
  const number = (value: bigint | null) => (value === null ? null : Number(value));
  return { ...row, size: number(size), records: number(records), files: number(files) };
}

export async function readArchive({ db, organization }: Context, id: string): Promise<ExportRecord> {
  const row = await db.maybe<OrganizationExportRow>(sql`
    select ${archiveColumns} from organization_exports where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return exportOf(row);
}
