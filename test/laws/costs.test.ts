/**
 * Cost of common calls in the database: statements that the service sends, and rows that they and their triggers
 * write. Exact, so that a change that adds one to every sale is seen before it is merged. `npm run bench profile` tells
 * where they are, and what they weigh.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';
import { run } from '../../src/operation/run.ts';
import { asOwner, setPlanMode } from '../support/database.ts';
import { everydayWrites } from '../support/everyday-writes.ts';
import { shopOf } from '../support/sales-shop.ts';
import { countCosts } from '../support/transaction-costs.ts';
import { createWorld, operationNamed, type Wire } from '../support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const counted = countCosts(world.runtime.db);

function callOn(db: Database, name: string, input: object): Promise<unknown> {
  const origin = { door: 'rest', requestId: randomUUID() } as const;
  const request = { actor: world.ana, input, idempotencyKey: randomUUID(), origin };
  return run({ ...world.runtime, db }, operationNamed(name), request);
}

/** Cost of a repeated call: the first of a day also creates its sums. */
async function costOf(name: string, input: (index: number) => object): Promise<Wire> {
  const call = (index: number) => callOn(counted.db, name, input(index));
  await call(0);
  await call(1);
  counted.costs();
  await call(2);
  return counted.costs().reduce<Record<string, number>>(
    (sum, { statements, inserted, updated, deleted }) => ({
      statements: (sum['statements'] ?? 0) + statements,
      inserted: (sum['inserted'] ?? 0) + inserted,
      updated: (sum['updated'] ?? 0) + updated,
      deleted: (sum['deleted'] ?? 0) + deleted,
    }),
    {},
  );
}

const { id: client_id } = await shop.client();
const goods = await Promise.all([1, 2, 3].map(() => shop.product({ type: 'good', track_inventory: true })));
const variants = goods.map(({ id }: Wire): string => id);
for (const variant_id of variants) {
  await shop.keyed('create_stock_movement', { variant_id, type: 'opening', quantity: '1000', unit_cost: '7.50' });
}

test('a sale of three lines with its payment, stock and entries', async () => {
  const cost = await costOf('record_sale', () => ({
    client_id,
    lines: variants.map((variant_id: string) => ({ variant_id, quantity: '1', unit_price: '10.00' })),
    payments: [{ method: 'Cash' }],
  }));
  assert.deepEqual(cost, { statements: 16, inserted: 23, updated: 25, deleted: 0 });
});

test('a client', async () => {
  const cost = await costOf('create_client', (index) => ({
    type: 'business',
    display_name: `Client of costs ${index}`,
  }));
  assert.deepEqual(cost, { statements: 7, inserted: 6, updated: 1, deleted: 0 });
});

test('a payment of a client', async () => {
  const cost = await costOf('create_payment', () => ({
    client_id,
    amount: '1.00',
    method: 'Cash',
    auto_allocate: 'none',
  }));
  assert.deepEqual(cost, { statements: 9, inserted: 9, updated: 8, deleted: 0 });
});

test('a record and a page of records are read without writing', async () => {
  const nothing = { inserted: 0, updated: 0, deleted: 0 };
  // The second statement asks whether the id is of a client that was merged into another; both travel together.
  assert.deepEqual(await costOf('get_client', () => ({ id: client_id })), { statements: 2, ...nothing });
  assert.deepEqual(await costOf('list_clients', () => ({ limit: 50 })), { statements: 1, ...nothing });
});

test('control: a call that writes more is noticed', async () => {
  const payments = [{ method: 'Cash' }];
  const one = await costOf('record_sale', () => ({
    payments,
    lines: [{ name: 'Work', quantity: '1', unit_price: '1.00' }],
  }));
  const two = await costOf('record_sale', () => ({
    payments,
    lines: [1, 2].map((line) => ({ name: `Work ${line}`, quantity: '1', unit_price: '1.00' })),
  }));
  assert.ok(two.inserted > one.inserted);
});

test('nothing that a write of every day sends is planned anew for each call', async () => {
  await setPlanMode(world.database, 'auto');
  const db = openDatabase({ url: world.database.runtimeUrl, role: 'daybook_runtime', connectionsMax: 1 });
  // As a business of some days is: with goods enough that one of them costs less than all, in tables that are counted.
  for (let count = 0; count < 120; count += 1) await shop.product({ type: 'good', track_inventory: true });
  await asOwner(world.database.ownerUrl, (client) => client.query('analyze'));
  for (const { name, input } of await everydayWrites(world)) {
    for (let made = 0; made < 12; made += 1) await callOn(db, name, await input());
  }
  // PostgreSQL tries five plans for the values at hand before it may keep one for all.
  const planned = await db.transaction({}, (tx) =>
    tx.many<{ text: string; custom: number; kept: number }>(sql`
      select left(statement, 200) as text, custom_plans::int as custom, generic_plans::int as kept
      from pg_prepared_statements where custom_plans + generic_plans >= 12`),
  );
  await db.close();
  assert.ok(planned.length > 10, 'control');
  assert.deepEqual(
    planned.filter(({ custom }) => custom > 5),
    [],
  );
});
