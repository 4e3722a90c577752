import type { Db } from '../../db/database.ts';
import { removeOlder } from '../../db/remove-older.ts';
import { sql } from '../../db/sql.ts';

const keptDays = 30;
const removedAtOnceMax = 2_000;

type Purge = { readonly organization: string; readonly now: string };

/** Removes deliveries past their retention, so many at a time; returns true where more may be left. */
export function purgeDeliveries(db: Db, { organization, now }: Purge): Promise<boolean> {
  return removeOlder(db, {
    table: sql`webhook_deliveries`,
    key: sql`id`,
    created: sql`created_at`,
    organization,
    now,
    keptDays,
    atOnceMax: removedAtOnceMax,
  });
}
