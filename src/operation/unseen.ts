import { sql } from '../db/sql.ts';
import { typeIdFrom, uuidFrom } from '../wire/type-id.ts';
import { idsIn } from './ids-in.ts';
import type { Context } from './operation.ts';

/**
 * An answer for somebody whose scope is narrow, without the ids of clients that they do not see. Rows that they may see
 * refer to such clients: products to their supplier, clients to the one above them, expenses to whom they concern. Done
 * here for every operation, because a new reference would be forgotten in its own. Ids that the caller sent are theirs
 * to know: an operation that finds something by a hidden one tells more than its answer could hide.
 */
export async function withoutUnseen(context: Context, output: unknown, input: unknown): Promise<unknown> {
  if (context.actor.scope === undefined) return output;
  const sent = idsIn(input, ['client']);
  const told = [...idsIn(output, ['client'])].filter((id) => !sent.has(id));
  if (told.length === 0) return output;
  const asked = told.flatMap((id) => uuidFrom('client', id) ?? []);
  const rows = await context.db.many<{ id: string }>(sql`
    select id from unseen_clients(${context.organization}, ${asked}::uuid[]) as unseen (id)`);
  const unseen = new Set(rows.map(({ id }) => typeIdFrom('client', id)));
  return unseen.size === 0 ? output : without(output, unseen);
}

/** In a field the id becomes null, in a list it is left out. */
function without(value: unknown, unseen: ReadonlySet<string>): unknown {
  const isUnseen = (item: unknown) => typeof item === 'string' && unseen.has(item);
  if (isUnseen(value)) return null;
  if (Array.isArray(value)) return value.filter((item) => !isUnseen(item)).map((item) => without(item, unseen));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(item, unseen)]));
}
