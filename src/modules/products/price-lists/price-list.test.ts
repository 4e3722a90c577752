import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { ana, call } = world;
const as = { as: ana };
const { product } = goodsOf(world, ana);
let made = 0;
const make = (more: object = {}): Promise<Wire> =>
  call('create_price_list', { name: `List ${(made += 1)}`, ...more }, as);

describe('price lists', () => {
  test('a list shows its prices in order, and a change replaces all of them', async () => {
    const { id: variant_id } = await product({ price: '3.00' });
    const prices = [
      { variant_id, price: '2.5', min_quantity: '10' },
      { variant_id, price: '2.995' },
    ];
    const list = await make({ prices });
    const read = await call('get_price_list', { id: list.id }, as);
    assert.deepEqual(
      read.prices.map((one: Wire) => [one.min_quantity, one.price]),
      [
        ['0', '2.995'],
        ['10', '2.50'],
      ],
    );
    const changed = await call('update_price_list', { id: list.id, prices: [], percent_off: '5' }, as);
    assert.deepEqual([changed.prices, changed.price_count, changed.percent_off, changed.version], [[], 0, '5', 2]);
  });

  test('lists in use have different names; that of an archived list is free', async () => {
    const list = await make({ name: 'Retail' });
    await assert.rejects(make({ name: 'retail' }), refused('price_list_name_taken'));
    await call('archive_price_list', { id: list.id }, as);
    await make({ name: 'Retail' });
    await assert.rejects(call('restore_price_list', { id: list.id }, as), refused('price_list_name_taken'));
    await assert.rejects(call('archive_price_list', { id: list.id }, as), refused('invalid_state_transition'));
  });

  test('an external_id is taken once', async () => {
    await make({ external_id: 'PL-1' });
    await assert.rejects(make({ external_id: 'PL-1' }), refused('price_list_external_id_taken'));
  });

  test('variants that are not there, twice the same price and a validity that ends first are refused', async () => {
    const { id: variant_id } = await product({ price: '3.00' });
    const [other] = (await call('create_product', { name: 'Theirs', price: '1' }, { as: world.rival })).variants;
    const price = { variant_id, price: '2.00' };
    await assert.rejects(make({ prices: [{ variant_id: other.id, price: '1' }] }), refused('not_found'));
    await assert.rejects(make({ prices: [price, price] }), refused('validation_failed'));
    await assert.rejects(make({ valid_from: '2026-02-01', valid_to: '2026-01-01' }), refused('validation_failed'));
  });

  test('a client is given a list that is there and in use, and keeps it until null is sent', async () => {
    const list = await make({ percent_off: '5' });
    const { archived } = { archived: await make() };
    await call('archive_price_list', { id: archived.id }, as);
    const client = await call('create_client', { type: 'business', display_name: 'Buyer', price_list_id: list.id }, as);
    assert.equal(client.price_list_id, list.id);
    const give = (price_list_id: unknown) => call('update_client', { id: client.id, price_list_id }, as);
    await assert.rejects(give(archived.id), refused('validation_failed'));
    await assert.rejects(give('plist_01h455vb4pex5vsknk084sn02q'), refused('not_found'));
    assert.equal((await give(null)).price_list_id, null);
  });
});

describe('tiers of a variant', () => {
  test('they are kept in the order of their quantities, and an empty list removes them', async () => {
    const price_tiers = [
      { min_quantity: '100', price: '1.00' },
      { min_quantity: '10', price: '2.00' },
    ];
    const variant = await product({ price: '3.00', price_tiers });
    assert.deepEqual(variant.price_tiers, [
      { min_quantity: '10', price: '2.00' },
      { min_quantity: '100', price: '1.00' },
    ]);
    const bare = await call('update_variant', { id: variant.id, price_tiers: [] }, as);
    assert.deepEqual(bare.price_tiers, []);
    const twice = { min_quantity: '10', price: '1' };
    await assert.rejects(
      call('update_variant', { id: variant.id, price_tiers: [twice, twice] }, as),
      refused('validation_failed'),
    );
  });
});

describe('changing many prices at once', () => {
  const inCategory = (input: object, options: object = {}) =>
    call('change_category_prices', input, { as: ana, key: randomUUID(), ...options });
  const inList = (input: object) => call('change_list_prices', input, { as: ana, key: randomUUID() });

  test('all variants of a category and below it change, with their tiers, and others do not', async () => {
    const above = await call('create_product_category', { name: 'Drinks' }, as);
    const below = await call('create_product_category', { name: 'Teas', parent_id: above.id }, as);
    const tea = await product({
      name: 'Tea',
      price: '10.00',
      category_id: below.id,
      price_tiers: [{ min_quantity: '5', price: '9.00' }],
    });
    const other = await product({ price: '10.00' });
    world.emitted();
    const raise = { id: above.id, direction: 'raise', percent: '4.99' };
    const tried = await inCategory(raise, { dryRun: true });
    assert.deepEqual(tried.changes, [
      { variant_id: tea.id, name: 'Tea', sku: tea.sku, min_quantity: null, before: '10.00', after: '10.50' },
      { variant_id: tea.id, name: 'Tea', sku: tea.sku, min_quantity: '5', before: '9.00', after: '9.45' },
    ]);
    const priceOf = async ({ id }: Wire) => (await call('get_variant', { id }, as)).price;
    assert.deepEqual([await priceOf(tea), world.emitted()], ['10.00', []]);
    await inCategory(raise);
    assert.deepEqual([await priceOf(tea), await priceOf(other)], ['10.50', '10.00']);
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['product.updated'],
    );
  });

  test('the prices of a list change', async () => {
    const variant = await product({ price: '3.00' });
    const list = await make({ prices: [{ variant_id: variant.id, price: '2.00' }] });
    const { changed } = await inList({ id: list.id, direction: 'lower', percent: '12.5', decimals: 3 });
    assert.equal(changed, 1);
    assert.equal((await call('get_price_list', { id: list.id }, as)).prices[0].price, '1.75');
  });

  test('what is not there and lowering below nothing is refused', async () => {
    const raise = { direction: 'raise', percent: '1' };
    const list = await make();
    await assert.rejects(inList({ id: list.id, direction: 'lower', percent: '100.1' }), refused('validation_failed'));
    await assert.rejects(inList({ id: 'plist_01h455vb4pex5vsknk084sn02q', ...raise }), refused('not_found'));
    await assert.rejects(inCategory({ id: 'pcat_01h455vb4pex5vsknk084sn02q', ...raise }), refused('not_found'));
    const category = await call('create_product_category', { name: 'Nothing' }, as);
    assert.deepEqual(await inCategory({ id: category.id, ...raise }), { changed: 0, changes: [] });
  });

  test('change_category_prices with more variants than it takes is refused: limit_exceeded', async () => {
    const category = await call('create_product_category', { name: 'Everything' }, as);
    const values = (letter: string) => Array.from({ length: 10 }, (_, index) => `${letter}${index}`);
    const options = [
      { name: 'Size', values: values('S') },
      { name: 'Colour', values: values('C') },
    ];
    for (let index = 0; index < 11; index += 1) {
      await call('create_product', { name: `Shirt ${index}`, price: '1.00', category_id: category.id, options }, as);
    }
    await assert.rejects(
      inCategory({ id: category.id, direction: 'raise', percent: '1' }),
      refused('limit_exceeded', ({ max }) => assert.equal(max, 1_000)),
    );
  });
});
