import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type ExportKey, announceBytes, expireBytes } from './kept-bytes.ts';

const archives = sql`organization_exports`;

/** The kinds of the jobs that make an archive, and that remove it when its time is over. */
export const archiveJob = 'export_organization';
export const archiveSweepJob = 'sweep_organization_export';

/** An archive as the one who makes it needs it. */
export type RunningArchive = {
  /** Of an archive that somebody began to keep before they died. */
  readonly sha256: string | null;
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

/** Takes an archive up; undefined where it has ended. */
export function beginArchive(db: Db, { organization, id }: ExportKey): Promise<RunningArchive | undefined> {
  return db.maybe<RunningArchive>(sql`
    update organization_exports set status = 'running'
    where organization_id = ${organization} and id = ${id} and status in ('queued', 'running')
    returning sha256, user_id, permissions, created_by`);
}

/** True while the export runs: it may have been cancelled. */
export async function isWanted(db: Db, { organization, id }: ExportKey): Promise<boolean> {
  const row = await db.maybe(sql`
    select from organization_exports
    where organization_id = ${organization} and id = ${id} and status = 'running'`);
  return row !== undefined;
}

/** Says which bytes are about to be kept. */
export function announceArchive(db: Db, key: ExportKey, sha256: string): Promise<boolean> {
  return announceBytes(db, { ...key, table: archives }, sha256);
}

/** Marks an archive whose time is over, or that was deleted, and answers the hash of its file. */
export function expireArchive(db: Db, key: ExportKey): Promise<string | undefined> {
  return expireBytes(db, { ...key, table: archives });
}
