import type { Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';

/** An export in the table of its kind. */
export type ExportRow = ExportKey & { readonly table: Sql };

/** Says which bytes are about to be kept, so that whoever takes over after a crash removes what came of them. */
export async function announceBytes(db: Db, { table, organization, id }: ExportRow, sha256: string): Promise<boolean> {
  const rows = await db.run(sql`
    update ${table} set sha256 = ${sha256}
    where organization_id = ${organization} and id = ${id} and status = 'running'`);
  return rows > 0;
}

/** Marks an export whose time is over, or that was deleted, and answers the hash of its file. */
export async function expireBytes(db: Db, { table, organization, id }: ExportRow): Promise<string | undefined> {
  const row = await db.maybe<{ sha256: string | null }>(sql`
    update ${table} set status = case when status = 'completed' then 'expired' else status end
    where organization_id = ${organization} and id = ${id} and finished_at is not null returning sha256`);
  return row?.sha256 ?? undefined;
}

export type ExportKey = { readonly organization: string; readonly id: string };
