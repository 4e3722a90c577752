import { createHash } from 'node:crypto';
import type pg from 'pg';

export type TableSums = Readonly<Record<string, string>>;

/**
 * Number of rows and a checksum of every table, so that a test can say that nothing whatever has changed. The last use
 * of a credential does not count: it is noted once a minute, so that a slow machine notes it where a fast one does not.
 */
export async function tableSums(owner: pg.Client, except: readonly string[] = []): Promise<TableSums> {
  const tables = await owner.query<{ name: string; uses: readonly string[] }>(
    `select relname as name, array(select attname::text from pg_attribute
       where attrelid = pg_class.oid and attname like 'last\\_used\\_%' and not attisdropped) as uses from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const each = tables.rows
    .filter(({ name: table }) => !except.includes(table))
    .map(({ name: table, uses }) => {
      const text = uses.length === 0 ? 'row::text' : `(to_jsonb(row) - '{${uses.join()}}'::text[])::text`;
      // The sum of hashes needs no order, and neither two rows nor their absence cancel out.
      return `select '${table}' as name,
        count(*) || ' rows, ' || coalesce(sum(hashtextextended(${text}, 0)::numeric), 0) as sum from ${table} as row`;
    });
  const text = each.join(' union all ');
  // Planning it takes longer than doing it, and it is asked again and again.
  const name = `sums ${createHash('sha256').update(text).digest('base64')}`;
  const { rows } = await owner.query<{ name: string; sum: string }>({ name, text });
  return Object.fromEntries(rows.map(({ name: table, sum }) => [table, sum]));
}
