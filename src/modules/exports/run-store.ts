import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { DocumentExportRecord, ExportFilters } from './document-export.ts';
import { type ExportKey, announceBytes, expireBytes } from './kept-bytes.ts';

const exported = sql`document_exports`;

/** The kinds of the jobs that make a file, and that remove it when its time is over. */
export const exportJob = 'export_documents';
export const exportSweepJob = 'sweep_document_export';

/** An export as the one who makes it needs it. */
export type RunningExport = {
  readonly filters: ExportFilters;
  readonly layout: DocumentExportRecord['layout'];
  readonly total: number | null;
  readonly done: number;
  /** Of a file that somebody began to keep before they died. */
  readonly sha256: string | null;
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

/** Takes an export up; undefined where it has ended. */
export function beginExport(db: Db, { organization, id }: ExportKey): Promise<RunningExport | undefined> {
  return db.maybe<RunningExport>(sql`
    update document_exports set status = 'running'
    where organization_id = ${organization} and id = ${id} and status in ('queued', 'running')
    returning filters, layout, total, done, sha256, user_id, permissions, created_by`);
}

/** A document or a file. */
export type ExportItem = {
  /** What it belongs to: itself, or the first of the files of a bill. */
  readonly paper: string;
  /** Day and number of what was booked, where it was chosen by an entry. */
  readonly bookedOn: string | null;
  readonly number: string | null;
} & ({ readonly document: string; readonly file: null } | { readonly document: null; readonly file: string });

/** Keeps what is in it, once; false where it has ended meanwhile. */
export async function keepItems(
  db: Db,
  { organization, id }: ExportKey,
  items: readonly ExportItem[],
): Promise<boolean> {
  const counted = await db.run(sql`
    update document_exports set total = ${items.length}
    where organization_id = ${organization} and id = ${id} and status = 'running' and total is null`);
  if (counted === 0) return false;
  await db.run(sql`
    insert into document_export_items (organization_id, export_id, position, paper_id, document_id, file_id, booked_on,
      number)
    select ${organization}, ${id}, place, paper, document, file, "bookedOn", number
    from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as (paper uuid, document uuid, file uuid, "bookedOn" date, number text))
      with ordinality as given (paper, document, file, "bookedOn", number, place)`);
  return true;
}

/** The next of them after so many. */
export async function itemsAfter(
  db: Db,
  { organization, id }: ExportKey,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ExportItem[]> {
  return db.many<ExportItem>(sql`
    select paper_id as paper, document_id as document, file_id as file, booked_on as "bookedOn", number
    from document_export_items
    where organization_id = ${organization} and export_id = ${id} and position > ${after}
    order by position limit ${limit}`);
}

/** Notes how many are printed; false where it was cancelled. */
export async function noteDone(db: Db, { organization, id }: ExportKey, done: number): Promise<boolean> {
  const rows = await db.run(sql`
    update document_exports set done = ${done}
    where organization_id = ${organization} and id = ${id} and status = 'running'`);
  return rows > 0;
}

/** Says which bytes are about to be kept. */
export function announceFile(db: Db, key: ExportKey, sha256: string): Promise<boolean> {
  return announceBytes(db, { ...key, table: exported }, sha256);
}

/** Marks an export whose time is over, or that was deleted, and answers the hash of its file. */
export async function expireExport(db: Db, key: ExportKey): Promise<string | undefined> {
  const { organization, id } = key;
  await db.run(sql`delete from document_export_items where organization_id = ${organization} and export_id = ${id}`);
  return expireBytes(db, { ...key, table: exported });
}
