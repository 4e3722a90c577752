import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** What a file holds, by its hash, and its name, while it is not in the bin. */
export async function contentOfFile(
  db: Db,
  organization: string,
  id: string,
): Promise<{ sha256: string; name: string } | undefined> {
  return db.maybe(sql`
    select sha256, name from files where organization_id = ${organization} and id = ${id} and deleted_at is null`);
}
