import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ExportKey } from './run-store.ts';

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

/** Whether somebody still waits for it. */
export async function isWanted(db: Db, { organization, id }: ExportKey): Promise<boolean> {
  const row = await db.maybe(sql`
    select from organization_exports
    where organization_id = ${organization} and id = ${id} and status = 'running'`);
  return row !== undefined;
}

/** Says which bytes are about to be kept, so that whoever takes over after a crash removes what came of them. */
export async function announceArchive(db: Db, { organization, id }: ExportKey, sha256: string): Promise<boolean> {
  const rows = await db.run(sql`
    update organization_exports set sha256 = ${sha256}
    where organization_id = ${organization} and id = ${id} and status = 'running'`);
  return rows > 0;
}

/** Marks an archive whose time is over, or that was deleted, and answers the hash of its file. */
export async function expireArchive(db: Db, { organization, id }: ExportKey): Promise<string | undefined> {
  const row = await db.maybe<{ sha256: string | null }>(sql`
    update organization_exports set status = case when status = 'completed' then 'expired' else status end
    where organization_id = ${organization} and id = ${id} and finished_at is not null returning sha256`);
  return row?.sha256 ?? undefined;
}
