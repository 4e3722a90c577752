import { folded } from '../../core/fold.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { FileRecord } from './file.ts';

/** A row of `files` with its links. */
export type FileRow = Omit<FileRecord, 'organization_id' | 'status' | 'size'> & { readonly size: bigint };

export const fileColumns: Sql = sql`f.id, f.name, f.kind, f.folder, f.content_type, f.size, f.sha256,
  f.retention_until, f.deleted_at, f.purge_at, f.external_id, f.metadata, f.custom_fields, f.tags, f.version,
  f.created_at, f.updated_at, f.created_by, f.updated_by, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'type', case when l.expense_id is not null then 'expense' when l.document_id is not null then 'document'
        else 'product' end, 'id', l.record_id)
      order by l.record_id), '[]')
    from file_links as l where l.organization_id = f.organization_id and l.file_id = f.id) as links`;

export function fileRecord({ organization }: Context, row: FileRow): FileRecord {
  const status = row.deleted_at === null ? 'available' : 'deleted';
  return { ...row, organization_id: organization, status, size: Number(row.size) };
}

const wireFile = encoderOf(FileRecord);

/** Keeps the file as it was for the audit log, in wire form. */
export function keepFileBefore(context: Context, row: FileRow): void {
  context.before(wireFile(fileRecord(context, row)));
}

export async function readFile(context: Context, id: string, absent: () => Error = notFound): Promise<FileRow> {
  const row = await context.db.maybe<FileRow>(rowOf(context, id));
  if (row === undefined) throw absent();
  return row;
}

/** The file, locked, as it is once the lock is held. */
export async function lockFile(
  context: Context,
  id: string,
  { version, missing = notFound }: { readonly version?: number | undefined; readonly missing?: () => Error } = {},
): Promise<FileRow> {
  const { db, organization } = context;
  const [locked, row] = await Promise.all([
    db.maybe<object>(sql`select from files where organization_id = ${organization} and id = ${id} for update`),
    db.maybe<FileRow>(rowOf(context, id)),
  ]);
  if (locked === undefined || row === undefined) throw missing();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

function rowOf({ organization }: Context, id: string): Sql {
  return sql`select ${fileColumns} from files f where f.organization_id = ${organization} and f.id = ${id}`;
}

/** Text that `q` searches, without case and accents. */
export function searchText({ name, folder }: Pick<FileRow, 'name' | 'folder'>): string {
  return folded(name, folder);
}
