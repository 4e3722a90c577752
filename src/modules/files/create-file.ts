import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, payloadTooLarge, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { type Content, contentFor } from './content.ts';
import {
  aboutInput,
  contentRefusals,
  fileCreated,
  fileExternalIdTaken,
  type FileRecord,
  type FileWarning,
  FileWithWarnings,
  Sha256,
} from './file.ts';
import { nameFor } from './file-type.ts';
import { fileRecord, type FileRow, searchText } from './store.ts';

export const createFile = operation({
  name: 'create_file',
  summary: 'Create a file: upload a PDF, image, plain text, font or XML e-invoice of up to 25 MiB.',
  guidance: 'Images are JPEG, PNG, WebP or HEIC. Send multipart/form-data with the part `file`; its type is detected.',
  http: 'POST /files',
  effect: 'write',
  permission: 'files:write',
  mcp: 'action',
  creates: true,
  takesFile: true,
  cost: 10,
  undo: undoneBy('delete_file'),
  input: z.strictObject({
    sha256: Sha256.describe('The hash of content uploaded before; with a file, the hash its content must have.'),
    ...aboutInput,
  }),
  output: FileWithWarnings,
  refuses: [notFound, validationFailed, payloadTooLarge, fileExternalIdTaken, ...contentRefusals],
  emits: [fileCreated],
  async run(context, { sha256, ...about }) {
    const [content, duplicate] = await Promise.all([contentFor(context, sha256), findDuplicate(context, sha256)]);
    const file = insertFile(context, content, about);
    return { ...file, warnings: duplicate === undefined ? [] : [duplicate] };
  },
});

type About = z.output<z.ZodObject<typeof aboutInput>>;

/** Makes a file that holds the content, without waiting, and tells who listens. */
export function insertFile(context: Context, content: Content, about: About): FileRecord {
  const { db, organization, now } = context;
  const { sha256, contentType, size } = content;
  const stamp = actorStamp(context.actor);
  const row: FileRow = {
    id: context.newId(),
    name: nameFor(about.name ?? 'file', contentType),
    kind: about.kind ?? 'other',
    folder: about.folder ?? null,
    content_type: contentType,
    size: BigInt(size),
    sha256,
    retention_until: null,
    deleted_at: null,
    purge_at: null,
    links: [],
    external_id: about.external_id ?? null,
    metadata: about.metadata ?? {},
    custom_fields: about.custom_fields ?? {},
    tags: about.tags ?? [],
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: stamp,
    updated_by: stamp,
  };
  db.later(sql`
    insert into files (organization_id, id, name, kind, folder, sha256, content_type, size, search_text, external_id,
      metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${row.id}, ${row.name}, ${row.kind}, ${row.folder}, ${sha256}, ${contentType}, ${size},
      ${searchText(row)}, ${row.external_id}, ${JSON.stringify(row.metadata)}, ${JSON.stringify(row.custom_fields)},
      ${row.tags}::text[], ${now}, ${now}, ${JSON.stringify(stamp)}, ${JSON.stringify(stamp)})`);
  const record = fileRecord(context, row);
  context.emit(fileCreated(record));
  return record;
}

/** A file that holds the same already, as a warning. */
async function findDuplicate({ db, organization }: Context, sha256: string): Promise<FileWarning | undefined> {
  const duplicate = await db.maybe<{ name: string }>(sql`
    select name from files where organization_id = ${organization} and sha256 = ${sha256} and deleted_at is null
    order by created_at, id limit 1`);
  if (duplicate === undefined) return undefined;
  return { code: 'duplicate_file', message: `The file "${duplicate.name}" has the same content.` };
}
