import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const vat = await shop.tax('19');
const lines = (sale: Wire, field: string): string[] => sale.lines.map((line: Wire) => line[field]);
const line = (unit_price: string, more: object = {}) => ({ name: 'Item', quantity: '1', unit_price, ...more });
const priced = (input: object, as = world.ana) => call('create_sale', input, { as });

test('tax is rounded once for the document and then shared out to the lines', async () => {
  const sale = await priced({ lines: Array.from({ length: 7 }, () => line('1.13', { tax_rate_ids: [vat] })) });
  assert.equal(sale.totals.tax, '1.50');
  assert.deepEqual(lines(sale, 'tax'), ['0.22', '0.22', '0.22', '0.21', '0.21', '0.21', '0.21']);
  assert.equal(sale.total, '9.41');
  assert.equal(sale.tax_rounding, 'per_document');
});

test('an organisation that rounds tax by the line gets it by the line, and the sale says so', async () => {
  const owner = await world.found('By the line');
  await call('update_organization', { tax_rounding: 'per_line' }, { as: owner });
  const rate = await shopOf(world, owner).tax('19');
  const input = { lines: Array.from({ length: 7 }, () => line('1.13', { tax_rate_ids: [rate] })) };
  const sale = await priced(input, owner);
  assert.equal(sale.totals.tax, '1.47');
  assert.equal(sale.tax_rounding, 'per_line');
});

test('prices that include tax stay what the client pays', async () => {
  const rate = await shop.tax('21');
  const sale = await priced({
    prices_include_tax: true,
    lines: [line('379.00', { tax_rate_ids: [rate] }), line('379.00', { tax_rate_ids: [rate] })],
  });
  assert.deepEqual([sale.total, sale.totals.net, sale.totals.tax], ['758.00', '626.45', '131.55']);
  assert.deepEqual(lines(sale, 'net'), ['313.23', '313.22']);
});

test('a line is rounded once, after quantity and price', async () => {
  assert.equal((await priced({ lines: [line('0.335', { quantity: '3' })] })).total, '1.01');
});

test('a discount on the document is shared out to the cent, and each line says its share', async () => {
  const discounts = [{ type: 'amount', value: '10.00' }];
  const sale = await priced({ lines: [line('100'), line('100'), line('100')], discounts });
  assert.deepEqual(lines(sale, 'discount_allocated'), ['3.34', '3.33', '3.33']);
  assert.equal(sale.total, '290.00');
  assert.deepEqual(sale.discounts, [
    { name: null, type: 'amount', value: '10', applies: 'before_tax', lines: null, amount: '10.00' },
  ]);
});

test('a trade discount lowers what is taxed, a coupon that somebody pays does not', async () => {
  const rate = await shop.tax('20');
  const item = line('100', { tax_rate_ids: [rate] });
  const discount = { type: 'amount', value: '10' };
  const trade = await priced({ lines: [item], discounts: [discount] });
  const coupon = await priced({ lines: [item], discounts: [{ ...discount, applies: 'after_tax' }] });
  assert.deepEqual([trade.totals.tax, trade.total], ['18.00', '108.00']);
  assert.deepEqual([coupon.totals.tax, coupon.total], ['20.00', '110.00']);
});

test('a discount can be taken from some lines only, named by their positions', async () => {
  const discounts = [{ type: 'percent', value: '50', lines: [2] }];
  const sale = await priced({ lines: [line('10'), line('20')], discounts });
  assert.deepEqual(lines(sale, 'net'), ['10.00', '10.00']);
});

test('a compound tax is charged on the taxes before it', async () => {
  const first = await shop.tax('5');
  const second = await shop.tax('9.975', { compound: true, sequence: 1 });
  const sale = await priced({ lines: [line('100', { tax_rate_ids: [second, first] })] });
  assert.deepEqual(
    sale.totals.taxes.map((tax: Wire) => [tax.percentage, tax.base, tax.amount]),
    [
      ['5', '100.00', '5.00'],
      ['9.975', '105.00', '10.47'],
    ],
  );
});

test('shipping and tips are charges of their own, each with its tax', async () => {
  const sale = await priced({
    lines: [line('10', { tax_rate_ids: [vat] })],
    charges: [
      { kind: 'shipping', amount: '4.90', tax_rate_ids: [vat] },
      { kind: 'tip', amount: '2' },
    ],
  });
  assert.equal(sale.totals.charges, '6.90');
  assert.equal(sale.totals.tax, '2.83');
  assert.equal(sale.total, '19.73');
});

test('everything may be taken off: the sale is worth nothing and owes no tax', async () => {
  const sale = await priced({
    lines: [line('12', { tax_rate_ids: [vat], discount: { type: 'percent', value: '100' } })],
  });
  assert.deepEqual([sale.total, sale.totals.tax, sale.totals.line_discount], ['0.00', '0.00', '12.00']);
});

test('currencies have the decimals that they have', async () => {
  const [yen, dinar] = [
    await world.found('Tokyo', { currency: 'JPY' }),
    await world.found('Amman', { currency: 'JOD' }),
  ];
  assert.equal((await priced({ lines: [line('4.5', { quantity: '3000' })] }, yen)).total, '13500');
  assert.equal((await priced({ lines: [line('1.2345', { quantity: '3' })] }, dinar)).total, '3.704');
  const inclusive = {
    prices_include_tax: true,
    lines: [line('50000', { tax_rate_ids: [await shopOf(world, yen).tax('10')] })],
  };
  const sale = await priced(inclusive, yen);
  assert.deepEqual([sale.totals.net, sale.totals.tax], ['45455', '4545']);
  await assert.rejects(
    priced({ lines: [line('10')], charges: [{ kind: 'tip', amount: '0.5' }] }, yen),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/charges/0/amount')),
  );
});

test('where coins are rounded the total is, and says by how much', async () => {
  const owner = await world.found('Rappen', { currency: 'CHF', country: 'CH' });
  await call('update_organization', { cash_rounding_increment: '0.05' }, { as: owner });
  const rounded = await priced({ lines: [line('10.02')] }, owner);
  assert.deepEqual([rounded.total, rounded.totals.rounding], ['10.00', '-0.02']);
  const exact = await priced({ lines: [line('10.02')], cash_rounding: false }, owner);
  assert.deepEqual([exact.total, exact.totals.rounding], ['10.02', '0.00']);
});
