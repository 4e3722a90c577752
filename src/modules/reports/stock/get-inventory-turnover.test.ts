import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

on('2024-12-31');
const category = await world.call('create_product_category', { name: 'Cups' });
const mug = await shop.product({ name: 'Mug', price: '10.00', category_id: category.id });
const dust = await shop.product({ name: 'Dust', price: '5.00', category_id: category.id });
await shop.receive(mug, '100', '2.00');
await shop.receive(dust, '10', '3.00');
const client = await shop.client();
const sell = (quantity: string) =>
  shop.draft([], {
    lines: [{ variant_id: mug.id, quantity, tax_rate_ids: [] }],
    client_id: client.id,
    confirm: true,
  });
on('2025-03-10');
await sell('50');
const regretted = await sell('10');
on('2025-04-10');
await shop.keyed('void_sale', { id: regretted.id });
on('2025-12-20');
const fresh = await shop.product({ name: 'Fresh', price: '5.00' });
await shop.receive(fresh, '4', '1.00');
on('2025-12-31');

const year = { from: '2025-01-01', to: '2025-12-31' };
const turned = (input: object): Promise<Wire> => world.call('get_inventory_turnover', input);
const row = ({ rows }: Wire, label: string) => rows.find((one: Wire) => one.label === label);

test('turnover is cost by the mean value of the stock, and days on hand are a year by that', async () => {
  const report = await turned(year);
  const { cost, average_value: average, turnover, days_on_hand: days } = row(report, 'Mug');
  // 50 at 2.00 of 200.00 before and 100.00 after.
  assert.deepEqual([cost, average, turnover, days], ['100.00', '150.00', '0.67', '547.5']);
  const { sold, on_hand: left, sell_through: through, last_sold_on: last } = row(report, 'Mug');
  assert.deepEqual([sold, left, through, last], ['50', '50', '50.00', '2025-03-10']);
  assert.deepEqual([report.totals.cost, report.totals.closing_value], ['100.00', '134.00']);
});

test('what nobody bought for so long is dead, unless it came only lately', async () => {
  const { rows, totals } = await turned({ ...year, dead_only: true });
  assert.deepEqual(
    rows.map((one: Wire) => [one.label, one.is_dead, one.dead_value, one.on_hand]),
    [
      ['Mug', true, '100.00', '50'],
      ['Dust', true, '30.00', '10'],
    ],
  );
  assert.equal(totals.dead_value, '130.00');
  const patient = await turned({ ...year, dead_days: 300, dead_only: true });
  assert.deepEqual(
    patient.rows.map((one: Wire) => one.label),
    ['Dust'],
  );
  assert.equal(row(await turned(year), 'Fresh').is_dead, false);
  assert.deepEqual((await turned({ ...year, dead_days: 3_000, dead_only: true })).rows, []);
});

test('a category is dead in part, and has no quantities', async () => {
  const cups = row(await turned({ ...year, group_by: 'category', dead_days: 300 }), 'Cups');
  assert.deepEqual([cups.dead_value, cups.is_dead, cups.sold, cups.sell_through], ['30.00', false, null, null]);
});

test('more brought back than sold is no turnover, and neither is anything of an empty stock', async () => {
  const april = row(await turned({ from: '2025-04-01', to: '2025-04-30' }), 'Mug');
  assert.deepEqual(
    [april.sold, april.cost, april.turnover, april.days_on_hand, april.sell_through],
    ['-10', '-20.00', null, null, null],
  );
  const before = await turned({ from: '2020-01-01', to: '2020-12-31' });
  assert.deepEqual([before.rows, before.totals.turnover, before.totals.days_on_hand], [[], null, null]);
  const still = row(await turned({ from: '2025-05-01', to: '2025-05-31' }), 'Mug');
  assert.deepEqual([still.turnover, still.days_on_hand], ['0.00', null]);
});

test('without any days it is about the last 365', async () => {
  assert.deepEqual((await turned({})).period, year);
});

test('as CSV it has a row for each, and its totals', async () => {
  const { content } = await turned({ ...year, format: 'csv' });
  const rows: Record<string, string>[] = parse(content, { columns: true });
  assert.deepEqual(
    rows.map((one) => [one['variant'], one['turnover'], one['is_dead']]),
    [
      ['Mug', '0.67', 'yes'],
      ['Dust', '0.00', 'yes'],
      ['Fresh', '0.00', 'no'],
      ['total', '0.55', ''],
    ],
  );
});

test('nothing of another organisation turns', async () => {
  assert.deepEqual((await world.call('get_inventory_turnover', year, { as: world.rival })).rows, []);
});
