import type { Database, Db } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';

/** Cost of a transaction in the database, its triggers included. */
export type TransactionCost = {
  /** Sent by the service. */
  readonly statements: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Rows that scans went through, by table, whether they were of use or not. */
  readonly read: Readonly<Record<string, number>>;
  /** Rows written, by table. */
  readonly tables: Readonly<Record<string, number>>;
};

/** A database that counts what each committed transaction costs. */
export function countCosts(database: Database): {
  readonly db: Database;
  /** Those since the last look. */
  readonly costs: () => readonly TransactionCost[];
} {
  const costs: TransactionCost[] = [];
  const db: Database = {
    ...database,
    transaction: (options, work) =>
      database.transaction(options, async (connection) => {
        const counted = counting(connection);
        const before = await rowsOf(connection);
        const result = await work(counted.db);
        // What is kept at commit counts too.
        await connection.run(sql`set constraints all immediate`);
        costs.push({ statements: counted.statements(), ...costSince(before, await rowsOf(connection)) });
        return result;
      }),
  };
  return { db, costs: () => costs.splice(0) };
}

function counting(db: Db): { readonly db: Db; readonly statements: () => number } {
  let statements = 0;
  const counted = <Answer>(answer: Answer): Answer => {
    statements += 1;
    return answer;
  };
  return {
    statements: () => statements,
    db: {
      many: (query) => counted(db.many(query)),
      maybe: (query) => counted(db.maybe(query)),
      one: (query) => counted(db.one(query)),
      run: (query) => counted(db.run(query)),
      slowly: (query, patienceMs) => counted(db.slowly(query, patienceMs)),
      later: (query) => counted(db.later(query)),
      scope: (scope) => db.scope(scope),
      part: (work, options) => db.part(work, options),
    },
  };
}

type Row = {
  readonly name: string;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly read: number;
};

/** With what the connection wrote in transactions that PostgreSQL has not added to its statistics yet. */
function rowsOf(db: Db): Promise<Row[]> {
  return db.many<Row>(sql`
    select relname::text as name, n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_del::int as deleted,
      (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables
    where n_tup_ins + n_tup_upd + n_tup_del + seq_tup_read + coalesce(idx_tup_fetch, 0) > 0 order by relname`);
}

function costSince(before: readonly Row[], after: readonly Row[]): Omit<TransactionCost, 'statements'> {
  const known = new Map(before.map((row) => [row.name, row]));
  const changed = after.map(({ name, inserted, updated, deleted, read }) => {
    const earlier = known.get(name);
    return {
      name,
      inserted: inserted - (earlier?.inserted ?? 0),
      updated: updated - (earlier?.updated ?? 0),
      deleted: deleted - (earlier?.deleted ?? 0),
      read: read - (earlier?.read ?? 0),
    };
  });
  const total = (count: (row: Row) => number) => changed.reduce((sum, row) => sum + count(row), 0);
  const written = changed.filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0);
  const scanned = changed.filter(({ read }) => read > 0);
  return {
    inserted: total(({ inserted }) => inserted),
    updated: total(({ updated }) => updated),
    deleted: total(({ deleted }) => deleted),
    read: Object.fromEntries(scanned.map(({ name, read }) => [name, read])),
    tables: Object.fromEntries(
      written.map(({ name, inserted, updated, deleted }) => [name, inserted + updated + deleted]),
    ),
  };
}
