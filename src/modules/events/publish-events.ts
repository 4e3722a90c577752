import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { publishedChannel } from './event-feed.ts';

/** Calls of an organisation whose events are published at once, before the others have their turn. */
export const publishedAtOnceMax = 500;
const organizationsMax = 200;

export const purgeJob = 'purge_events';

/** Organisations in which something happened that nobody has been told of yet. */
export async function organizationsToPublish(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    with recursive waiting as (
      (select organization_id as id from unpublished_events order by organization_id limit 1)
      union all
      select (select organization_id from unpublished_events where organization_id > waiting.id
        order by organization_id limit 1)
      from waiting where waiting.id is not null)
    select id from waiting where id is not null limit ${organizationsMax}`);
  return rows.map(({ id }) => id);
}

export type PublishedEvent = { readonly id: string; readonly type: string; readonly sequence: bigint } & {
  /** The id on the wire of what it happened to. */
  readonly object: string | null;
};

type Publishing = {
  readonly organization: string;
  readonly now: string;
  readonly newId: () => string;
  readonly secrets: Secrets;
};

/**
 * Gives the next events of an organisation their numbers, in the order in which they were written. Only what has
 * committed is seen, and one transaction at a time counts, so that whoever has read up to a number has missed nothing:
 * a change that commits late is numbered late.
 */
export async function publishEvents(db: Db, publishing: Publishing): Promise<PublishedEvent[]> {
  const { organization } = publishing;
  // The lock comes first: the next statement sees all that whoever held it has done.
  await db.run(sql`
    insert into event_counters (organization_id, last_sequence) values (${organization}, 0)
    on conflict (organization_id) do update set last_sequence = event_counters.last_sequence`);
  const published = await db.many<PublishedEvent>(sql`
    with taken as (
      delete from unpublished_events where organization_id = ${organization} and id in (
        select id from unpublished_events where organization_id = ${organization}
        order by id limit ${publishedAtOnceMax})
      returning id, row_id),
    told as (
      select events.id, events.type, events.data ->> 'id' as object_id, events.occurred_at,
        row_number() over (order by taken.id, events.id) as place
      from taken join events on events.organization_id = ${organization} and events.row_id = taken.row_id),
    counter as (
      update event_counters set last_sequence = last_sequence + (select count(*) from told)
      where organization_id = ${organization} returning last_sequence - (select count(*) from told) as last_sequence)
    insert into published_events (organization_id, sequence, event_id, type, object_id, occurred_at)
    select ${organization}, counter.last_sequence + told.place, told.id, told.type, told.object_id, told.occurred_at
    from counter, told
    returning event_id as id, type, sequence, object_id as object`);
  if (published.length === 0) return [];
  // Sent at commit, to every node: whoever is told may read what was published.
  db.later(sql`select pg_notify(${publishedChannel}, ${organization})`);
  queuePurge(db, publishing);
  return published;
}

const dayMs = 24 * 60 * 60 * 1_000;
const minutesOfDay = 24 * 60;

/** Queues the removal of old events for the next day, each organisation at a minute of its own, unless it is queued. */
export function queuePurge(db: Db, { now, ...queueing }: Publishing): void {
  const minute = Number.parseInt(queueing.organization.slice(-4), 16) % minutesOfDay;
  const nextDay = (Math.floor(Date.parse(now) / dayMs) + 1) * dayMs;
  const runAt = new Date(nextDay + minute * 60_000).toISOString();
  enqueueOnce({ ...queueing, now, db }, { kind: purgeJob, payload: {}, runAt });
}
