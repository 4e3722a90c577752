import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
world.setNow('2026-03-02T10:00:00.000Z');

const duplicate = ({ id }: Wire, more: object = {}) => call('duplicate_sale', { id, ...more });

/** A sale of something in the catalogue and something by hand, to a client with terms of its own. */
async function sold() {
  const rate = await shop.tax('10');
  const product = await shop.service({ price: '20', tax_rate_ids: [rate] });
  const client = await shop.client({ discount_percent: '10' });
  const lines = [
    { variant_id: product.id, quantity: '2', discount: { type: 'amount', value: '1' } },
    { variant_id: product.id, quantity: '1', unit_price: '7' },
    { name: 'By hand', quantity: '1', unit_price: '5', tax_rate_ids: [rate] },
  ];
  const about = {
    channel: 'web',
    notes: 'As always.',
    tags: ['weekly'],
    external_id: product.id,
    metadata: { a: 'b' },
  };
  const charges = [{ kind: 'shipping', amount: '4' }];
  world.setNow('2026-01-15T10:00:00.000Z');
  const sale = await call('create_sale', { client_id: client.id, lines, charges, confirm: true, ...about });
  await call('update_variant', { id: product.id, price: '30' });
  await call('update_product', { id: product.product_id, tax_rate_ids: [await shop.tax('20')] });
  await call('update_client', { id: client.id, discount_percent: '50' });
  world.setNow('2026-03-02T10:00:00.000Z');
  return { sale, product, client };
}

const prices = (sale: Wire) => sale.lines.map((line: Wire) => line.unit_price);
const rates = (sale: Wire) => sale.lines.map(({ taxes }: Wire) => taxes[0].percentage);

test('a copy is a draft of today, at the prices, taxes and terms of today', async () => {
  const { sale, client } = await sold();
  world.emitted();
  const copy = await duplicate(sale);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['sale.created'],
  );
  assert.deepEqual([copy.status, copy.number, copy.sale_date, copy.external_id], ['draft', null, '2026-03-02', null]);
  assert.deepEqual([copy.client_id, copy.channel, copy.notes, copy.tags], [client.id, 'web', 'As always.', ['weekly']]);
  assert.deepEqual([copy.metadata, copy.charges[0].amount], [{}, '4.00']);
  assert.deepEqual(prices(copy), ['30.00', '7.00', '5.00']);
  assert.deepEqual(rates(copy), ['20', '20', '10']);
  assert.deepEqual([copy.discounts[0].value, copy.lines[0].discount.value], ['50', '1.00']);
  const ids = new Set(copy.lines.map(({ id }: Wire) => id));
  assert.ok(sale.lines.every(({ id }: Wire) => !ids.has(id)));
  assert.equal((await keyed('confirm_sale', { id: copy.id })).status, 'confirmed');
});

test('or at those of then, to the cent', async () => {
  const { sale } = await sold();
  await call('update_organization', { tax_rounding: 'per_line', rounding_mode: 'down' });
  const copy = await duplicate(sale, { prices: 'same', sale_date: '2026-03-01' });
  assert.deepEqual(copy.totals, sale.totals);
  assert.deepEqual([copy.sale_date, prices(copy), rates(copy)], ['2026-03-01', prices(sale), rates(sale)]);
  await call('update_organization', { tax_rounding: 'per_document', rounding_mode: 'half_up' });
});

test('of a void sale and of one to nobody, but not of a return', async () => {
  const { sale } = await sold();
  const paid = await shop.pay(sale);
  const back = await keyed('return_sale', { id: sale.id });
  await assert.rejects(duplicate(back.return ?? back), refused('invalid_state_transition'));
  assert.equal(paid.status, 'completed');
  const void_ = await keyed('void_sale', { id: (await shop.sold('10')).id });
  assert.equal((await duplicate(void_)).total, '10.00');
  const walkIn = await keyed('record_sale', {
    lines: [{ name: 'Tea', quantity: '1', unit_price: '2' }],
    payments: [{ method: 'Cash' }],
  });
  assert.deepEqual([(await duplicate(walkIn)).client_id, (await duplicate(walkIn)).amount_paid], [null, '0.00']);
});

test('what cannot be sold any more is refused, and the draft holds its goods if asked', async () => {
  const goods = await shop.product({ price: '3' });
  await shop.receive(goods, '2', '1');
  const client_id = (await shop.client()).id;
  const lines = [{ variant_id: goods.id, quantity: '2' }];
  const sale = await call('create_sale', { client_id, lines, confirm: true });
  await assert.rejects(duplicate(sale, { reserve: true }), refused('insufficient_stock'));
  const closed = await call('create_location', { name: 'Closed', code: 'CLOSED' });
  await call('archive_location', { id: closed.id });
  await assert.rejects(duplicate(sale, { location_id: closed.id }), refused('location_not_active'));
  await assert.rejects(duplicate(sale, { sale_date: '2030-01-01' }), refused('validation_failed'));
  await call('archive_product', { id: goods.product_id });
  await assert.rejects(duplicate(sale), refused('variant_not_sold'));
  await call('archive_client', { id: client_id });
  await assert.rejects(duplicate(sale), refused('client_not_active'));
});

test('of another currency at the rate of its own day', async () => {
  const dollars = await shop.sold('10', { currency: 'USD', exchange_rate: '0.9' });
  await assert.rejects(
    duplicate(dollars, { sale_date: '2026-01-01' }),
    refused('exchange_rate_missing', ({ currency, rate_date: day }) => {
      assert.deepEqual([currency, day], ['USD', '2026-01-01']);
    }),
  );
  const again = await duplicate(dollars, { exchange_rate: '0.8' });
  assert.deepEqual([again.total, again.base_total], ['10.00', '8.00']);
});
