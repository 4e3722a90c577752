import pg from 'pg';
import type { Database, Db } from '../../src/db/database.ts';
import { plannedOnce, Sql } from '../../src/db/sql.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { run, type Runtime } from '../../src/operation/run.ts';
import { type Node, scansIn } from './plan.ts';
import { operationNamed } from './world.ts';

/** Cost of a statement in the database. */
export type Cost = {
  readonly text: string;
  /** Pages that it read. */
  readonly pages: number;
  /** Rows that its scans went through, whether they were left or thrown away. */
  readonly rows: number;
};

type Plan = { readonly Plan: Node };

type Asked = { readonly name: string; readonly input: object; readonly as: Actor };

/** Runs an operation that reads, and explains each of its statements as it goes, by the plan that it has. */
export async function costOf(runtime: Runtime, { name, input, as }: Asked): Promise<Cost[]> {
  const costs: Cost[] = [];
  const explained = (db: Db): Db => {
    const explain = async (query: Sql) => {
      const asked = await explanationOf(db, query);
      // A connection that is new, or whose tables have changed, first reads what the database knows of them.
      await db.one(asked);
      const row = await db.one<{ 'QUERY PLAN': readonly Plan[] }>(asked);
      const pages = row['QUERY PLAN'].map(
        ({ Plan }) => Number(Plan['Shared Hit Blocks']) + Number(Plan['Shared Read Blocks']),
      );
      const scans = row['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan));
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
      costs.push({ text: query.text, pages: pages.reduce((sum, one) => sum + one, 0), rows });
    };
    return {
      ...db,
      many: async <Row>(query: Sql) => explain(query).then(() => db.many<Row>(query)),
      maybe: async <Row>(query: Sql) => explain(query).then(() => db.maybe<Row>(query)),
      one: async <Row>(query: Sql) => explain(query).then(() => db.one<Row>(query)),
    };
  };
  const database: Database = {
    ...runtime.db,
    transaction: (options, work) => runtime.db.transaction(options, (db) => work(explained(db))),
  };
  const request = { actor: as, input, origin: { door: 'rest', requestId: 'cost' } } as const;
  await run({ ...runtime, db: database }, operationNamed(name), request);
  return costs;
}

const explaining = 'explain (analyze, buffers, format json, timing off)';

/** An explanation is a statement of its own, planned for its values: only `execute` shows a plan that is kept. */
async function explanationOf(db: Db, query: Sql): Promise<Sql> {
  const { text, values, name, planned } = query;
  if (planned !== 'once' || name === undefined) return new Sql(`${explaining} ${text}`, values, 'anew');
  await db.run(query);
  const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(valueText(value))));
  return plannedOnce(new Sql(`${explaining} execute "${name}"(${given.join()})`, []));
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one))).join()}}` : String(value);
}

export function pagesOf(costs: readonly Cost[]): number {
  return costs.reduce((sum, { pages }) => sum + pages, 0);
}
