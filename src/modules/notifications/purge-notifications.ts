import type { Db } from '../../db/database.ts';
import { removeOlder } from '../../db/remove-older.ts';
import { sql } from '../../db/sql.ts';
import { keptDays } from './notification.ts';

const removedAtOnceMax = 5_000;

type Purge = { readonly organization: string; readonly now: string };

/** Removes notifications past their retention, so many at a time; returns true where more may be left. */
export function purgeNotifications(db: Db, { organization, now }: Purge): Promise<boolean> {
  return removeOlder(db, {
    table: sql`notifications`,
    key: sql`id`,
    created: sql`created_at`,
    organization,
    now,
    keptDays,
    atOnceMax: removedAtOnceMax,
  });
}

/** True where notifications are left. */
export async function hasNotifications(db: Db, organization: string): Promise<boolean> {
  const row = await db.maybe<object>(sql`
    select from notifications where organization_id = ${organization} limit 1`);
  return row !== undefined;
}
