/** Lines with a negative quantity: empties, pallets and the like that are taken back within a larger sale. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
world.setNow('2026-03-02T10:00:00.000Z');

const [full, reduced] = [await shop.tax('19', { category: 'S' }), await shop.tax('7', { category: 'S' })];
const beer = { name: 'Beer, case', quantity: '10', unit_price: '20.00', tax_rate_ids: [full] };
const crates = { name: 'Crate, returned', quantity: '-8', unit_price: '3.10', tax_rate_ids: [full] };
const pallet = { name: 'Pallet, returned', quantity: '-1', unit_price: '15.00', tax_rate_ids: [reduced] };
const client = await shop.client();
const soldTo = (lines: readonly object[], more: object = {}): Promise<Wire> =>
  shop.sold('0', { client_id: client.id, lines, ...more });
const back = (sale: Wire, more: object = {}): Promise<Wire> => shop.keyed('return_sale', { id: sale.id, ...more });
const amounts = ({ lines }: Wire) => lines.map(({ quantity, net, tax, total }: Wire) => [quantity, net, tax, total]);
const faultAt = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors }) =>
    assert.deepEqual([errors?.[0]?.pointer, errors?.[0]?.code], [pointer, code]),
  );

describe('a line that takes something back', () => {
  test('lowers the sale, its tax and its revenue', async () => {
    const moved = await shop.moves(async () => {
      const sale = await soldTo([beer, crates, pallet]);
      assert.deepEqual(amounts(sale), [
        ['10', '200.00', '38.00', '238.00'],
        ['-8', '-24.80', '-4.71', '-29.51'],
        ['-1', '-15.00', '-1.05', '-16.05'],
      ]);
      assert.deepEqual(
        [sale.totals.net, sale.totals.tax, sale.total, sale.amount_due],
        ['160.20', '32.24', '192.44', '192.44'],
      );
      assert.deepEqual(
        sale.totals.taxes.map(({ base, amount }: Wire) => [base, amount]),
        [
          ['175.20', '33.29'],
          ['-15.00', '-1.05'],
        ],
      );
    });
    assert.deepEqual(
      Object.values(moved).toSorted((a, b) => (a < b ? -1 : 1)),
      [-16_020n, -3224n, 19_244n],
    );
    await shop.booksAgree();
  });

  test('has its part of a discount on everything', async () => {
    const sale = await soldTo([beer, crates], { discounts: [{ type: 'percent', value: '10' }] });
    assert.deepEqual([sale.discounts[0].amount, sale.totals.net], ['17.52', '157.68']);
    assert.deepEqual(
      sale.lines.map(({ net }: Wire) => net),
      ['180.00', '-22.32'],
    );
    await shop.booksAgree();
  });

  test('is given back with the rest, in pieces that come to the whole', async () => {
    const sale = await soldTo([beer, crates, pallet], { discounts: [{ type: 'amount', value: '9.99' }] });
    await shop.pay(sale, { amount: '100' });
    const line = (index: number, quantity?: string) => ({ line_id: sale.lines[index].id, quantity });
    const first = await back(sale, { lines: [line(0, '5'), line(1, '-3')] });
    assert.equal(first.lines[1].quantity, '-3');
    const rest = await back(sale);
    assert.deepEqual(
      rest.lines.map(({ quantity }: Wire) => quantity),
      ['5', '-5', '-1'],
    );
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    assert.equal(cents(first.total) + cents(rest.total), cents(sale.total));
    const after = await shop.sale(sale);
    assert.deepEqual(
      [after.amount_due, after.lines.map((one: Wire) => one.quantity_returned)],
      ['0.00', ['10', '-8', '-1']],
    );
    await shop.booksAgree();
  });

  test('in another currency, with tax inside its prices and paid at once', async () => {
    const sale = await soldTo([beer, crates, pallet], {
      currency: 'USD',
      exchange_rate: '0.91237',
      prices_include_tax: true,
    });
    await shop.pay(sale);
    await back(sale, { refund: { destination: 'client_credit' } });
    await shop.booksAgree();
  });

  test('is counted in reports of units and revenue with its sign', async () => {
    const service = await shop.service({ name: 'Deposit of a keg', price: '30.00' });
    await soldTo([
      { variant_id: service.id, quantity: '5' },
      { variant_id: service.id, quantity: '-3' },
    ]);
    const report = await call('get_product_margin', { from: '2026-03-02', to: '2026-03-02' });
    const row = report.rows.find(({ label }: Wire) => String(label).includes('Deposit of a keg'));
    assert.deepEqual([row.units, row.net], ['2', '60.00']);
  });
});

describe('a line that takes something back is refused', () => {
  test('where the client would be owed money: that is a credit note', async () => {
    await assert.rejects(soldTo([pallet]), faultAt('', 'total_negative'));
    await assert.rejects(soldTo([{ ...pallet, quantity: '-1000000' }, beer]), faultAt('', 'total_negative'));
  });

  test('with a discount of its own, and in a discount on nothing else', async () => {
    const off = { type: 'percent', value: '10' };
    await assert.rejects(
      soldTo([beer, { ...crates, discount: off }]),
      faultAt('/lines/1/discount', 'discount_on_return'),
    );
    await assert.rejects(
      soldTo([beer, crates], { discounts: [{ ...off, lines: [2] }] }),
      faultAt('/discounts/0', 'discount_exceeds_document'),
    );
  });

  test('for goods in stock, whose cost only a return knows', async () => {
    const goods = await shop.product({ name: 'Keg' });
    const variant_id = goods.id;
    await assert.rejects(
      soldTo([beer, { variant_id, quantity: '-1', unit_price: '1' }]),
      faultAt('/lines/1/quantity', 'goods_back'),
    );
    const before = await soldTo([beer, { variant_id, quantity: '-1', unit_price: '1' }], { stock: 'none' });
    assert.equal(before.lines[1].cost_total ?? null, null);
    await shop.booksAgree();
  });

  test('alone in a return, or left out of one that comes to more than the sale', async () => {
    const sale = await soldTo([beer, crates]);
    const [{ id: sold }, { id: taken }] = sale.lines;
    await assert.rejects(back(sale, { lines: [{ line_id: taken }] }), faultAt('/lines', 'total_negative'));
    await assert.rejects(back(sale, { lines: [{ line_id: sold }] }), faultAt('/lines', 'exceeds_sale'));
    const off = { type: 'percent', value: '10', lines: [1, 2] };
    const apart = await soldTo([beer, crates, { ...beer, name: 'Lamp' }], { discounts: [off] });
    const [, { id: discounted }, { id: other }] = apart.lines;
    await assert.rejects(
      back(apart, { lines: [{ line_id: discounted }, { line_id: other }] }),
      faultAt('/lines', 'total_negative'),
    );
    const one = (quantity: string) => back(sale, { lines: [{ line_id: sold }, { line_id: taken, quantity }] });
    await assert.rejects(one('3'), faultAt('/lines/1/quantity', 'not_negative'));
    await assert.rejects(
      one('-9'),
      refused('return_exceeds_sold', ({ max }) => assert.equal(max, '-8')),
    );
    assert.equal((await one('-8')).total, sale.total);
  });
});

test('a quote of which something is taken back is asked a deposit for, and invoiced', async () => {
  const quote = await call('create_document', {
    type: 'quote',
    client_id: client.id,
    lines: [beer, crates, pallet],
    issue: true,
  });
  const deposit = await call('create_document', {
    type: 'deposit_invoice',
    deposit_for_id: quote.id,
    deposit_percent: '50',
    issue: true,
  });
  assert.equal(deposit.total, '96.21');
  await shop.pay({ id: deposit.sale_id });
  await call('accept_document', { id: quote.id });
  const invoice = await shop.keyed('convert_document', { id: quote.id, issue: true });
  const { total, amount_due } = await shop.sale({ id: invoice.sale_id });
  assert.deepEqual([total, amount_due], ['192.44', '96.23']);
  await shop.booksAgree();
});
