import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { keptDays } from './notification.ts';

const removedAtOnceMax = 5_000;

type Purge = { readonly organization: string; readonly now: string };

/** Removes what was told too long ago, so many at a time; answers whether there may be more of it. */
export async function purgeNotifications(db: Db, { organization, now }: Purge): Promise<boolean> {
  const removed = await db.run(sql`
    delete from notifications where organization_id = ${organization} and id in (
      select id from notifications
      where organization_id = ${organization}
        and created_at < ${now}::timestamptz - make_interval(days => ${keptDays})
      order by created_at limit ${removedAtOnceMax})`);
  return removed === removedAtOnceMax;
}

/** Whether anything that somebody was told is still kept. */
export async function hasNotifications(db: Db, organization: string): Promise<boolean> {
  const row = await db.maybe<object>(sql`
    select from notifications where organization_id = ${organization} limit 1`);
  return row !== undefined;
}
