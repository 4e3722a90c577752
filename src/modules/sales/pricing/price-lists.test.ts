import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { ana, call } = world;
const shop = shopOf(world);
const as = { as: ana };

const tiers = [{ min_quantity: '10', price: '4.50' }];
const mug = await shop.product({ name: 'Mug', price: '5.00', price_tiers: tiers });
const bowl = await shop.product({ name: 'Bowl', price: '8.00' });

const priceList = (more: object): Promise<Wire> =>
  call('create_price_list', { name: `List ${world.runtime.newId()}`, ...more }, as);
const sources = (sale: Wire) => sale.lines.map((line: Wire) => [line.unit_price, line.price_source]);

async function bought(client: Wire, quantities: readonly [Wire, string][], more: object = {}): Promise<Wire> {
  const lines = quantities.map(([variant, quantity]) => ({ variant_id: variant.id, quantity }));
  return call('calculate_sale', { client_id: client?.id, lines, ...more }, as);
}

test('without a list a variant costs what its tier says, for the quantity of the whole document', async () => {
  assert.deepEqual(sources(await bought(undefined, [[mug, '9']])), [['5.00', 'variant']]);
  const parts = await bought(undefined, [
    [mug, '4'],
    [bowl, '1'],
    [mug, '6'],
  ]);
  assert.deepEqual(sources(parts), [
    ['4.50', 'tier'],
    ['8.00', 'variant'],
    ['4.50', 'tier'],
  ]);
});

test('the list of a client goes before that of its group, and that before the variant', async () => {
  const ofGroup = await priceList({ percent_off: '10' });
  const group = await call('create_client_group', { name: 'Cafés', price_list_id: ofGroup.id }, as);
  const own = await priceList({ prices: [{ variant_id: mug.id, price: '4.00' }] });
  const member = await shop.client({ group_ids: [group.id] });
  const special = await shop.client({ group_ids: [group.id], price_list_id: own.id });
  const both: [Wire, string][] = [
    [mug, '1'],
    [bowl, '1'],
  ];
  assert.deepEqual(sources(await bought(member, both)), [
    ['4.50', 'group_list'],
    ['7.20', 'group_list'],
  ]);
  const sale = await bought(special, both);
  assert.deepEqual(sources(sale), [
    ['4.00', 'client_list'],
    ['7.20', 'group_list'],
  ]);
  assert.deepEqual(
    sale.lines.map((line: Wire) => line.price_list_id),
    [own.id, ofGroup.id],
  );
});

test('a list has prices of its own from quantities on', async () => {
  const list = await priceList({
    prices: [
      { variant_id: mug.id, price: '4.80' },
      { variant_id: mug.id, price: '3.99', min_quantity: '100' },
    ],
  });
  const client = await shop.client({ price_list_id: list.id });
  assert.deepEqual(sources(await bought(client, [[mug, '99']])), [['4.80', 'client_list']]);
  assert.deepEqual(sources(await bought(client, [[mug, '100']])), [['3.99', 'client_list']]);
});

test('a list counts only on the days that it is valid, and not once it is archived', async () => {
  const list = await priceList({ percent_off: '50', valid_from: '2026-01-01', valid_to: '2026-01-31' });
  const client = await shop.client({ price_list_id: list.id });
  const on = async (sale_date: string) => sources(await bought(client, [[bowl, '1']], { sale_date }))[0];
  assert.deepEqual(await on('2025-12-31'), ['8.00', 'variant']);
  assert.deepEqual(await on('2026-01-01'), ['4.00', 'client_list']);
  assert.deepEqual(await on('2026-01-31'), ['4.00', 'client_list']);
  assert.deepEqual(await on('2026-02-01'), ['8.00', 'variant']);
  await call('archive_price_list', { id: list.id }, as);
  assert.deepEqual(await on('2026-01-15'), ['8.00', 'variant']);
  await call('restore_price_list', { id: list.id }, as);
  assert.deepEqual(await on('2026-01-15'), ['4.00', 'client_list']);
});

test('a list of prices with tax is taken for a sale without, and for who pays none', async () => {
  const vat = await shop.tax('20');
  const jar = await shop.product({ price: '10.00', tax_rate_ids: [vat] });
  const list = await priceList({ prices_include_tax: true, prices: [{ variant_id: jar.id, price: '9.60' }] });
  const client = await shop.client({ price_list_id: list.id });
  const sale = await bought(client, [[jar, '1']]);
  assert.deepEqual([sale.lines[0].unit_price, sale.total], ['8.00', '9.60']);
});

test('a price that is said goes before every list, and a draft keeps the price it was drafted with', async () => {
  const list = await priceList({ percent_off: '25' });
  const client = await shop.client({ price_list_id: list.id });
  const lines = [
    { variant_id: bowl.id, quantity: '1' },
    { variant_id: mug.id, quantity: '1', unit_price: '1.00' },
  ];
  const draft = await call('create_sale', { client_id: client.id, lines, stock: 'none' }, as);
  const expected = [
    ['6.00', 'client_list'],
    ['1.00', 'given'],
  ];
  assert.deepEqual(sources(draft), expected);
  await call('update_price_list', { id: list.id, percent_off: '90' }, as);
  assert.deepEqual(sources(await shop.keyed('confirm_sale', { id: draft.id })), expected);
});

test('a draft for another client takes the prices of that client', async () => {
  const list = await priceList({ percent_off: '25' });
  const [one, other] = [await shop.client({ price_list_id: list.id }), await shop.client()];
  const lines = [{ variant_id: bowl.id, quantity: '1' }];
  const draft = await call('create_sale', { client_id: one.id, lines }, as);
  const moved = await call('update_sale', { id: draft.id, client_id: other.id }, as);
  assert.deepEqual(sources(moved), [['8.00', 'variant']]);
});

test('free lines have the price that is said', async () => {
  const sale = await call('calculate_sale', { lines: [{ name: 'Advice', quantity: '1', unit_price: '80.00' }] }, as);
  assert.deepEqual(sources(sale), [['80.00', 'given']]);
});
