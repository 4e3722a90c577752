import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Hash and name of the content of a file, unless it is in the bin. */
export async function contentOfFile(
  db: Db,
  organization: string,
  id: string,
): Promise<{ sha256: string; name: string } | undefined> {
  return db.maybe(sql`
    select sha256, name from files where organization_id = ${organization} and id = ${id} and deleted_at is null`);
}
