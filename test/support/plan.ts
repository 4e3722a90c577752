import type { Db } from '../../src/db/database.ts';
import { sql, Sql } from '../../src/db/sql.ts';

/** A scan of a table as PostgreSQL did it. */
export type Scan = {
  readonly table: string;
  readonly node: string;
  readonly index: string | undefined;
  readonly condition: string | undefined;
  /** Rows over all loops, those that a filter threw away included. */
  readonly rows: number;
};

export type Node = Readonly<Record<string, unknown>> & { readonly Plans?: readonly Node[] };

/** The query of a function, without running it. */
export async function queryOf(ask: (db: Db) => Promise<unknown>): Promise<Sql> {
  let asked: Sql | undefined;
  const db = { many: async (query: Sql) => ((asked = query), []) };
  // Only `many` is asked for: anything else fails the test that asks.
  await ask(db as unknown as Db);
  if (asked === undefined) throw new Error('nothing was asked');
  return asked;
}

/** Runs a query and answers how each table in it was read. */
export async function scansOf(db: Db, query: Sql): Promise<Scan[]> {
  const explain = new Sql(`explain (analyze, format json, timing off) ${query.text}`, query.values);
  await db.run(sql`set local plan_cache_mode = force_generic_plan`);
  const row = await db.one<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(explain);
  return row['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan));
}

/** Every scan below a node of a plan that was run. */
export function scansIn(node: Node): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansIn);
  const table = node['Relation Name'];
  if (typeof table !== 'string') return below;
  const loops = Number(node['Actual Loops']);
  const rows =
    Number(node['Actual Rows']) +
    Number(node['Rows Removed by Filter'] ?? 0) +
    Number(node['Rows Removed by Index Recheck'] ?? 0);
  const text = (name: string) => (typeof node[name] === 'string' ? node[name] : undefined);
  const scan = {
    table,
    node: String(node['Node Type']),
    index: text('Index Name'),
    condition: text('Index Cond') ?? text('Recheck Cond'),
    rows: rows * loops,
  };
  return [scan, ...below];
}
