import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The hash of what a file holds, while it is not in the bin. */
export async function contentOfFile(db: Db, organization: string, id: string): Promise<string | undefined> {
  const row = await db.maybe<{ sha256: string }>(sql`
    select sha256 from files where organization_id = ${organization} and id = ${id} and deleted_at is null`);
  return row?.sha256;
}
