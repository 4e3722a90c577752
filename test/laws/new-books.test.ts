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
import { shopOf } from '../support/sales-shop.ts';
import { tablesWithSides } from '../support/sides.ts';
import { countCosts, type TransactionCost } from '../support/transaction-costs.ts';
import { createWorld, operationNamed, type Wire, type World } from '../support/world.ts';

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

type Write = { readonly name: string; readonly input: () => Promise<object> | object };

/** Each takes a fresh input, as most may be sent only once. */
async function writesOf(world: World): Promise<Write[]> {
  const shop = shopOf(world);
  const { id: client_id } = await shop.client();
  const { id: variant_id } = await shop.product({ type: 'good', track_inventory: true });
  const received = { variant_id, quantity: '900', unit_cost: '7.50' };
  await shop.keyed('create_stock_movement', { ...received, type: 'opening' });
  const payments = [{ method: 'Cash' }];
  const lines = [{ variant_id, quantity: '1', unit_price: '10.00' }];
  const { data: accounts } = await world.call('list_accounts', { limit: 100 });
  const account = (code: string): string => accounts.find((one: Wire) => one.code === code).id;
  const { id: category_id } = await world.call('create_expense_category', {
    name: 'Paper',
    account_id: account('6700'),
  });
  const spent = { category_id, amount: '5.00' };
  const entry = [
    { account_id: account('6700'), debit: '100.00' },
    { account_id: account('1500'), credit: '100.00' },
  ];
  const sold = async () => (await shop.sold('10.00', { client_id })).id;
  return [
    { name: 'record_sale', input: () => ({ client_id, lines, payments }) },
    { name: 'pay_sale', input: async () => ({ id: await sold(), amount: '4.00', method: 'Cash' }) },
    { name: 'void_sale', input: async () => ({ id: await sold(), reason: 'By mistake' }) },
    { name: 'create_client', input: () => ({ type: 'business', display_name: `Neighbour ${randomUUID()}` }) },
    { name: 'create_product', input: () => ({ name: `Thing ${randomUUID()}`, type: 'good', price: '3.00' }) },
    { name: 'create_payment', input: () => ({ client_id, amount: '5.00', method: 'Cash' }) },
    { name: 'create_stock_movement', input: () => ({ ...received, type: 'purchase_receipt' }) },
    { name: 'create_journal_entry', input: () => ({ memo: 'Used up', lines: entry, post: true }) },
    { name: 'create_expense', input: () => ({ payee_name: 'Paper shop', lines: [spent], post: true }) },
  ];
}

/** Of each write, tables of which it goes through more rows than on its first day, and more than all of them twice. */
async function goneThrough(world: World): Promise<string[]> {
  const { database, runtime, ana: actor } = world;
  const writes = await writesOf(world);
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
