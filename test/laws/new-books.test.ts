/**
 * In the first minute of a business, in which all that it had before may be brought in, PostgreSQL has not analysed its
 * tables yet, and each connection keeps plans that it made while they were empty. A write may then go through a small
 * table as a whole, but not once for each row of another: a sale that read all entries for each account cost ever more.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { run } from '../../src/operation/run.ts';
import { asOwner, setPlanMode } from '../support/database.ts';
import { everydayWrites, type Write } from '../support/everyday-writes.ts';
import { tablesWithSides } from '../support/sides.ts';
import { countCosts, type TransactionCost } from '../support/transaction-costs.ts';
import { createWorld, operationNamed, type World } from '../support/world.ts';

const salesMade = 60;
/** So few rows are no matter. */
const fewRows = 100;

/** Has the tables stay as they were made, and each statement planned once, as a connection ends up with. */
async function newDatabase(): Promise<World> {
  const world = await createWorld();
  const tables = await tenantTables(world);
  assert.ok(tables.length > 100, 'control');
  await asOwner(world.database.ownerUrl, async (client) => {
    for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
  });
  await setPlanMode(world.database, 'force_generic_plan');
  return world;
}

async function tenantTables({ db }: World): Promise<string[]> {
  const tables = await db.transaction({ readOnly: true }, tablesWithSides);
  return tables.filter(({ side }) => side === 'tenant').map(({ name }) => name);
}

/** Of each write, tables of which it goes through more rows than on its first day, and more than all of them twice. */
async function goneThrough(world: World): Promise<string[]> {
  const { database, runtime, ana: actor } = world;
  const writes = await everydayWrites(world);
  const db = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime', connectionsMax: 2 });
  const counted = countCosts(db);
  const costOf = async ({ name, input: make }: Write): Promise<TransactionCost> => {
    const input = await make();
    const request = { actor, input, idempotencyKey: randomUUID(), origin: { door: 'rest', requestId: 'r' } } as const;
    await run({ ...runtime, db: counted.db }, operationNamed(name), request);
    const [cost] = counted.costs();
    assert.ok(cost !== undefined, name);
    return cost;
  };
  const costsOf = async (): Promise<TransactionCost[]> => {
    const costs: TransactionCost[] = [];
    for (const write of writes) costs.push(await costOf(write));
    return costs;
  };
  const first = await costsOf();
  const sale = writes.find(({ name }) => name === 'record_sale');
  assert.ok(sale !== undefined);
  for (let made = 0; made < salesMade; made += 1) {
    await world.call('record_sale', await sale.input(), { key: randomUUID() });
  }
  const later = await costsOf();
  await db.close();
  const rows = await rowsByTable(world);
  return writes.flatMap(({ name }, index) =>
    [...rows].flatMap(([table, there]) => {
      const [then, now] = [first[index]?.read[table] ?? 0, later[index]?.read[table] ?? 0];
      return now - then <= fewRows + 2 * there ? [] : [`${name}: ${then}, then ${now} of ${there} rows of ${table}`];
    }),
  );
}

async function rowsByTable(world: World): Promise<ReadonlyMap<string, number>> {
  const tables = await tenantTables(world);
  return asOwner(world.database.ownerUrl, async (client) => {
    const counts = tables.map((table) => `select '${table}' as name, count(*)::int as there from ${table}`);
    const { rows } = await client.query<{ name: string; there: number }>(counts.join(' union all '));
    return new Map(rows.map(({ name, there }) => [name, there]));
  });
}

test('no write of a new business goes through a table again and again', async () => {
  assert.deepEqual(await goneThrough(await newDatabase()), []);
});

test('control: a sale does where PostgreSQL is not told how many rows an organisation has', async () => {
  const world = await newDatabase();
  const tables = await tenantTables(world);
  await asOwner(world.database.ownerUrl, (client) =>
    client.query('delete from pg_statistic where starelid = any($1::text[]::regclass[])', [tables]),
  );
  assert.match((await goneThrough(world)).join('\n'), /record_sale: .* rows of journal_entries/);
});
