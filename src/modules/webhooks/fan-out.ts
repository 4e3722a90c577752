import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { PublishedEvent } from '../events/index.ts';

type FanOut = { readonly organization: string; readonly now: string; readonly newId: () => string };

/**
 * Queues events for the webhooks that are told of them, in the transaction that publishes them: who is numbered is
 * sent. Answers how many deliveries that makes.
 */
export async function fanOut(
  db: Db,
  { organization, now, newId }: FanOut,
  events: readonly PublishedEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const webhooks = await db.many<Listener>(sql`
    select id, event_types from webhooks where organization_id = ${organization} and status = 'enabled'`);
  const rows = webhooks.flatMap(({ id, event_types: patterns }) =>
    events.filter(({ type }) => isTold(patterns, type)).map((event) => ({ ...event, webhook: id, delivery: newId() })),
  );
  if (rows.length === 0) return 0;
  db.later(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, sequence, next_attempt_at,
      created_at)
    select ${organization}, row.id, row.webhook_id, row.event_id, row.type, row.sequence, ${now}, ${now}
    from unnest(${rows.map(({ delivery }) => delivery)}::uuid[], ${rows.map(({ webhook }) => webhook)}::uuid[],
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ sequence }) => sequence)}::bigint[]) as row (id, webhook_id, event_id, type, sequence)`);
  db.later(sql`
    update webhook_lanes set due_at = least(due_at, ${now}::timestamptz)
    where organization_id = ${organization} and webhook_id = any(${rows.map(({ webhook }) => webhook)}::uuid[])`);
  return rows.length;
}

type Listener = { readonly id: string; readonly event_types: readonly string[] };

function isTold(patterns: readonly string[], type: string): boolean {
  const noun = type.slice(0, type.indexOf('.'));
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${noun}.*`);
}
