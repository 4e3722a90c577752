import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { book, type Booked } from '../../../../test/support/books.ts';
import { goodsOf } from '../../../../test/support/goods.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;

let key = 0;
const write = (name: string, input: object) => call(name, input, { key: String((key += 1)) });
world.setNow('2026-03-20T12:00:00Z');

const ann = await call('create_client', { type: 'individual', display_name: 'Ann' });
const bob = await call('create_client', { type: 'individual', display_name: 'Bob' });
const tea = await call('create_product', { name: 'Tea', sku: 'TEA', price: '100.00', low_stock_threshold: '5' });
await call('create_product', { name: 'Cups', sku: 'CUPS', price: '1.00' });
const [vat] = (await call('list_tax_rates', { limit: 100 })).data.filter((rate: Wire) => rate.percentage === '19');
const stock = { type: 'opening', variant_id: tea.variants[0].id, quantity: '10', unit_cost: '40.00' };
await write('create_stock_movement', stock);
const sell = (client: Wire, quantity: string, about: object) => {
  const lines = [{ sku: 'TEA', quantity, tax_rate_ids: [vat.id] }];
  return write('record_sale', { client_id: client.id, lines, prices_include_tax: false, ...about });
};
await sell(ann, '4', { sale_date: '2026-03-05', due_date: '2026-03-10' });
await sell(bob, '2', { sale_date: '2026-03-06', due_date: '2026-04-30' });
await sell(ann, '3', { sale_date: '2026-02-06', payments: [{ method: 'Cash' }] });

const moved = (date: string, from: string, to: string, sum: string): Booked => ({
  date,
  lines: [
    { code: to, sum },
    { code: from, sum: `-${sum}` },
  ],
});
await book(world, [
  moved('2025-06-01', '3000', '1010', '10000.00'),
  moved('2025-12-15', '1010', '6100', '1000.00'),
  moved('2026-01-15', '1010', '6100', '1000.00'),
  moved('2026-02-15', '1010', '6100', '1000.00'),
  moved('2026-03-15', '1010', '6100', '50.00'),
]);

test('how the business is doing, in one answer', async () => {
  const {
    meta,
    top_clients: clients,
    top_products: products,
    net_sales: sales,
    net_profit: profit,
    ...rest
  } = await call('get_business_overview');
  assert.deepEqual([sales.amount, sales.compared, sales.change_percent], ['600.00', '300.00', '100.00']);
  assert.deepEqual([profit.amount, profit.compared], ['310.00', '-820.00']);
  assert.deepEqual(rest, {
    period: { from: '2026-03-01', to: '2026-03-31' },
    compared_period: { from: '2026-02-01', to: '2026-02-20' },
    sales_count: 2,
    cash: '7307.00',
    receivable: '714.00',
    overdue: { count: 1, amount: '476.00' },
    client_credit: '0.00',
    tax_due: '171.00',
    monthly_burn: '881.00',
    runway_months: '8.2',
    low_stock: 1,
    out_of_stock: 1,
    cut: [],
  });
  assert.deepEqual(clients, [
    { id: ann.id, name: 'Ann', net: '400.00' },
    { id: bob.id, name: 'Bob', net: '200.00' },
  ]);
  assert.deepEqual(products, [{ id: tea.id, name: 'Tea', net: '600.00' }]);
  assert.equal(meta.currency, 'EUR');
});

test('who burns no cash has no runway', async () => {
  const overview = await call('get_business_overview', {}, { as: world.rival });
  assert.deepEqual(
    [overview.monthly_burn, overview.runway_months, overview.net_sales.change_percent],
    [null, null, null],
  );
  assert.deepEqual([overview.top_clients, overview.top_products, overview.low_stock], [[], [], 0]);
});

test('stock is low where a location says so, whatever the others have', async () => {
  const as = await world.found('Two places');
  const shop = goodsOf(world, as);
  const depot = await call('create_location', { name: 'Depot', code: 'DEPOT', type: 'warehouse' }, { as });
  const plenty = await shop.product({ low_stock_threshold: '5' });
  await shop.receive(plenty, '6', '1.00');
  await shop.receive(plenty, '100', '1.00', { location_id: depot.id });
  const counts = async () => {
    const { low_stock: low, out_of_stock: out } = await call('get_business_overview', {}, { as });
    return [low, out];
  };
  assert.deepEqual(await counts(), [0, 0]);
  const own = { variant_id: plenty.id, location_id: depot.id, low_stock_threshold: '200' };
  await call('set_stock_thresholds', own, { as });
  assert.deepEqual(await counts(), [1, 0]);
  await call('set_stock_thresholds', { ...own, low_stock_threshold: '50' }, { as });
  assert.deepEqual(await counts(), [0, 0]);
  await shop.sell([plenty, '2']);
  assert.deepEqual(await counts(), [1, 0]);
  await shop.product({ name: 'Never stocked' });
  assert.deepEqual(await counts(), [1, 1]);
});

test('as CSV it is a list of figures', async () => {
  const { content } = await call('get_business_overview', { format: 'csv' });
  const rows: string[][] = parse(content);
  assert.deepEqual(rows[1], ['net_sales', '600.00', '300.00', '100.00']);
});

test('what charts and a short list need is in the same answer, as the reports have it', async () => {
  const {
    sales_by_month: sales,
    cash_by_week: cash,
    owing,
    ...figures
  } = await call('get_business_overview', { include: ['sales_by_month', 'cash_by_week', 'owing'] });
  const year = { from: '2025-04-01', to: '2026-03-20', interval: 'month', compare: 'previous_year' };
  const revenue = await call('get_revenue', year);
  assert.deepEqual(sales.intervals, revenue.intervals);
  const shown = revenue.rows.map(({ net }: Wire) => [net.amount, net.compared]);
  assert.deepEqual(
    sales.net.series.map((amount: string, at: number) => [amount, sales.net.compared_series[at]]),
    shown,
  );
  assert.equal(sales.net.series.at(-1), '600.00');

  const weeks = await call('get_cash_flow', { from: '2025-09-01', to: '2026-03-20', interval: 'week' });
  assert.deepEqual(cash.intervals, weeks.intervals);
  assert.equal(cash.closing.at(-1), figures.cash);
  let level = Number(weeks.totals.opening_cash);
  const levels = weeks.totals.net_change.series.map((change: string) => (level += Number(change)).toFixed(2));
  assert.deepEqual(cash.closing, levels);
  assert.ok(new Set(levels).size > 3);

  const { rows } = await call('get_receivables_aging', { limit: 5 });
  assert.deepEqual(
    owing,
    rows.map(({ client_id, client, total, ages }: Wire) => ({ client_id, client, total, ages })),
  );
  assert.equal(owing.length, 2);
  assert.deepEqual(await call('get_business_overview'), figures, 'and nothing of it unless it is asked for');
  assert.deepEqual(Object.keys(await call('get_business_overview', { include: ['owing'] })).includes('owing'), true);
});
