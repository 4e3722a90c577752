import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { book } from '../../../../test/support/books.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-02-20T12:00:00Z');

const formula = '=HYPERLINK("http://evil.example")';
const ann = await call('create_client', { type: 'individual', display_name: 'Ann' });
const bob = await call('create_client', { type: 'business', display_name: formula });
const drinks = await call('create_product_category', { name: 'Drinks' });
const tea = { name: 'Tea', category_id: drinks.id, sku: 'TEA', price: '10.00' };
const made = await call('create_product', { ...tea, low_stock_threshold: '5' });
await call('create_product', { name: 'Mug', sku: 'MUG', price: '25.00', track_inventory: false });
const variantId = made.variants[0].id;
const opening = {
  type: 'opening',
  variant_id: variantId,
  quantity: '100',
  unit_cost: '4.00',
  effective_date: '2026-01-01',
};
await call('create_stock_movement', opening, { key: 'stock' });
const [vat] = (await call('list_tax_rates', { limit: 100 })).data.filter((rate: Wire) => rate.percentage === '19');

let key = 0;
const sell = (input: object) =>
  call('record_sale', { prices_include_tax: false, ...input }, { key: String((key += 1)) });
const line = (sku: string, quantity: string, about: object = {}) => ({
  sku,
  quantity,
  tax_rate_ids: [vat.id],
  ...about,
});

await sell({
  client_id: ann.id,
  sale_date: '2026-02-10',
  channel: 'web',
  lines: [line('TEA', '10', { discount: { type: 'percent', value: '10' } })],
});
const mistake = await sell({ client_id: ann.id, sale_date: '2026-02-20', channel: 'web', lines: [line('MUG', '1')] });
world.setNow('2026-03-20T12:00:00Z');
await sell({
  client_id: bob.id,
  sale_date: '2026-03-05',
  lines: [line('MUG', '2')],
  charges: [{ kind: 'shipping', amount: '5.00', tax_rate_ids: [vat.id] }],
});
await sell({
  sale_date: '2026-03-06',
  lines: [{ name: 'Repair', quantity: '1', unit_price: '20.00', tax_rate_ids: [] }],
  payments: [{ method: 'Cash' }],
});
await call('create_sale', { client_id: ann.id, sale_date: '2026-03-07', lines: [line('MUG', '9')] });
await call('void_sale', { id: mistake.id }, { key: 'void' });

const march = { from: '2026-03-01', to: '2026-03-31' };
const both = { from: '2026-02-01', to: '2026-03-31' };
const revenue = (input: object) => call('get_revenue', input);
const nets = ({ rows }: Wire) => rows.map((row: Wire) => [row.kind, row.label, row.net.amount]);

test('sales count on their day and voids on theirs, drafts not at all, and the ledger says the same', async () => {
  const { rows, totals, reconciliation } = await revenue(both);
  assert.deepEqual(
    rows.map((row: Wire) => [
      row.label,
      row.sales,
      row.gross,
      row.discounts,
      row.returns,
      row.net.amount,
      row.charges,
      row.tax,
      row.total,
    ]),
    [
      ['2026-02', 2, '125.00', '10.00', '0.00', '115.00', '0.00', '21.85', '136.85'],
      ['2026-03', 1, '70.00', '0.00', '25.00', '45.00', '5.00', '5.70', '55.70'],
    ],
  );
  assert.equal(totals.sales, 3);
  assert.equal(totals.net.amount, '160.00');
  assert.equal(totals.average_order, '53.33');
  assert.deepEqual(reconciliation, { sales: '165.00', ledger: '165.00', difference: '0.00' });
});

test('by client, with a row for sales without one, and shares that make a hundred', async () => {
  const { rows } = await revenue({ ...march, group_by: 'client' });
  assert.deepEqual(
    rows.map((row: Wire) => [row.kind, row.key, row.label, row.net.amount, row.share]),
    [
      ['group', bob.id, formula, '50.00', '111.11'],
      ['group', ann.id, 'Ann', '-25.00', '-55.55'],
      ['unassigned', null, 'No client', '20.00', '44.44'],
    ],
  );
});

test('by product, variant and category: units, and charges in a row of their own', async () => {
  const products = await revenue({ ...both, group_by: 'product' });
  assert.deepEqual(
    products.rows.map((row: Wire) => [row.label, row.units, row.net.amount, row.charges, row.tax]),
    [
      ['Tea', '10', '90.00', '0.00', '17.10'],
      ['Mug', '2', '50.00', '0.00', '9.50'],
      ['No product', '1', '20.00', '0.00', '0.00'],
      ['Charges', null, '0.00', '5.00', '0.95'],
    ],
  );
  assert.deepEqual(nets(await revenue({ ...both, group_by: 'category' })), [
    ['group', 'Drinks', '90.00'],
    ['unassigned', 'No category', '70.00'],
    ['charges', 'Charges', '0.00'],
  ]);
  assert.deepEqual(nets(await revenue({ ...both, group_by: 'variant', limit: 1 })), [
    ['group', 'Tea', '90.00'],
    ['others', 'Others', '50.00'],
    ['unassigned', 'No variant', '20.00'],
    ['charges', 'Charges', '0.00'],
  ]);
});

