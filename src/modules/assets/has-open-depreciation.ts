import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** True as long as depreciation of an asset is still to be posted. */
export async function hasOpenDepreciation(db: Db, organization: string): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from asset_depreciations
      where organization_id = ${organization} and posted_on is null) as found`);
  return found;
}
