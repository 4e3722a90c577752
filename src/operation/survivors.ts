import { sql } from '../db/sql.ts';
import { typeIdFrom, uuidFrom } from '../wire/type-id.ts';
import { clientIdsIn } from './client-ids.ts';
import type { Context } from './operation.ts';

/**
 * An input with the ids of clients who were merged replaced by those of the clients that are left: whoever kept an id
 * goes on reading by it. Undefined where there is none. It travels in the flight of the reading itself, which is done
 * again in the rare case that there is one.
 */
export async function withSurvivors(context: Context, input: unknown): Promise<unknown> {
  const asked = [...clientIdsIn(input)].flatMap((id) => uuidFrom('client', id) ?? []);
  if (asked.length === 0 || context.organization === '') return undefined;
  const rows = await context.db.many<{ id: string; survivor: string }>(sql`
    select id, survivor from client_survivors(${asked}::uuid[])`);
  if (rows.length === 0) return undefined;
  const survivors = new Map(rows.map(({ id, survivor }) => [typeIdFrom('client', id), typeIdFrom('client', survivor)]));
  return replaced(input, survivors);
}

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, ids)]));
}
