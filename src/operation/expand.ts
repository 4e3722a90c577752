import type { Context } from './operation.ts';

/** Loads the records with these ids, all in one statement. What is not visible is not in the map. */
export type Load = (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;

/** `client` puts the record behind `client_id` into `client`; `lines.variant` does so in each of `lines`. */
export type Expansions = Readonly<Record<string, Load>>;

type ExpandedRecord = Record<string, unknown>;

/** Adds the records that `expand` names to the rows, one statement per path, never one per row. */
export async function expandRows(
  context: Context,
  rows: readonly object[],
  paths: readonly string[] | undefined,
  expansions: Expansions,
): Promise<void> {
  await Promise.all(
    (paths ?? []).map(async (path) => {
      const load = expansions[path];
      if (load === undefined) throw new RangeError(`nothing expands ${path}`);
      const [field, places] = placesOf(rows as readonly ExpandedRecord[], path);
      const ids = new Set(places.map((place) => place[`${field}_id`]).filter((id) => typeof id === 'string'));
      const found = ids.size === 0 ? new Map<string, unknown>() : await load(context, [...ids]);
      for (const place of places) place[field] = found.get(String(place[`${field}_id`])) ?? null;
    }),
  );
}

function placesOf(rows: readonly ExpandedRecord[], path: string): [string, readonly ExpandedRecord[]] {
  const [parent, child] = path.split('.');
  if (child === undefined) return [path, rows];
  return [child, rows.flatMap((row) => row[parent ?? ''] as ExpandedRecord[])];
}

/** Rows by their id, as an expansion wants them. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
