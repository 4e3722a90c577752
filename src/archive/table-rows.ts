import type { Db } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import { catalogued, ownerColumn, quoted, type TenantColumn, type TenantTable } from '../db/tenant-tables.ts';
import { columnsLeftOut, rowsKept } from './left-out.ts';

const patienceMs = 60_000;
const firstFetch = 20;
const fetchMax = 2_000;
/** Target size of a fetch: most rows are small, and those with the text of a contract are not. */
const fetchBytes = 2_000_000;

/** The name of the list of columns in which a row holds JSON's null, which JSON could not tell from none at all. */
export const jsonNulls = '$json_null';

/** The columns of a table that are in the archive. */
function columnsKept({ name, columns }: TenantTable): TenantColumn[] {
  const leftOut = columnsLeftOut[name] ?? {};
  return columns.filter((column) => !Object.hasOwn(leftOut, column.name));
}

/** Every row of a table that is an organisation's as a line of JSON, exact to the last digit, sorted by its key. */
export async function* linesOf(db: Db, table: TenantTable, organization: string): AsyncGenerator<string[]> {
  const kept = columnsKept(table);
  const fields = kept.map(({ name }) => `r.${quoted(name)}`).join(', ');
  const nulls = kept
    .filter(({ type }) => type === 'jsonb' || type === 'json')
    .map(
      ({ name, type }) =>
        `case when ${type}_typeof(picked.${quoted(name)}) = 'null' then '${name.replaceAll("'", "''")}' end`,
    );
  // As text, so that a column of type `json` stays as it is, to the order of its fields.
  const whole = 'row_to_json(picked)::text';
  const marked =
    nulls.length === 0
      ? whole
      : `case when num_nonnulls(${nulls.join(', ')}) > 0
          then left(${whole}, -1) || ',"${jsonNulls}":' ||
            to_json(array_remove(array[${nulls.join(', ')}], null)) || '}'
          else ${whole} end`;
  const where = rowsKept[table.name]?.where ?? 'true';
  const order = table.key.length === 0 ? '' : `order by ${table.key.map((name) => `r.${quoted(name)}`).join(', ')}`;
  const query = catalogued(
    `select replace(${marked}, E'\\n', ' ') as line from (
       select ${fields} from ${quoted(table.name)} as r
       where r.${quoted(ownerColumn(table.name))} = $1 and (${where}) ${order}) as picked`,
    [organization],
  );
  for await (const rows of fetched<{ line: string }>(db, query, ({ line }) => line.length)) {
    yield rows.map(({ line }) => line);
  }
}

/** The rows of a query as they are needed: what is in memory at once does not grow with what there is. */
export async function* fetched<Row>(db: Db, query: Sql, weigh: (row: Row) => number): AsyncGenerator<Row[]> {
  await db.run(catalogued(`declare archive_rows no scroll cursor for ${query.text}`, query.values));
  for (let count = firstFetch; ;) {
    const rows = await db.slowly<Row>(catalogued(`fetch forward ${count} from archive_rows`), patienceMs);
    if (rows.length > 0) yield rows;
    if (rows.length < count) break;
    const bytes = rows.reduce((sum, row) => sum + weigh(row), 0);
    count = Math.max(1, Math.min(fetchMax, Math.ceil((fetchBytes * rows.length) / Math.max(bytes, 1))));
  }
  await db.run(catalogued('close archive_rows'));
}
