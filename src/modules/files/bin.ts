import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { FileRow } from './store.ts';

export function touched({ actor, now }: Context, { version }: FileRow) {
  return { version: version + 1, updated_at: now, updated_by: actorStamp(actor) };
}

/** Refuses what is not done with a deleted file. */
export function checkThere({ deleted_at: deletedAt }: FileRow): void {
  if (deletedAt !== null) throw invalidStateTransition({ status: 'deleted', allowed: ['restore_file'] });
}

/** Puts a locked file into the bin, or takes it out, without waiting. */
export function writeBin(context: Context, before: FileRow, bin: Pick<FileRow, 'deleted_at' | 'purge_at'>): FileRow {
  const row = { ...before, ...bin, ...touched(context, before) };
  context.db.later(sql`
    update files set deleted_at = ${row.deleted_at}, purge_at = ${row.purge_at}, version = ${row.version},
      updated_at = ${row.updated_at}, updated_by = ${JSON.stringify(row.updated_by)}
    where organization_id = ${context.organization} and id = ${row.id}`);
  return row;
}