test('by channel, member and location', async () => {
  assert.deepEqual(nets(await revenue({ ...both, group_by: 'channel' })), [
    ['group', 'web', '90.00'],
    ['unassigned', 'No channel', '70.00'],
  ]);
  for (const group of ['member', 'location']) {
    const { rows } = await revenue({ ...both, group_by: group });
    assert.deepEqual([rows[0].net.amount, rows[1].kind, rows[1].net.amount], ['160.00', 'unassigned', '0.00']);
    assert.notEqual(rows[0].label, rows[0].key);
  }
});

test('a part of it by client or channel, which the ledger has no figure for', async () => {
  const { totals, reconciliation } = await revenue({ ...both, client_id: ann.id });
  assert.equal(totals.net.amount, '90.00');
  assert.equal(reconciliation, null);
  assert.equal((await revenue({ ...both, channel: 'web', group_by: 'product' })).totals.net.amount, '90.00');
});

test('a group is compared with itself before, also where it has nothing now, and has a series', async () => {
  const {
    rows,
    totals,
    compared_period: compared,
  } = await revenue({ ...march, group_by: 'product', compare: 'previous_period', interval: 'week' });
  assert.deepEqual(compared, { from: '2026-02-01', to: '2026-02-20' });
  const [, teaRow] = rows
    .map((row: Wire) => row)
    .toSorted((a: Wire, b: Wire) => (a.label < b.label ? -1 : 1))
    .filter((row: Wire) => ['Mug', 'Tea'].includes(row.label));
  assert.deepEqual(
    [teaRow.net.amount, teaRow.net.compared, teaRow.net.change, teaRow.net.change_percent],
    ['0.00', '90.00', '-90.00', '-100.00'],
  );
  assert.equal(totals.net.compared, '115.00');
  assert.deepEqual(totals.net.series, ['0.00', '70.00', '0.00', '-25.00', '0.00', '0.00']);
});

test('periods are compared one by one', async () => {
  const { rows } = await revenue({ ...march, interval: 'month', compare: 'previous_period' });
  assert.deepEqual(
    rows.map((row: Wire) => [row.net.amount, row.net.compared, row.net.change_percent]),
    [['45.00', '115.00', '-60.87']],
  );
});

test('cost and margin are shown to those who may see costs, and to nobody else', async () => {
  const { totals } = await revenue(both);
  assert.deepEqual([totals.cost, totals.margin, totals.margin_percent], ['40.00', '120.00', '75.00']);
  const viewer = withPermissions(world.ana, ['reports:read']);
  for (const group of ['period', 'product']) {
    const seen = await call('get_revenue', { ...both, group_by: group }, { as: viewer });
    for (const row of [...seen.rows, seen.totals]) {
      assert.deepEqual([row.cost, row.margin, row.margin_percent], [null, null, null]);
    }
  }
});

test('as CSV no name is a formula, and amounts stay numbers', async () => {
  const { content, filename } = await revenue({
    ...march,
    group_by: 'client',
    compare: 'previous_period',
    format: 'csv',
  });
  assert.equal(filename, 'revenue-by-client-2026-03-01-2026-03-31.csv');
  const rows: Record<string, string>[] = parse(content, { columns: true });
  assert.deepEqual(
    rows.map((row) => [row['client'], row['net'], row['compared'], row['share']]),
    [
      [`'${formula}`, '50.00', '0.00', '111.11'],
      ['Ann', '-25.00', '115.00', '-55.55'],
      ['No client', '20.00', '0.00', '44.44'],
      ['total', '45.00', '115.00', ''],
    ],
  );
  assert.match(content, /,-25\.00,/);
});

test('revenue that did not come from a sale shows as the difference to the ledger', async () => {
  await book(world, [
    {
      date: '2026-01-15',
      lines: [
        { code: '1010', sum: '3.00' },
        { code: '4000', sum: '-3.00' },
      ],
    },
  ]);
  const { reconciliation } = await revenue({ from: '2026-01-01', to: '2026-01-31' });
  assert.deepEqual(reconciliation, { sales: '0.00', ledger: '3.00', difference: '3.00' });
});

test('units are summed up, however many are given away', async () => {
  const as = await world.found('Generous');
  const lines = Array.from({ length: 100 }, () => ({ name: 'Free', quantity: '999999999999', unit_price: '0' }));
  await call('record_sale', { lines, sale_date: '2026-02-10' }, { as, key: 'generous' });
  const { totals, rows } = await call('get_revenue', { ...both, group_by: 'variant' }, { as });
  assert.equal(totals.gross, '0.00');
  assert.deepEqual(
    rows.map((row: Wire) => row.units).filter((units: string | null) => units !== null),
    ['99999999999900'],
  );
});

test('another organisation has sold nothing', async () => {
  const { rows, totals } = await call('get_revenue', { ...both, group_by: 'client' }, { as: world.rival });
  assert.equal(totals.gross, '0.00');
  assert.deepEqual(
    rows.map((row: Wire) => row.kind),
    ['unassigned'],
  );
  const stranger = withPermissions(world.ana, []);
  await assert.rejects(call('get_revenue', both, { as: stranger }), refused('forbidden'));
});
