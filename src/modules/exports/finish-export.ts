import { z } from 'zod';
import { daysAfter } from '../../core/instant.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { archiveSweepJob } from './archive-run.ts';
import {
  archiveColumns,
  archiveCompleted,
  archiveFailed,
  Export,
  exportOf,
  type OrganizationExportRow,
  readArchive,
} from './export.ts';

const keptDays = 7;

/** Ends an archive. Not in the catalogue, since only the work that makes it calls it. */
export const finishExport = operation({
  name: 'finish_export',
  summary: 'Finish an export of the organisation.',
  http: 'POST /exports/{id}/finish',
  effect: 'write',
  permission: 'data:archive',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('export'),
    problem: z.string().max(1_000).nullable(),
    size: z.int().nullable(),
    records: z.int().nullable(),
    files: z.int().nullable(),
  }),
  output: Export,
  refuses: [notFound],
  emits: [archiveCompleted, archiveFailed],
  async run(context, { id, problem, size, records, files }) {
    const { db, organization, now } = context;
    const expires = daysAfter(now, keptDays);
    const [status, keptUntil] = problem === null ? ['completed', expires] : ['failed', null];
    const row = await db.maybe<OrganizationExportRow>(sql`
      update organization_exports set status = ${status}, problem = ${problem}, size = ${size}, records = ${records},
        files = ${files}, finished_at = ${now}, expires_at = ${keptUntil}
      where organization_id = ${organization} and id = ${id} and status = 'running' returning ${archiveColumns}`);
    // It was cancelled meanwhile: what was kept of it goes at once.
    const runAt = row?.status === 'completed' ? expires : now;
    enqueue(context, { kind: archiveSweepJob, payload: { export_id: id }, runAt });
    if (row === undefined) return readArchive(context, id);
    const record = exportOf(row);
    context.emit((problem === null ? archiveCompleted : archiveFailed)(record));
    return record;
  },
});
