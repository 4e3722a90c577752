import { z } from 'zod';
import { addDays } from '../../core/calendar.ts';
import { beginningOf } from '../../core/recurrence.ts';
import { daysAfter } from '../../core/instant.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { checkThere, writeBin } from './bin.ts';
import { binDays, fileDeleted, fileLinked, FileLink, FileRecord } from './file.ts';
import { fileRecord, type FileRow, keepFileBefore, lockFile } from './store.ts';

export const purgeJob = 'purge_file';

export const deleteFile = operation({
  name: 'delete_file',
  summary: 'Delete a file: move it to the bin, from which it is purged after 30 days.',
  guidance:
    'A receipt of a posted record is kept for the statutory retention period even if deleted. ' +
    'Attachments of issued documents cannot be deleted.',
  http: 'DELETE /files/{id}',
  effect: 'destructive',
  permission: 'files:write',
  mcp: 'action',
  undo: undoneBy('restore_file'),
  input: z.strictObject({ id: Id('file'), version: Version.optional() }),
  output: FileRecord,
  refuses: [notFound, versionConflict, invalidStateTransition, fileLinked],
  // The second when it goes for good.
  emits: [fileDeleted],
  async run(context, { id, version }) {
    const before = await lockFile(context, id, { version });
    checkThere(before);
    const links = z.encode(z.array(FileLink), [...before.links]);
    if (links.length > 0) throw fileLinked({ links });
    keepFileBefore(context, before);
    const purgeAt = purgeTime(context, before);
    const row = writeBin(context, before, { deleted_at: context.now, purge_at: purgeAt });
    enqueue(context, { kind: purgeJob, payload: { file_id: id }, runAt: purgeAt });
    const record = fileRecord(context, row);
    context.emit(fileDeleted(record));
    return record;
  },
});

/** After its time in the bin, and not before the day on which it need no longer be kept. */
function purgeTime({ now, actor }: Context, { retention_until: retention }: FileRow): string {
  const binned = daysAfter(now, binDays);
  if (retention === null) return binned;
  const kept = beginningOf(addDays(retention, 1), actor.organization?.timezone ?? 'UTC');
  return kept > binned ? kept : binned;
}
