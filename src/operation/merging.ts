import { type Sql, sql } from '../db/sql.ts';
import { refusal } from './errors.ts';
import type { Context } from './operation.ts';

/** Rows moved by each merge, and the obstacles to undoing it. */
export type MergesOf = { readonly rows: Sql; readonly obstacles: Sql; readonly derived: readonly string[] };

export const mergeChangedSince = refusal(
  'merge_changed_since',
  409,
  'The merged records have been changed since.',
  '`changed` lists what prevents the undo. Create the record again and use it in your drafts.',
);

/** `derived` tables are not counted: they only follow from others. */
export async function movedBy(
  { db, organization }: Context,
  { rows, derived }: MergesOf,
  merge: string,
): Promise<Record<string, number>> {
  const found = await db.many<{ kind: string; count: number }>(sql`
    select kind, max(count)::int as count from (
      select table_name as kind, sum(count) as count from ${rows}
      where organization_id = ${organization} and merge_id = ${merge} and table_name <> all(${derived}::text[])
      group by table_name, column_name) as moved
    group by kind order by kind`);
  return Object.fromEntries(found.map(({ kind, count }) => [kind, count]));
}

/** Kinds of records that stand against undoing a merge. */
export async function obstaclesTo({ db }: Context, { obstacles }: MergesOf, merge: string): Promise<readonly string[]> {
  const { found } = await db.one<{ found: string[] }>(sql`select ${obstacles}(${merge}) as found`);
  return found;
}
