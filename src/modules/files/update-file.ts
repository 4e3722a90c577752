import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, recordPatch } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { fileExternalIdTaken, fileKinds, FileName, FileRecord, fileUpdated, Folder } from './file.ts';
import { nameFor } from './file-type.ts';
import { checkThere, touched } from './bin.ts';
import { fileRecord, keepFileBefore, lockFile, searchText } from './store.ts';

export const updateFile = operation({
  name: 'update_file',
  summary: 'Update the name, kind, folder or tags of a file. Its content is unchanged.',
  http: 'PATCH /files/{id}',
  effect: 'write',
  permission: 'files:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_file'),
  input: z.strictObject({
    id: Id('file'),
    name: FileName.optional(),
    kind: z.enum(fileKinds).optional(),
    folder: Folder.nullable().optional(),
    ...recordPatch,
  }),
  output: FileRecord,
  refuses: [notFound, versionConflict, invalidStateTransition, fileExternalIdTaken],
  emits: [fileUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, organization } = context;
    const before = await lockFile(context, id, { version });
    checkThere(before);
    keepFileBefore(context, before);
    const row = { ...before, ...sent(patch), ...touched(context, before) };
    row.name = nameFor(row.name, row.content_type);
    await db.run(sql`
      update files set name = ${row.name}, kind = ${row.kind}, folder = ${row.folder},
        search_text = ${searchText(row)}, external_id = ${row.external_id}, metadata = ${JSON.stringify(row.metadata)},
        custom_fields = ${JSON.stringify(row.custom_fields)}, tags = ${row.tags}::text[], version = ${row.version},
        updated_at = ${row.updated_at}, updated_by = ${JSON.stringify(row.updated_by)}
      where organization_id = ${organization} and id = ${id}`);
    const record = fileRecord(context, row);
    context.emit(fileUpdated(record));
    return record;
  },
});
