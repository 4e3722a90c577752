import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

on('2026-01-05');
const category = await world.call('create_product_category', { name: 'Tea' });
const mug = await shop.product({ name: 'Mug', price: '10.00' });
const tea = await shop.product({ name: 'Tea', price: '5.00', category_id: category.id });
await shop.receive(mug, '10', '2.00');
await shop.receive(tea, '3', '1.333333');
on('2026-02-05');
const lines = [{ variant_id: mug.id, quantity: '4', tax_rate_ids: [] }];
const sale = await shop.draft([], { lines, client_id: (await shop.client()).id, confirm: true });
on('2026-03-05');
await shop.keyed('void_sale', { id: sale.id });
await shop.receive(mug, '10', '4.00');

const valued = (input: object): Promise<Wire> => world.call('get_inventory_valuation', input);
const table = ({ rows }: Wire) => rows.map((row: Wire) => [row.label, row.quantity, row.unit_cost, row.value]);

test('a day that is past has the stock and the cost of that day', async () => {
  assert.deepEqual(table(await valued({ as_at: '2026-01-04' })), []);
  assert.deepEqual(table(await valued({ as_at: '2026-01-31' })), [
    ['Mug', '10', '2.00', '20.00'],
    ['Tea', '3', '1.33333333', '4.00'],
  ]);
  assert.deepEqual(table(await valued({ as_at: '2026-02-28' }))[0], ['Mug', '6', '2.00', '12.00']);
  const { rows, totals, reconciliation, as_at: day } = await valued({});
  assert.deepEqual(table({ rows })[0], ['Mug', '20', '3.00', '60.00']);
  assert.deepEqual([day, totals.value, reconciliation.difference], ['2026-03-05', '64.00', '0.00']);
});

test('by category, articles that are in none have a row, and quantities are not added up', async () => {
  assert.deepEqual(table(await valued({ as_at: '2026-01-31', group_by: 'category' })), [
    ['Tea', null, null, '4.00'],
    ['No category', null, null, '20.00'],
  ]);
});

test('what is beyond the limit is in one row', async () => {
  assert.deepEqual(table(await valued({ as_at: '2026-01-31', limit: 1 })), [
    ['Mug', '10', '2.00', '20.00'],
    ['Others', null, null, '4.00'],
  ]);
});

test('whoever may not see what goods cost sees neither their value, nor their margin, nor how they turn', async () => {
  const viewer = withPermissions(world.ana, ['reports:read']);
  for (const name of ['get_inventory_valuation', 'get_product_margin', 'get_inventory_turnover']) {
    await assert.rejects(world.call(name, {}, { as: viewer }), refused('forbidden'));
    const token = { ...viewer, kind: 'mcp_token' } as const;
    await assert.rejects(world.call(name, {}, { as: token }), refused('insufficient_scope'));
  }
});

test('margins count what was sold and taken back, each on its own day', async () => {
  const margin = async (from: string, to: string) => (await world.call('get_product_margin', { from, to })).totals;
  const { net, cost, margin: earned, margin_percent: percent } = await margin('2026-02-01', '2026-02-28');
  assert.deepEqual([net, cost, earned, percent], ['40.00', '8.00', '32.00', '80.00']);
  assert.equal((await margin('2026-03-01', '2026-03-31')).margin, '-32.00');
});
