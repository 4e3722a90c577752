import {
  catalogued,
  quoted,
  type Reference,
  references,
  type TenantTable,
  tenantTables,
} from '../../db/tenant-tables.ts';
import { limitExceeded } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';

/** Rows in one answer. For a client with more, the archive of the organisation has everything. */
const rowsMax = 20_000;

/** Sums that are made of the rows that are told. */
const sums: ReadonlySet<string> = new Set(['client_currency_months', 'client_flows', 'client_months']);

/** Columns that say nothing about a person: what opens something, words made for searching, and what things cost us. */
const notTold: ReadonlySet<string> = new Set([
  'organization_id',
  'token_hash',
  'hash',
  'prev_hash',
  'words',
  'text_words',
  'search_text',
  'name_key',
  'permissions',
  'cost',
  'cost_total',
  'unit_cost',
  'total_cost',
]);

export type RowsAbout = { readonly table: string; readonly rows: readonly Row[] };
type Row = Readonly<Record<string, unknown>>;

type Wanted = { readonly table: string; readonly where: readonly string[] };

/**
 * Every row that names the client, and every row that belongs to one of those, such as the lines of a sale. Read off
 * the keys of the database, so that a table that comes later is not forgotten.
 */
export async function rowsAbout({ db, organization }: Context, client: string): Promise<RowsAbout[]> {
  const [tables, keys] = await Promise.all([tenantTables(db), references(db)]);
  const keysOf = new Map(tables.map(({ name, key }) => [name, key]));
  const wanted = wantedOf([...keys, ...namedWithoutKey(tables, keys)].filter(({ table }) => !sums.has(table)));
  const found = await Promise.all(
    wanted.map(async ({ table, where }) => {
      const order = (keysOf.get(table) ?? []).map((column) => `r.${quoted(column)}`);
      const text = `
        select to_jsonb(r) as row from ${quoted(table)} as r
        where r.organization_id = $1 and (${where.join(' or ')})
        order by ${order.join(', ')} limit ${rowsMax + 1}`;
      const rows = await db.many<{ row: Row }>(catalogued(text, [organization, client]));
      // Of an object comes an object.
      return { table, rows: rows.map(({ row }) => told(row) as Row) };
    }),
  );
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count > rowsMax)
    throw limitExceeded({ max: rowsMax, hint: 'Export the whole organisation instead, with create_export.' });
  return found.filter(({ rows }) => rows.length > 0);
}

/** A row as it is told, and whatever is kept within it. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !notTold.has(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, told(item)]));
}

/** History names clients in a column without a key: the books hold on to nothing. */
function namedWithoutKey(tables: readonly TenantTable[], keys: readonly Reference[]): Reference[] {
  return tables.flatMap(({ name: table, columns }) =>
    columns
      .filter(({ name, type }) => type === 'uuid' && (name === 'client_id' || name === 'supplier_id'))
      .filter(({ name }) => !keys.some((key) => key.table === table && key.columns.includes(name)))
      .map(({ name }) => ({ name, table, columns: [name], target: 'clients', target_columns: ['id'] })),
  );
}

/** The tables whose rows name the client, and the tables whose rows name one of those. */
function wantedOf(keys: readonly Reference[]): Wanted[] {
  const naming = Map.groupBy(
    keys.filter(({ table, target }) => target === 'clients' && table !== 'clients'),
    ({ table }) => table,
  );
  const direct = [...naming].map(([table, all]) => ({ table, where: all.map((key) => `r.${nameOf(key)} = $2`) }));
  const parts = Map.groupBy(
    keys.filter(({ table, target }) => naming.has(target) && !naming.has(table) && table !== 'clients'),
    ({ table }) => table,
  );
  const indirect = [...parts].map(([table, all]) => ({
    table,
    where: all.map((key) => belongsTo(key, naming.get(key.target) ?? [])),
  }));
  return [{ table: 'clients', where: ['r.id = $2'] }, ...direct, ...indirect];
}

/** Beside the organisation, one column. */
function nameOf({ columns }: Reference): string {
  return quoted(columns.find((name) => name !== 'organization_id') ?? '');
}

function belongsTo({ columns, target, target_columns: targets }: Reference, naming: readonly Reference[]): string {
  const meets = columns.map((name, at) => `t.${quoted(targets[at] ?? '')} = r.${quoted(name)}`).join(' and ');
  const isTheirs = naming.map((key) => `t.${nameOf(key)} = $2`).join(' or ');
  return `exists (select from ${quoted(target)} as t where ${meets} and (${isTheirs}))`;
}
