import { createHash } from 'node:crypto';
import type pg from 'pg';

export type TableSums = Readonly<Record<string, string>>;

/** Number of rows and a checksum of every table, so that a test can say that nothing whatever has changed. */
export async function tableSums(owner: pg.Client, except: readonly string[] = []): Promise<TableSums> {
  const tables = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const names = tables.rows.map(({ name: table }) => table).filter((table) => !except.includes(table));
  // The sum of hashes needs no order, and neither two rows nor their absence cancel out.
  const each = names.map(
    (table) => `select '${table}' as name,
      count(*) || ' rows, ' || coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as sum from ${table} as row`,
  );
  const text = each.join(' union all ');
  // Planning it takes longer than doing it, and it is asked again and again.
  const name = `sums ${createHash('sha256').update(text).digest('base64')}`;
  const { rows } = await owner.query<{ name: string; sum: string }>({ name, text });
  return Object.fromEntries(rows.map(({ name: table, sum }) => [table, sum]));
}
