import { sql } from '../db/sql.ts';
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

type Telling = Pick<Context, 'db' | 'newId' | 'now'> & {
  readonly actor: Pick<Actor, 'kind' | 'userId' | 'name'> & {
    readonly organization: { readonly id: string } | undefined;
  };
};

/** Writes the events in the transaction of the change: both are true, or neither. */
export function writeOutbox(context: Telling, request: Pick<Request, 'origin'>, events: readonly Emitted[]): void {
  if (events.length === 0 || context.actor.organization === undefined) return;
  const rows = events.map(({ type, data }) => {
    const kind = kinds.get(type);
    if (kind === undefined) throw new Error(`event ${type} is emitted but not declared by any operation`);
    return { id: context.newId(), type, data: JSON.stringify(encoderOf(kind.data)(data)) };
  });
  context.db.later(sql`
    with row as (
      select * from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.type)}::text[],
        ${rows.map((row) => row.data)}::text[]) with ordinality as row (id, type, data, place)),
    written as (
      insert into events (id, organization_id, type, data, actor, request_id, occurred_at)
      select id, ${context.actor.organization.id}, type, data::jsonb, ${JSON.stringify(actorStamp(context.actor))},
        ${request.origin.requestId}, ${context.now}
      from row)
    insert into unpublished_events (organization_id, event_id)
    select ${context.actor.organization.id}, id from row order by place`);
}
