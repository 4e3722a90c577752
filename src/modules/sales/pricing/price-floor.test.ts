import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { dayIn } from '../../../core/calendar.ts';

const world = await createWorld();
const { call, ana } = world;
const shop = shopOf(world);
const { keyed } = shop;
const fixture = createQuoteFixture(world, shop);

const cash = [{ method: 'Cash' }];
const record = (lines: readonly object[], more: object = {}) =>
  keyed('record_sale', { lines, payments: cash, ...more });
const below = refused('price_below_floor');

const item = (more: object = {}) => shop.service({ price: '10', min_price: '8', ...more });
const line = ({ id }: Wire, more: object = {}) => ({ variant_id: id, quantity: '3', ...more });

test('a price by hand is the lowest price at least, and the refusal says which line and what that is', async () => {
  const variant = await item();
  assert.equal(variant.min_price, '8.00');
  const gift = { name: 'Bag', quantity: '1', unit_price: '0' };
  await assert.rejects(
    record([gift, line(variant, { unit_price: '7.99' })]),
    refused('price_below_floor', ({ lines }) => {
      assert.deepEqual(lines, [{ line: 2, name: variant.full_name, min_price: '8.00', includes_tax: false }]);
    }),
  );
  assert.equal((await record([line(variant, { unit_price: '8' })])).total, '24.00');
});

test('whatever is taken off counts: from the line, the sale, after tax, or by the terms of the client', async () => {
  const variant = await item();
  const percent = (value: string, more: object = {}) => ({ discounts: [{ type: 'percent', value, ...more }] });
  await assert.rejects(record([line(variant, { discount: { type: 'amount', value: '6.01' } })]), below);
  await assert.rejects(record([line(variant)], percent('20.1')), below);
  await assert.rejects(record([line(variant)], percent('20.1', { applies: 'after_tax' })), below);
  const client_id = (await shop.client({ discount_percent: '21' })).id;
  await assert.rejects(record([line(variant)], { client_id }), below);
  assert.equal((await record([line(variant, { discount: { type: 'amount', value: '6' } })])).total, '24.00');
  assert.equal((await record([line(variant)], percent('20'))).total, '24.00');
  assert.equal((await record([line(variant)], percent('20', { applies: 'after_tax' }))).total, '24.00');
});

test('taxes make no difference, in the price or on top of it', async () => {
  const rate = await shop.tax('19');
  const gross = await item({ price: '11.90', min_price: '9.52', price_includes_tax: true, tax_rate_ids: [rate] });
  const net = await item({ tax_rate_ids: [rate] });
  for (const variant of [gross, net]) {
    for (const prices_include_tax of [true, false]) {
      const [lowest, less] = prices_include_tax ? ['9.52', '9.50'] : ['8', '7.99'];
      const sold = (unit_price: string) => record([line(variant, { unit_price })], { prices_include_tax });
      assert.equal((await sold(lowest)).total, '28.56');
      await assert.rejects(sold(less), below);
    }
  }
});

test('another currency counts by what it is worth', async () => {
  const today = dayIn(new Date().toISOString(), 'Europe/Berlin');
  await call('set_exchange_rate', { currency: 'JPY', rate: '0.005', rate_date: today });
  const variant = await item();
  const client_id = (await shop.client()).id;
  const sold = (unit_price: string) =>
    call('create_sale', { client_id, currency: 'JPY', lines: [line(variant, { unit_price })], confirm: true });
  assert.equal((await sold('1600')).base_total, '24.00');
  await assert.rejects(sold('1590'), below);
});

test('what lists and the catalogue say is no business of who sells, nor is what has no lowest price', async () => {
  const cheap = await item({ price: '5' });
  assert.equal((await record([line(cheap)])).total, '15.00');
  await assert.rejects(record([line(cheap, { unit_price: '5' })]), below);
  const free = await item({ min_price: undefined });
  assert.equal((await record([line(free, { unit_price: '0.01' })])).total, '0.03');
  await call('update_variant', { id: cheap.id, min_price: null });
  assert.equal((await record([line(cheap, { unit_price: '4' })])).total, '12.00');
});

test('a draft may be at any price; it is confirmed, or paid at the till, by whoever may sell below', async () => {
  const variant = await item();
  const client_id = (await shop.client()).id;
  const draft = () => call('create_sale', { client_id, lines: [line(variant, { unit_price: '1' })] });
  const clerk = { ...ana, permissions: new Set([...ana.permissions].filter((name) => name !== 'sales:price')) };
  const override = ['price_floor'];
  const { id } = await draft();
  for (const [name, more] of [
    ['confirm_sale', {}],
    ['pay_sale', { method: 'Cash' }],
  ] as const) {
    await assert.rejects(keyed(name, { id, ...more }), below);
    await assert.rejects(
      call(name, { id, ...more, override }, { as: clerk, key: randomUUID() }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'sales:price')),
    );
  }
  assert.equal((await keyed('confirm_sale', { id, override })).status, 'confirmed');
  await keyed('pay_sale', { id: (await draft()).id, method: 'Cash', override });
  const confirm = { client_id, lines: [line(variant, { unit_price: '1' })], confirm: true };
  await assert.rejects(call('create_sale', confirm), below);
  assert.equal((await call('create_sale', { ...confirm, override })).status, 'confirmed');
  assert.equal((await record(confirm.lines, { override })).total, '3.00');
});

test('a quote promises no less either, unless by whoever may', async () => {
  const variant = await item();
  const quote = await fixture.quoted({ lines: [line(variant, { unit_price: '7' })] });
  await assert.rejects(keyed('issue_document', { id: quote.id }), below);
  const clerk = { ...ana, permissions: new Set(['documents:issue']) };
  await assert.rejects(
    call('issue_document', { id: quote.id, override: ['price_floor'] }, { as: clerk, key: randomUUID() }),
    refused('forbidden'),
  );
  assert.equal((await fixture.issue(quote, { override: ['price_floor'] })).status, 'open');
});

test('variants that are made of another have its lowest price', async () => {
  const product = { name: 'Shirt', price: '10', min_price: '8', options: [{ name: 'Size', values: ['S', 'M'] }] };
  const made = await call('create_product', product);
  assert.deepEqual(
    made.variants.map(({ min_price }: Wire) => min_price),
    ['8.00', '8.00'],
  );
});
