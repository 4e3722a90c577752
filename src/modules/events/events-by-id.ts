import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type EventRow, eventTables } from './event.ts';

/** The part of an event that its consumers need. */
export type EventFacts = Pick<EventRow, 'id' | 'type' | 'occurred_at' | 'data' | 'actor'>;

/** Published events by their ids, in the order in which they happened. */
export function eventsById(
  { db, organization }: { readonly db: Db; readonly organization: string },
  ids: readonly string[],
): Promise<EventFacts[]> {
  return db.many<EventFacts>(sql`
    select published.event_id as id, published.type, published.occurred_at,
      event_data(told.events, published.event_id) as data, told.actor
    from ${eventTables}
    where published.organization_id = ${organization} and published.event_id = any(${ids}::uuid[])
    order by published.sequence`);
}
