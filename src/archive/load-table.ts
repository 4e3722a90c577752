import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Db } from '../db/database.ts';
import { catalogued, ownerColumn, quoted, type TenantTable } from '../db/tenant-tables.ts';
import { BadArchive } from './check-parts.ts';
import { changedByRestore, columnsLeftOut } from './left-out.ts';
import { jsonNulls } from './table-rows.ts';
import type { ZipReader } from './zip-reader.ts';

const batchRows = 2_000;
const batchBytes = 4_000_000;
const patienceMs = 120_000;

/** Users whose id differs here: a table of this transaction, `there` → `here`. */
export const peopleHere = 'people_here';

type Loading = {
  readonly zip: ZipReader;
  readonly path: string;
  readonly table: TenantTable;
  readonly organization: string;
};

/** Writes the rows of a table as they were, and answers how many those are. */
export async function loadTable(db: Db, { zip, path, table, organization }: Loading): Promise<number> {
  const insert = insertOf(table);
  let rows = 0;
  for await (const lines of batchesOf(zip, path)) {
    const [{ count } = { count: 0 }] = await db.slowly<{ count: number }>(
      catalogued(insert, [organization, lines]),
      patienceMs,
    );
    if (count !== lines.length) throw new BadArchive(`${path} holds rows of another organisation.`);
    rows += count;
  }
  return rows;
}

/** The rows of people who work in the organisation, all of them: a team is small. */
export async function linesIn(zip: ZipReader, path: string): Promise<string[]> {
  return (await Array.fromAsync(batchesOf(zip, path))).flat();
}

/** A row comes as the database itself writes it, so that the database reads it: nothing is rounded on the way. */
function insertOf({ name, columns }: TenantTable): string {
  const fields = columns.map((column) => quoted(column.name)).join(', ');
  const values = columns.map((column) => valueOf(name, column)).join(', ');
  return `
    with line as (select text::json as j from unnest($2::text[]) as given (text)),
    written as (
      insert into ${quoted(name)} (${fields})
      select ${values} from line, lateral json_populate_record(null::${quoted(name)}, line.j) as r
      where r.${quoted(ownerColumn(name))} = $1
      returning 1)
    select count(*)::int as count from written`;
}

function valueOf(table: string, { name, type }: TenantTable['columns'][number]): string {
  const changed = changedByRestore[table]?.[name] ?? columnsLeftOut[table]?.[name]?.instead;
  if (changed !== undefined) return changed;
  const field = `r.${quoted(name)}`;
  if (table === 'organizations' && name === 'slug') return freeSlug;
  if (type === 'uuid' && name === 'user_id') {
    return `coalesce((select here from ${peopleHere} where there = ${field}), ${field})`;
  }
  if (type !== 'jsonb' && type !== 'json') return field;
  const isNull = `(line.j -> '${jsonNulls}')::jsonb ? '${name.replaceAll("'", "''")}'`;
  return `case when ${isNull} then 'null'::${type} else ${field} end`;
}

/** The name in addresses, of which an installation has each once. */
const freeSlug = `case when exists (select from ${quoted('organizations')} as other where other.slug = r.slug)
  then left(r.slug, 50) || '-' || right(r.id::text, 12) else r.slug end`;

async function* batchesOf(zip: ZipReader, path: string): AsyncGenerator<string[]> {
  const lines = createInterface({ input: Readable.from(zip.read(path)), crlfDelay: Number.POSITIVE_INFINITY });
  let [batch, bytes]: [string[], number] = [[], 0];
  for await (const line of lines) {
    batch.push(line);
    bytes += line.length;
    if (batch.length < batchRows && bytes < batchBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
