import { arrayText, type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';

export type LineValues = { readonly id: string; readonly ids: readonly string[] };

/** Where a module keeps its lines: their table, the column that names the record they are of, and the table of that. */
type Kept = { readonly lines: Sql; readonly owner: Sql; readonly records: Sql; readonly id: string };

/** What lines of a record are for from now on; the entry that moves them is posted by the caller. */
export function writeLineValues(context: Context, values: readonly LineValues[], kept: Kept): void {
  const { db, organization, now, actor } = context;
  const { lines, owner, records, id } = kept;
  db.later(sql`
    update ${lines} as line set dimension_value_ids = given.ids::uuid[]
    from unnest(${values.map((one) => one.id)}::uuid[], ${values.map(({ ids }) => arrayText(ids))}::text[])
      as given (id, ids)
    where line.organization_id = ${organization} and line.${owner} = ${id} and line.id = given.id`);
  db.later(sql`
    update ${records} set version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id}`);
}
