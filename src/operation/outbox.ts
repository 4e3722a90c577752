import type { Db } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import { type Actor, actorStamp } from './actor.ts';
import { encoderOf } from './encode.ts';
import type { Emitted, EventKind } from './events.ts';
import type { Context, Request } from './operation.ts';

const kinds = new Map<string, EventKind>();

/** Event schemas by type, told once at start from the catalogue. */
export function registerEvents(events: readonly EventKind[]): void {
  for (const kind of events) kinds.set(kind.type, kind);
}

/** Every kind of event that an operation may emit. */
export function eventKinds(): readonly EventKind[] {
  return [...kinds.values()];
}

type Telling = Pick<Context, 'newId'> & {
  readonly actor: Pick<Actor, 'kind' | 'userId' | 'name'> & {
    readonly organization: { readonly id: string } | undefined;
  };
};

/** Events of one call, as they are stored. */
export type CallEvents = { readonly requestId: string; readonly at: string; readonly runs: readonly EventRun[] };

/** `at`: RFC 3339. */
export function eventsOfCall({ origin }: Pick<Request, 'origin'>, at: string, events: readonly Emitted[]): CallEvents {
  return { requestId: origin.requestId, at, runs: runsOf(events.map(wireOf)) };
}

/**
 * Writes the events of calls, and that nobody has been told of them yet, in the transaction of the change: both are
 * true, or neither. Parts of a `with`, so that they travel with the lines of the audit log; undefined where there is
 * nothing to tell.
 */
export function eventRows({ newId, actor }: Telling, calls: readonly CallEvents[]): Sql | undefined {
  const rows = calls.flatMap(({ runs, ...call }) => runs.map((run) => ({ ...run, ...call })));
  if (rows.length === 0 || actor.organization === undefined) return undefined;
  const { id: organization } = actor.organization;
  // In the order in which they are made, which histories go by.
  const ids = rows.map(() => rowIdFrom(newId()));
  return sql`
    told as (
      insert into call_events (organization_id, id, events, actor, request_id, occurred_at, client_id, client_record_id)
      select ${organization}::uuid, row.id, row.events, ${JSON.stringify(actorStamp(actor))}::jsonb,
        row.request_id, row.occurred_at, row.client_id, row.client_record_id
      from unnest(${ids}::uuid[],
        ${rows.map((row) => JSON.stringify(row.events))}::json[], ${rows.map(({ client }) => client)}::text[],
        ${rows.map(({ record }) => record)}::text[], ${rows.map(({ requestId }) => requestId)}::text[],
        ${rows.map(({ at }) => at)}::timestamptz[])
        with ordinality as row (id, events, client_id, client_record_id, request_id, occurred_at, place)
      order by row.place returning organization_id, id),
    waiting as (insert into unpublished_events (organization_id, row_id) select organization_id, id from told)`;
}

/** The same in a statement of its own, where no call is under way. */
export function writeEvents(
  db: Db,
  telling: Telling & Pick<Context, 'now'>,
  request: Pick<Request, 'origin'>,
  events: readonly Emitted[],
): void {
  const rows = eventRows(telling, [eventsOfCall(request, telling.now, events)]);
  if (rows !== undefined) db.later(sql`with ${rows} select`);
}

type WireEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

function wireOf({ type, data }: Emitted): WireEvent {
  const kind = kinds.get(type);
  if (kind === undefined) throw new Error(`event ${type} is emitted but not declared by any operation`);
  // The data of every event is an object.
  return { type, data: encoderOf(kind.data)(data) as WireEvent['data'] };
}

/** Of events in a row. */
const eventsOfRowMax = 500;

type EventRun = { events: WireEvent[]; client: string | null; record: string | null };

/** Events in their order, in as few rows as name one client each. */
function runsOf(events: readonly WireEvent[]): EventRun[] {
  const runs: EventRun[] = [];
  for (const event of events) {
    const client = textIn(event.data['client_id']);
    const record = event.type.startsWith('client.') ? textIn(event.data['id']) : null;
    const last = runs.at(-1);
    const fits = last !== undefined && agree(last.client, client) && agree(last.record, record);
    if (!fits || last.events.length >= eventsOfRowMax) runs.push({ events: [event], client, record });
    else {
      last.events.push(event);
      last.client ??= client;
      last.record ??= record;
    }
  }
  return runs;
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

/** The place of an event takes the end of its id. */
function rowIdFrom(id: string): string {
  return `${id.slice(0, -4)}0000`;
}
