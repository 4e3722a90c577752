import type pg from 'pg';

export type TableSums = Readonly<Record<string, string>>;

/** Number of rows and a checksum of every table, so that a test can say that nothing whatever has changed. */
export async function tableSums(owner: pg.Client, except: readonly string[] = []): Promise<TableSums> {
  const tables = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const names = tables.rows.map(({ name }) => name).filter((name) => !except.includes(name));
  // The sum of hashes needs no order, and neither two rows nor their absence cancel out.
  const each = names.map(
    (name) => `select '${name}' as name,
      count(*) || ' rows, ' || coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as sum from ${name} as row`,
  );
  const { rows } = await owner.query<{ name: string; sum: string }>(each.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
