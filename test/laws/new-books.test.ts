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
import { asOwner } from '../support/database.ts';
import { shopOf } from '../support/sales-shop.ts';
import { countCosts, type TransactionCost } from '../support/transaction-costs.ts';
import { createWorld, operationNamed, type Wire, type World } from '../support/world.ts';

const salesMade = 60;
/** So few rows are no matter. */
const fewRows = 100;

const tenantTables = `select relname::text as name from pg_class
  where relkind = 'r' and obj_description(oid, 'pg_class') = 'tenant'`;

/** Has the tables stay as they were made, and each statement planned once, as a connection ends up with. */
async function newDatabase(): Promise<World> {
  const world = await createWorld();
  await asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(tenantTables);
    assert.ok(rows.length > 100, 'control');
    for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
    const database = new URL(world.database.ownerUrl).pathname.slice(1);
    await client.query(`alter database ${database} set plan_cache_mode = force_generic_plan`);
  });
  return world;
}

type Write = { readonly name: string; readonly input: () => Promise<object> | object };

/** What happens every day, each as if for the first time. */
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
  const costsOf = () =>
    writes.reduce<Promise<TransactionCost[]>>(
      async (costs, write) => [...(await costs), await costOf(write)],
      Promise.resolve([]),
    );
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

function rowsByTable({ database }: World): Promise<ReadonlyMap<string, number>> {
  return asOwner(database.ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(tenantTables);
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as there from ${name}`);
    const { rows } = await client.query<{ name: string; there: number }>(counts.join(' union all '));
    return new Map(rows.map(({ name, there }) => [name, there]));
  });
}

test('no write of a new business goes through a table again and again', async () => {
  assert.deepEqual(await goneThrough(await newDatabase()), []);
});

test('control: a sale does where PostgreSQL is not told how many rows an organisation has', async () => {
  const world = await newDatabase();
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(`delete from pg_statistic where starelid::regclass::text in (${tenantTables})`),
  );
  assert.match((await goneThrough(world)).join('\n'), /record_sale: .* rows of journal_entries/);
});
