import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { archiveSweepJob } from './archive-run.ts';
import { archiveColumns, Export, exportOf, type OrganizationExportRow } from './export.ts';

export const deleteExport = operation({
  name: 'delete_export',
  summary: 'Delete an export of the organisation before it expires, or cancel an unfinished one.',
  http: 'DELETE /exports/{id}',
  effect: 'destructive',
  permission: 'data:archive',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('export') }),
  output: Export,
  refuses: [notFound, invalidStateTransition],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const row = await db.maybe<OrganizationExportRow>(sql`
      select ${archiveColumns} from organization_exports
      where organization_id = ${organization} and id = ${id} for update`);
    if (row === undefined) throw notFound();
    const before = exportOf(row);
    const isOpen = before.status === 'queued' || before.status === 'running';
    if (!isOpen && before.status !== 'completed') {
      throw invalidStateTransition({ status: before.status, allowed: [] });
    }
    context.before(encoderOf(Export)(before));
    const status = isOpen ? ('cancelled' as const) : ('expired' as const);
    const finished = before.finished_at ?? now;
    db.later(sql`
      update organization_exports set status = ${status}, finished_at = ${finished}
      where organization_id = ${organization} and id = ${id}`);
    if (!isOpen) enqueue(context, { kind: archiveSweepJob, payload: { export_id: id } });
    return { ...before, status, finished_at: finished, sha256: null };
  },
});
