import type { Db } from '../../db/database.ts';
import { removeOlder } from '../../db/remove-older.ts';
import { sql } from '../../db/sql.ts';
import { keptDays } from './event.ts';

const removedAtOnceMax = 5_000;

type Purge = { readonly organization: string; readonly now: string };

/**
 * Removes events past their retention, so many at a time; returns true where more may be left. What they tell stays in
 * the history of the records that they are about.
 */
export function purgeEvents(db: Db, { organization, now }: Purge): Promise<boolean> {
  return removeOlder(db, {
    table: sql`published_events`,
    key: sql`sequence`,
    created: sql`occurred_at`,
    organization,
    now,
    keptDays,
    atOnceMax: removedAtOnceMax,
  });
}

/** True where an organisation still has events listed. */
export async function hasEvents(db: Db, organization: string): Promise<boolean> {
  const row = await db.maybe<object>(sql`
    select from published_events where organization_id = ${organization} limit 1`);
  return row !== undefined;
}
