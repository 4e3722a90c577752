import type { Database, Db } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';

/** Tables that one transaction touched, by its own statements and by triggers. */
export type Touched = { readonly touched: readonly string[]; readonly written: readonly string[] };

/**
 * A database that notes which tables each committed transaction touches. Told by the locks that PostgreSQL takes on
 * whatever a statement names: counts of scans would depend on the plan, and on rows that are there.
 */
export function touchedTables(database: Database): {
  readonly db: Database;
  readonly transactions: () => readonly Touched[];
} {
  const transactions: Touched[] = [];
  const db: Database = {
    ...database,
    transaction: (options, work) =>
      database.transaction(options, async (connection) => {
        const result = await work(connection);
        transactions.push(await touchedIn(connection));
        return result;
      }),
  };
  return { db, transactions: () => transactions };
}

async function touchedIn(db: Db): Promise<Touched> {
  const locks = await db.many<{ name: string; writes: boolean }>(sql`
    select relname::text as name, bool_or(mode = 'RowExclusiveLock') as writes
    from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and locktype = 'relation' and relkind = 'r' and relnamespace = 'public'::regnamespace
    group by relname order by relname`);
  const written = locks.filter(({ writes }) => writes).map(({ name }) => name);
  return { touched: locks.map(({ name }) => name), written };
}
