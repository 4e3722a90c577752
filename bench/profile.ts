/** Database cost of calls, by table: `npm run bench profile`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { catalogue } from '../src/catalogue.ts';
import { run } from '../src/operation/run.ts';
import { countCosts } from '../test/support/transaction-costs.ts';
import { cashSales } from './sales.ts';
import type { Figure, Stage } from './stage.ts';

const calls = 1_000;
/** Before them, so that the rows which all calls of a day change have their room. */
const earlier = 300;

/** Statements, rows, bytes of the log and bytes stored of a sale and of a client, each the mean of many. */
export async function benchProfile(stage: Stage): Promise<Figure[]> {
  const sale = await cashSales(stage);
  const client = (index: number) => ({ type: 'business', display_name: `Client ${index}` });
  return [...(await profile(stage, 'record_sale', sale)), ...(await profile(stage, 'create_client', client))];
}

async function profile(stage: Stage, name: string, input: (index: number) => object): Promise<Figure[]> {
  const operation = catalogue.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const counted = countCosts(stage.runtime.db);
  const owner = new pg.Client({ connectionString: stage.urls.owner });
  await owner.connect();
  const call = async (index: number) => {
    const origin = { door: 'rest', requestId: randomUUID() } as const;
    const request = { actor: stage.actor, input: input(index), idempotencyKey: randomUUID(), origin };
    await run({ ...stage.runtime, db: counted.db }, operation, request);
  };
  for (let index = 0; index < earlier; index += 1) await call(index);
  counted.costs();
  const before = await weigh(owner);
  for (let index = 0; index < calls; index += 1) await call(earlier + index);
  const after = await weigh(owner);
  await owner.end();
  const costs = counted.costs();
  const mean = (count: (cost: (typeof costs)[number]) => number) =>
    Math.round(costs.reduce((sum, cost) => sum + count(cost), 0) / calls);
  const kilobytes = (bytes: number) => `${(bytes / calls / 1000).toFixed(1)} kB`;
  const tables = [...new Set(costs.flatMap((cost) => Object.keys(cost.tables)))];
  const byTable = tables
    .map((table) => [table, mean((cost) => cost.tables[table] ?? 0)] as const)
    .toSorted(([, left], [, right]) => right - left);
  const figure = (what: string, value: number | string, note = ''): Figure => {
    return { what: `${name}: ${what}`, value: String(value), reach: '', reached: '', note };
  };
  return [
    figure(
      'statements',
      mean(({ statements }) => statements),
    ),
    figure(
      'rows inserted',
      mean(({ inserted }) => inserted),
    ),
    figure(
      'rows updated',
      mean(({ updated }) => updated),
    ),
    figure(
      'rows deleted',
      mean(({ deleted }) => deleted),
    ),
    figure('write-ahead log', kilobytes(after.log - before.log), 'with what the service seals and publishes meanwhile'),
    figure('stored', kilobytes(after.stored - before.stored), 'tables and indexes, dead rows included'),
    ...byTable.filter(([, rows]) => rows > 0).map(([table, rows]) => figure(`rows of ${table}`, rows)),
  ];
}

type Weight = { readonly log: number; readonly stored: number };

async function weigh(owner: pg.Client): Promise<Weight> {
  const { rows } = await owner.query<{ log: string; stored: string }>(`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as log, pg_database_size(current_database()) as stored`);
  const [row] = rows;
  return { log: Number(row?.log ?? 0), stored: Number(row?.stored ?? 0) };
}
