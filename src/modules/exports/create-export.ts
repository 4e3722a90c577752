import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { archiveColumns, Export, exportOf, type OrganizationExportRow } from './export.ts';
import { archiveJob } from './archive-run.ts';

/** Of one organisation: each reads everything, and takes as much room as all of it. */
const unfinishedMax = 50;
const keptMax = 10;

export const createExport = operation({
  name: 'create_export',
  summary: 'Create an export (backup) of the whole organisation: all records, files and books.',
  guidance:
    'For owners and admins; runs in the background. Check progress with get_export; the zip is at /content and ' +
    'can be restored elsewhere.',
  http: 'POST /exports',
  effect: 'write',
  permission: 'data:archive',
  stepUp: true,
  mcp: 'action',
  creates: true,
  cancelledBy: 'delete_export',
  cost: 60,
  undo: undoneBy('delete_export'),
  input: z.strictObject({}),
  output: Export,
  refuses: [limitExceeded],
  // Both events once its work is done.
  async run(context) {
    const { db, organization, actor, now } = context;
    const { unfinished, kept } = await db.one<{ unfinished: bigint; kept: bigint }>(sql`
      select count(*) filter (where status <> 'completed') as unfinished,
        count(*) filter (where status = 'completed') as kept
      from organization_exports
      where organization_id = ${organization} and status in ('queued', 'running', 'completed')`);
    if (unfinished >= unfinishedMax) {
      throw limitExceeded({
        max: unfinishedMax,
        hint: 'Wait until one has finished, or delete one with delete_export.',
      });
    }
    if (kept >= keptMax)
      throw limitExceeded({ max: keptMax, hint: 'Delete archives you no longer need with delete_export.' });
    const id = context.newId();
    const jobId = enqueue(context, { kind: archiveJob, payload: { export_id: id } });
    const row = await db.one<OrganizationExportRow>(sql`
      insert into organization_exports (organization_id, id, job_id, user_id, permissions, created_at, created_by)
      values (${organization}, ${id}, ${jobId}, ${actor.userId}, ${[...actor.permissions]}::text[], ${now},
        ${JSON.stringify(actorStamp(actor))})
      returning ${archiveColumns}`);
    return exportOf(row);
  },
});
