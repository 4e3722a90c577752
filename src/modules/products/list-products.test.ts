import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const names = ({ data }: Wire): string[] => data.map(({ name }: Wire) => name);
const list = async (input: object = {}): Promise<string[]> =>
  names(await call('list_products', { sort: 'name', ...input }));

const drinks = await call('create_product_category', { name: 'Drinks' });
const coffee = await call('create_product_category', { name: 'Coffee', parent_id: drinks.id });
const rate = (await call('list_tax_rates')).data[0];
const make = (name: string, more: object = {}): Promise<Wire> => call('create_product', { name, price: '1', ...more });
const espresso = await make('Espresso', {
  category_id: coffee.id,
  sku: 'ESP-1',
  tags: ['hot'],
  tax_rate_ids: [rate.id],
});
await make('Crème brûlée', { barcode: '4006381333931' });
await make('Advice', { type: 'service', is_sold: false, category_ids: [coffee.id] });
await make('Old tea', { category_id: drinks.id }).then(({ id }) => call('archive_product', { id }));
await make('New tea', { status: 'draft', external_id: 'tea-2' });

describe('finding products', () => {
  test('leaves archived ones out unless they are asked for', async () => {
    assert.deepEqual(await list(), ['Advice', 'Crème brûlée', 'Espresso', 'New tea']);
    assert.equal((await list({ include_archived: true })).length, 5);
    assert.deepEqual(await list({ status: ['archived', 'draft'] }), ['New tea', 'Old tea']);
  });

  test('by words of the name without accents, or by SKU or barcode', async () => {
    assert.deepEqual(await list({ q: 'brulee CREME' }), ['Crème brûlée']);
    assert.deepEqual(await list({ q: 'esp-' }), ['Espresso']);
    assert.deepEqual(await list({ q: '4006381' }), ['Crème brûlée']);
    assert.deepEqual(await list({ q: 'presso ESP' }), ['Espresso']);
    assert.deepEqual(await list({ q: '%' }), []);
  });

  test('by what SKU and barcode have become', async () => {
    const made = await make('Changing', { options: [{ name: 'Size', values: ['S', 'M'] }], sku_prefix: 'CHA' });
    await call('update_variant', { id: made.variants[1].id, sku: 'ZZ-9' });
    assert.deepEqual(await list({ q: 'zz-9' }), ['Changing']);
    assert.deepEqual(await list({ q: 'cha-m' }), []);
    await call('create_variant', { id: made.id, price: '1', sku: 'YY-9', option_values: { Size: 'L' } });
    await call('archive_variant', { id: made.variants[0].id });
    await call('create_variant', { id: made.id, price: '1', sku: 'XX-9', option_values: { Size: 'XL' } });
    await call('update_product', { id: made.id, name: 'Renamed' });
    for (const q of ['zz-9', 'YY-9', 'xx-9 renamed']) assert.deepEqual(await list({ q }), ['Renamed'], q);
    await call('delete_product', { id: made.id });
  });

  test('by category with all that is below it, whether it counts there or is only found there', async () => {
    assert.deepEqual(await list({ category_id: drinks.id, include_archived: true }), ['Advice', 'Espresso', 'Old tea']);
    assert.deepEqual(await list({ category_id: coffee.id }), ['Advice', 'Espresso']);
  });

  test('by type, tag, tax rate and your own id', async () => {
    assert.deepEqual(await list({ type: ['service'] }), ['Advice']);
    assert.deepEqual(await list({ tag: 'hot' }), ['Espresso']);
    assert.deepEqual(await list({ tax_rate_id: rate.id }), ['Espresso']);
    assert.deepEqual(await list({ external_id: 'tea-2' }), ['New tea']);
    assert.deepEqual(await list({ is_sold: false }), ['Advice']);
  });

  test('page by page, the same record never twice, with the variants inside', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page: Wire = await call('list_products', {
        limit: 2,
        sort: 'name',
        ...(cursor === null ? {} : { cursor }),
      });
      for (const { name, variants } of page.data) {
        seen.push(name);
        assert.equal(variants.length, 1);
      }
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    assert.deepEqual(seen, ['Advice', 'Crème brûlée', 'Espresso', 'New tea']);
  });

  test('of this organisation only', async () => {
    assert.deepEqual(names(await call('list_products', {}, { as: world.rival })), []);
  });

  test('with what belongs to them', async () => {
    const { data } = await call('list_products', { q: 'espresso', expand: ['category'], fields: ['name', 'category'] });
    assert.deepEqual(Object.keys(data[0]).toSorted(), ['category', 'id', 'name']);
    assert.deepEqual(data[0].category.path, ['Drinks', 'Coffee']);
    assert.equal(data[0].id, espresso.id);
  });
});
