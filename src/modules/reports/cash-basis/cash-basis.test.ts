import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../../../test/support/books.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

/** A business of its own, so that no test sees another's figures. */
async function business() {
  const who = await world.found('Cash');
  const cash = async (from: string, to: string, more: object = {}): Promise<Wire> =>
    world.call('get_profit_and_loss', { from, to, basis: 'cash', ...more }, { as: who });
  const revenue = async (from: string, to: string) => (await cash(from, to)).totals.revenue.amount;
  return { who, shop: shopOf(world, who), cash, revenue };
}

test('what payments settle adds up to the sale, the last with what rounding left', async () => {
  const { shop, cash, revenue } = await business();
  on('2026-01-05');
  const tax = await shop.tax('21');
  const lines = [{ name: 'Work', quantity: '1', unit_price: '100.00', tax_rate_ids: [tax] }];
  const { id: client_id } = await shop.client();
  const sale = await shop.draft([], { lines, client_id, prices_include_tax: false, confirm: true });
  for (const [day, amount] of [
    ['2026-02-01', '40.33'],
    ['2026-03-01', '40.33'],
    ['2026-04-01', '40.34'],
  ] as const) {
    on(day);
    await shop.pay(sale, { amount });
  }
  assert.equal(await revenue('2026-01-01', '2026-01-31'), '0.00');
  const { totals, meta } = await cash('2026-01-01', '2026-04-30', { interval: 'month' });
  assert.deepEqual(totals.revenue.series, ['0.00', '33.33', '33.33', '33.34']);
  assert.equal(totals.revenue.amount, '100.00');
  assert.equal(meta.basis, 'cash');
  assert.match(meta.warnings[0], /cost of goods counts with the sale/);
});

test('the cost of goods counts as the sale is paid, and a payment taken back takes it back on that day', async () => {
  const { shop, cash } = await business();
  on('2026-01-05');
  const variant = await shop.product({ price: '20' });
  await shop.receive(variant, '10', '6.00');
  const lines = [{ variant_id: variant.id, quantity: '1', tax_rate_ids: [] }];
  const { id: client_id } = await shop.client();
  await shop.draft([], { lines, client_id, confirm: true });
  on('2026-02-01');
  const payment = await shop.keyed('create_payment', { client_id, method: 'Bank transfer', amount: '5.00' });
  const paid = (await cash('2026-02-01', '2026-02-28')).totals;
  assert.equal(paid.revenue.amount, '5.00');
  assert.equal(paid.cost_of_sales.amount, '1.50');
  on('2026-03-01');
  await shop.keyed('void_payment', { id: payment.id });
  assert.equal((await cash('2026-03-01', '2026-03-31')).totals.gross_profit.amount, '-3.50');
  assert.deepEqual((await cash('2026-02-01', '2026-02-28')).totals, paid);
});

test('without saying, a report is on the basis that the organisation keeps its books on', async () => {
  const { who } = await business();
  for (const basis of ['accrual', 'cash']) {
    await world.call('update_organization', { accounting_basis: basis }, { as: who });
    for (const [name, input] of [
      ['get_profit_and_loss', {}],
      ['get_expenses_by_category', {}],
      ['get_trends', { metric: 'revenue' }],
    ] as const) {
      assert.equal((await world.call(name, input, { as: who })).meta.basis, basis, name);
    }
    assert.equal((await world.call('get_trends', {}, { as: who })).meta.basis, 'accrual');
  }
});

test('a sale that costs nothing counts on its day; money that settles nothing is beside the profit', async () => {
  const { shop, cash } = await business();
  on('2026-01-05');
  const variant = await shop.product({ price: '20' });
  await shop.receive(variant, '10', '6.00');
  const lines = [{ variant_id: variant.id, quantity: '1', tax_rate_ids: [] }];
  await shop.draft([], { lines, discounts: [{ type: 'percent', value: '100' }], confirm: true });
  const client = await shop.client();
  await shop.keyed('create_payment', { client_id: client.id, method: 'Bank transfer', amount: '7.00' });
  const report = await cash('2026-01-01', '2026-01-31');
  assert.equal(report.totals.gross_profit.amount, '-6.00');
  assert.equal(report.unapplied_receipts, '7.00');
});

test('whoever posts it: a bill counts as its own entries settle it, what is paid at once on its day', async () => {
  const { who, cash } = await business();
  on('2026-06-01');
  const source = { type: 'stock_count', id: '0197a000-0000-7000-8000-000000000001' };
  const bill = (date: string, lines: [string, string][]) => ({
    date,
    header: { source },
    lines: lines.map(([code, sum]) => ({ code, sum })),
  });
  await book(
    world,
    [
      bill('2026-01-10', [
        ['6100', '100.00'],
        ['1300', '20.00'],
        ['2000', '-120.00'],
      ]),
      bill('2026-02-10', [
        ['2000', '30.00'],
        ['1010', '-30.00'],
      ]),
      bill('2026-03-10', [
        ['2000', '90.00'],
        ['1010', '-90.00'],
      ]),
      {
        date: '2026-02-11',
        lines: [
          { code: '6200', sum: '8.00' },
          { code: '1000', sum: '-8.00' },
        ],
      },
    ],
    who,
  );
  const { rows } = await cash('2026-01-01', '2026-03-31', { interval: 'month' });
  assert.deepEqual(
    rows.map((row: Wire) => [row.code, row.series]),
    [
      ['6100', ['0.00', '25.00', '75.00']],
      ['6200', ['0.00', '8.00', '0.00']],
    ],
  );
});
