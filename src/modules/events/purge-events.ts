import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { keptDays } from './event.ts';

const removedAtOnceMax = 5_000;

type Purge = { readonly organization: string; readonly now: string };

/**
 * Takes events that are too old off the list, so many at a time; answers whether there may be more of them. What they
 * tell stays in the history of the records that they are about.
 */
export async function purgeEvents(db: Db, { organization, now }: Purge): Promise<boolean> {
  const removed = await db.run(sql`
    delete from published_events where organization_id = ${organization} and sequence in (
      select sequence from published_events
      where organization_id = ${organization}
        and occurred_at < ${now}::timestamptz - make_interval(days => ${keptDays})
      order by occurred_at limit ${removedAtOnceMax})`);
  return removed === removedAtOnceMax;
}

/** Whether events of an organisation are still listed. */
export async function hasEvents(db: Db, organization: string): Promise<boolean> {
  const row = await db.maybe<object>(sql`
    select from published_events where organization_id = ${organization} limit 1`);
  return row !== undefined;
}
