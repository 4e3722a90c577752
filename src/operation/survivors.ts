import { sql } from '../db/sql.ts';
import { typeIdFrom, uuidFrom } from '../wire/type-id.ts';
import { idsIn } from './ids-in.ts';
import type { Context } from './operation.ts';

/** Kinds of records that are merged, by the prefix of their ids. */
const mergeable = ['client', 'prod', 'variant'] as const;

/**
 * An input with the ids of records that were merged replaced by those of the records that are left: whoever kept an id
 * goes on reading by it. Undefined where there is none. It travels in the flight of the reading itself, which is done
 * again in the rare case that there is one.
 */
export async function withSurvivors(context: Context, input: unknown): Promise<unknown> {
  const asked = [...idsIn(input, mergeable)].flatMap((id) => asUuid(id) ?? []);
  if (asked.length === 0 || context.organization === '') return undefined;
  const rows = await context.db.many<{ id: string; survivor: string }>(sql`
    select id, survivor from survivors(${asked.map(({ uuid }) => uuid)}::uuid[])`);
  if (rows.length === 0) return undefined;
  const left = new Map(rows.map(({ id, survivor }) => [id, survivor]));
  const survivors = new Map(
    asked.flatMap(({ id, prefix, uuid }) => {
      const survivor = left.get(uuid);
      return survivor === undefined ? [] : [[id, typeIdFrom(prefix, survivor)] as const];
    }),
  );
  return replaced(input, survivors);
}

function asUuid(id: string) {
  const prefix = mergeable.find((one) => id.startsWith(`${one}_`));
  const uuid = prefix && uuidFrom(prefix, id);
  return prefix === undefined || uuid === undefined ? undefined : { id, prefix, uuid };
}

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, ids)]));
}
