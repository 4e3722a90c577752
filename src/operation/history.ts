import { z } from 'zod';
import { ascending } from '../core/order.ts';
import { sql } from '../db/sql.ts';
import { ActorStamp, Id, Instant } from '../wire/index.ts';
import { openCursor, sealCursor } from './cursor.ts';
import { cursorInput, limitInput, type PageOf } from './list.ts';
import type { Context } from './operation.ts';

const Change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type Change = z.output<typeof Change>;

/** One thing that happened: a change of the record itself, or an event elsewhere that concerns it. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: Instant,
  actor: ActorStamp,
  kind: z.enum(['change', 'event']),
  /** The operation that made the change, such as `update_client`, or the event's type, such as `sale.confirmed`. */
  action: z.string(),
  /** The record that the change or event happened to. */
  record_id: z.string().nullable(),
  changes: z.array(Change),
});
type HistoryEntry = z.output<typeof HistoryEntry>;

export const historyInput = { limit: limitInput, cursor: cursorInput };

export type HistoryPlace = {
  /** The client's id as it is on the wire. */
  readonly recordId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A page of a record's history, the latest first, in one statement. Audit rows tell the changes of the record itself
 * and what they changed; events tell what else concerns it, without their data, which not everyone who may see the
 * record may see.
 */
export async function readHistory(context: Context, place: HistoryPlace): Promise<PageOf<HistoryEntry>> {
  const { recordId, limit, cursor } = place;
  const scope = { key: context.secrets.cursors, about: `${context.organization}\nhistory\n${recordId}` };
  const [before = last] = cursor === undefined ? [] : openCursor(scope, cursor);
  const rows = await context.db.many<Row>(sql`
    (select id, at, actor, 'change' as kind, action, target_id as record_id, before, after from audit_log
     where organization_id = ${context.organization} and target_id = ${recordId} and id < ${before}
     order by id desc limit ${limit + 1})
    union all
    (select event.id, event.occurred_at, event.actor, 'event', event.type, event.data ->> 'id', null, null
     from (
       -- Each of these rows has an event at least, but for the one that the page before ended in.
       select organization_id, id from call_events
       where organization_id = ${context.organization} and client_id = ${recordId} and id <= row_of_event(${before})
       order by id desc limit ${limit + 2}) as told
       join events as event on event.organization_id = told.organization_id and event.row_id = told.id
     where event.data ->> 'client_id' = ${recordId} and event.id < ${before}
     order by event.id desc limit ${limit + 1})
    order by id desc limit ${limit + 1}`);
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const next = hasMore ? shown.at(-1)?.id : undefined;
  return {
    data: shown.map(entryFrom),
    has_more: hasMore,
    next_cursor: next === undefined ? null : sealCursor(scope, [next]),
  };
}

type Row = Omit<HistoryEntry, 'changes'> & { readonly before: unknown; readonly after: unknown };

const ids = { change: Id('audit'), event: Id('event') };

function entryFrom({ before, after, ...row }: Row): HistoryEntry {
  return { ...row, id: z.encode(ids[row.kind], row.id), changes: changesBetween(before, after) };
}

const bookkeeping = new Set(['version', 'updated_at', 'updated_by']);

/** Fields that differ between two states of a record in wire form, by name; none where there was no state before. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return Object.entries(after)
    .filter(([field, value]) => !bookkeeping.has(field) && !areSame(before[field], value))
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value ?? null }))
    .toSorted(ascending(({ field }) => field));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areSame(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return (before ?? null) === (after ?? null);
  return JSON.stringify(before) === JSON.stringify(after) || textOf(before) === textOf(after);
}

/** The same whatever the order of keys, which jsonb does not keep. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_, node: unknown) =>
    isRecord(node) ? Object.fromEntries(Object.entries(node).toSorted(ascending(([key]) => key))) : node,
  );
}
