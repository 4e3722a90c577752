import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

const keptDays = 30;
const removedAtOnceMax = 2_000;

type Purge = { readonly organization: string; readonly now: string };

/** Removes deliveries that are too old, so many at a time; answers whether there may be more of them. */
export async function purgeDeliveries(db: Db, { organization, now }: Purge): Promise<boolean> {
  const removed = await db.run(sql`
    delete from webhook_deliveries where organization_id = ${organization} and id in (
      select id from webhook_deliveries
      where organization_id = ${organization}
        and created_at < ${now}::timestamptz - make_interval(days => ${keptDays})
      order by created_at limit ${removedAtOnceMax})`);
  return removed === removedAtOnceMax;
}
