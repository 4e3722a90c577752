import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { writeBin } from './bin.ts';
import { FileRecord, fileRestored } from './file.ts';
import { fileRecord, keepFileBefore, lockFile } from './store.ts';

export const restoreFile = operation({
  name: 'restore_file',
  summary: 'Restore a deleted file.',
  http: 'POST /files/{id}/restore',
  effect: 'write',
  permission: 'files:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('delete_file'),
  input: z.strictObject({ id: Id('file'), version: Version.optional() }),
  output: FileRecord,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [fileRestored],
  async run(context, { id, version }) {
    const before = await lockFile(context, id, { version });
    if (before.deleted_at === null) {
      throw invalidStateTransition({ status: 'available', allowed: ['update_file', 'delete_file'] });
    }
    keepFileBefore(context, before);
    const record = fileRecord(context, writeBin(context, before, { deleted_at: null, purge_at: null }));
    context.emit(fileRestored(record));
    return record;
  },
});
