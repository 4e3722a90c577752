import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { queueSweep } from './content.ts';
import { filePurged, FileRecord } from './file.ts';
import { fileRecord, keepFileBefore, lockFile } from './store.ts';

/** Removes a file whose time in the bin is over. Not in the catalogue: the service alone does it. */
export const purgeFile = operation({
  name: 'purge_file',
  summary: 'Purge a deleted file permanently.',
  http: 'POST /files/{id}/purge',
  effect: 'destructive',
  permission: 'files:write',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('file') }),
  output: FileRecord,
  refuses: [notFound, invalidStateTransition],
  emits: [filePurged],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const row = await lockFile(context, id);
    // It was restored since, or deleted again later.
    if (row.purge_at === null || row.purge_at > now) throw invalidStateTransition({ allowed: ['delete_file'] });
    keepFileBefore(context, row);
    db.later(sql`delete from files where organization_id = ${organization} and id = ${id}`);
    queueSweep(context, row.sha256);
    const record = fileRecord(context, row);
    context.emit(filePurged(record));
    return record;
  },
});
