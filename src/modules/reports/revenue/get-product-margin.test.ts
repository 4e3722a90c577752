import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
let keys = 0;
const write = (name: string, input: object) => world.call(name, input, { key: `margin ${(keys += 1)}` });

world.setNow('2026-01-05T12:00:00Z');
const [pen, ink] = await Promise.all(['Pen', 'Ink'].map((name) => stocked(name)));

async function stocked(name: string): Promise<Wire> {
  const product = await world.call('create_product', { type: 'good', name, sku: name, price: '10.00' });
  const received = { type: 'opening', variant_id: product.variants[0].id, quantity: '100', unit_cost: '4.00' };
  await write('create_stock_movement', received);
  return product;
}

for (const [day, sku, quantity] of [
  ['2026-01-10', 'Pen', '2'],
  ['2026-02-10', 'Pen', '3'],
  ['2026-02-11', 'Ink', '5'],
]) {
  world.setNow(`${day}T12:00:00Z`);
  await write('record_sale', { lines: [{ sku, quantity }], payments: [{ method: 'Cash' }] });
}

const range = { from: '2026-01-01', to: '2026-03-31' };
const margins = ({ series }: Wire) => series.map((one: Wire) => one.margin);

test('the margin of one product develops from month to month', async () => {
  const report = await world.call('get_product_margin', { ...range, product_id: pen?.id, interval: 'month' });
  assert.deepEqual(
    report.intervals.map(({ from }: Wire) => from),
    ['2026-01-01', '2026-02-01', '2026-03-01'],
  );
  assert.deepEqual(
    report.rows.map(({ label }: Wire) => label),
    ['Pen'],
  );
  assert.deepEqual(report.totals.series, [
    { net: '20.00', cost: '8.00', margin: '12.00', margin_percent: '60.00' },
    { net: '30.00', cost: '12.00', margin: '18.00', margin_percent: '60.00' },
    { net: '0.00', cost: '0.00', margin: '0.00', margin_percent: null },
  ]);
  assert.deepEqual(report.rows[0].series, report.totals.series);
  assert.equal(report.reconciliation, null, 'the ledger knows no products');
});

test('the series of all products add up to what there is without them', async () => {
  const report = await world.call('get_product_margin', { ...range, interval: 'month' });
  assert.deepEqual(margins(report.totals), ['12.00', '48.00', '0.00']);
  const by = Object.fromEntries(report.rows.map((row: Wire) => [row.label, margins(row)]));
  assert.deepEqual(by, { Pen: ['12.00', '18.00', '0.00'], Ink: ['0.00', '30.00', '0.00'] });
  const { totals, rows } = await world.call('get_product_margin', range);
  assert.deepEqual([totals.margin, totals.series, rows[0].series], ['60.00', [], []]);
  assert.equal(report.totals.margin, totals.margin);
  assert.equal((await world.call('get_product_margin', { ...range, product_id: ink?.id })).totals.margin, '30.00');
});
