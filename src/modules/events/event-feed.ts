import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { kindOf } from '../../wire/index.ts';
import { nounOf } from './event-access.ts';

/** Notified by a commit that published events, with the organisation that they are of. */
export const publishedChannel = 'daybook_events_published';

/** An event without its payload: the record has the details. */
export type EventMark = {
  readonly sequence: number;
  readonly type: string;
  readonly object_type: string;
  readonly object_id: string | null;
};

type Place = { readonly organization: string; readonly after: number; readonly max: number };

/** The events that come after one, of all types, in their order. */
export async function eventsAfter(db: Db, { organization, after, max }: Place): Promise<EventMark[]> {
  const rows = await db.many<{ sequence: bigint; type: string; object_id: string | null }>(sql`
    select sequence, type, object_id from published_events
    where organization_id = ${organization} and sequence > ${after} order by sequence limit ${max}`);
  return rows.map(({ sequence, type, object_id: id }) => ({
    sequence: Number(sequence),
    type,
    object_type: (id === null ? undefined : kindOf(id)) ?? nounOf(type),
    object_id: id,
  }));
}

/** The number of the last event, and that of the first which is still kept: one more where none is. */
export async function feedState(db: Db, organization: string): Promise<{ last: number; first: number }> {
  const row = await db.maybe<{ last: bigint; first: bigint }>(sql`
    select last_sequence as last, coalesce((
      select min(sequence) from published_events where organization_id = ${organization}), last_sequence + 1) as first
    from event_counters where organization_id = ${organization}`);
  return { last: Number(row?.last ?? 0), first: Number(row?.first ?? 1) };
}
