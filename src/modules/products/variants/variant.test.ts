import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;
const product = (input: object = {}): Promise<Wire> =>
  call('create_product', { name: 'Shirt', price: '10', options: [{ name: 'Size', values: ['S', 'M'] }], ...input });
const skus = ({ data }: Wire): string[] => data.map(({ sku }: Wire) => sku);

describe('adding a variant', () => {
  test('adds its value to the option, and is told as a change of the product', async () => {
    const made = await product();
    world.emitted();
    const added = await call('create_variant', {
      id: made.id,
      price: '12',
      sku: 'XL-1',
      option_values: { size: 'XL' },
    });
    assert.deepEqual([added.name, added.price, added.position, added.product_id], ['XL', '12.00', 2, made.id]);
    const changed = await call('get_product', { id: made.id });
    assert.deepEqual(changed.options, [{ name: 'Size', values: ['S', 'M', 'XL'] }]);
    const [event] = world.emitted();
    assert.equal(event?.type, 'product.updated');
    assert.equal(Object(event?.data).variant_ids.length, 1);
  });

  test('with values that another has, or to a product without options, is refused', async () => {
    const made = await product();
    const variant = { id: made.id, price: '1', option_values: { Size: 'S' } };
    await assert.rejects(call('create_variant', variant), refused('combination_taken'));
    await assert.rejects(call('create_variant', { ...variant, option_values: {} }), refused('validation_failed'));
    const plain = await call('create_product', { name: 'Plain', price: '1' });
    await assert.rejects(
      call('create_variant', { ...variant, id: plain.id }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'no_options')),
    );
    await assert.rejects(call('create_variant', variant, { as: rival }), refused('not_found'));
    await call('archive_product', { id: made.id });
    await assert.rejects(call('create_variant', variant), refused('invalid_state_transition'));
  });

  test('a product takes a hundred', async () => {
    const values = Array.from({ length: 100 }, (_, index) => `v${index}`);
    const made = await product({ options: [{ name: 'Size', values }] });
    await assert.rejects(
      call('create_variant', { id: made.id, price: '1', option_values: { Size: 'one more' } }),
      refused('limit_exceeded'),
    );
  });
});

describe('changing a variant', () => {
  test('changes what was sent, and an own version', async () => {
    const [variant, other] = (await product({ low_stock_threshold: '5' })).variants;
    const patch = {
      id: variant.id,
      price: '8.5',
      sku: 'S-8',
      low_stock_threshold: null,
      version: 1,
      reorder_quantity: '2',
    };
    const changed = await call('update_variant', patch);
    assert.deepEqual(
      [changed.price, changed.sku, changed.low_stock_threshold, changed.reorder_quantity, changed.version],
      ['8.50', 'S-8', null, '2', 2],
    );
    assert.deepEqual(changed.option_values, { Size: 'S' });
    await assert.rejects(call('update_variant', { ...patch, version: 1 }), refused('version_conflict'));
    await assert.rejects(call('update_variant', { id: other.id, sku: 's-8' }), refused('sku_taken'));
    await assert.rejects(call('update_variant', { id: other.id, currency: 'USD' }), refused('validation_failed'));
    await call('update_variant', { id: variant.id, barcode: '96385074', external_id: 'v1' });
    await assert.rejects(call('update_variant', { id: other.id, barcode: '96385074' }), refused('barcode_taken'));
    await assert.rejects(
      call('update_variant', { id: other.id, external_id: 'v1' }),
      refused('variant_external_id_taken'),
    );
    await assert.rejects(call('update_variant', { id: other.id, price: '1' }, { as: rival }), refused('not_found'));
    const freed = await call('update_variant', { id: variant.id, sku: null, barcode: null });
    assert.deepEqual([freed.sku, freed.barcode, freed.barcode_type], [null, null, null]);
    assert.equal((await call('update_variant', { id: other.id, sku: 's-8' })).sku, 's-8');
  });

  test('of changes at once none is lost', async () => {
    const [variant] = (await product()).variants;
    await Promise.all([
      call('update_variant', { id: variant.id, price: '1' }),
      call('update_variant', { id: variant.id, sku: 'BOTH' }),
      call('update_product', { id: variant.product_id, name: 'Both' }),
    ]);
    const { price, sku, full_name } = await call('get_variant', { id: variant.id });
    assert.deepEqual([price, sku, full_name], ['1.00', 'BOTH', 'Both (S)']);
  });

  test('archiving leaves one at least, however many are archived at once', async () => {
    const { variants } = await product();
    const archived = await Promise.allSettled(variants.map(({ id }: Wire) => call('archive_variant', { id })));
    assert.equal(archived.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of archived) if (one.status === 'rejected') refused('last_variant')(one.reason);
    const gone = (
      await call('list_product_variants', { id: variants[0].product_id, include_archived: true })
    ).data.find(({ status }: Wire) => status === 'archived');
    await assert.rejects(call('archive_variant', { id: gone.id }), refused('invalid_state_transition'));
    assert.equal((await call('restore_variant', { id: gone.id })).status, 'active');
    await assert.rejects(call('restore_variant', { id: gone.id }), refused('invalid_state_transition'));
  });
});

describe('finding variants', () => {
  test('by words of the name as people call it, with or without its size or SKU', async () => {
    const made = await product({
      name: 'Crème-Lampe 1/2"',
      options: undefined,
      price: undefined,
      variants: [
        { price: '1', sku: 'CL-a', option_values: { Size: 'Große' } },
        { price: '1', sku: 'CL-b', option_values: { Size: 'Klein' } },
      ],
    });
    const both = ['CL-a', 'CL-b'];
    const found = async (q: string) => skus(await call('list_variants', { q })).toSorted();
    for (const q of ['creme-lampe', 'LAMPE creme', '1/2"', 'cl- lampe']) assert.deepEqual(await found(q), both, q);
    for (const q of ['lampe grosse', 'grosse', 'cl-a', 'CL-A lampe']) assert.deepEqual(await found(q), ['CL-a'], q);
    for (const q of ['lampe riesig', 'cl-a klein']) assert.deepEqual(await found(q), [], q);
    assert.deepEqual(skus(await call('list_variants', { q: 'lampe' }, { as: rival })), []);
    await call('update_product', { id: made.id, name: 'Abat-jour' });
    assert.deepEqual([await found('abat'), await found('lampe')], [both, []]);
  });

  test('by SKU whatever its case, by barcode whatever its length, by part of either', async () => {
    const made = await product({
      options: undefined,
      price: undefined,
      variants: [
        { price: '1', sku: 'Find-Me', barcode: '036000291452', option_values: { Size: 'S' } },
        { price: '1', sku: 'Find-You', option_values: { Size: 'M' } },
      ],
    });
    assert.deepEqual(skus(await call('list_variants', { sku: 'FIND-ME' })), ['Find-Me']);
    assert.deepEqual(skus(await call('list_variants', { barcode: '0036000291452' })), ['Find-Me']);
    assert.deepEqual(skus(await call('list_variants', { q: 'nd-y' })), ['Find-You']);
    assert.deepEqual(skus(await call('list_variants', { q: '%' })), []);
    assert.deepEqual(skus(await call('list_variants', { q: ' ' })), skus(await call('list_variants')));
    assert.deepEqual(skus(await call('list_variants', { sku: 'FIND-ME' }, { as: rival })), []);
    assert.deepEqual(skus(await call('list_product_variants', { id: made.id })), ['Find-Me', 'Find-You']);
    assert.deepEqual(skus(await call('list_variants', { product_id: made.id, limit: 1, sort: '-position' })), [
      'Find-You',
    ]);
    await call('archive_variant', { id: made.variants[1].id });
    assert.deepEqual(skus(await call('list_product_variants', { id: made.id })), ['Find-Me']);
    const { data } = await call('list_variants', { sku: 'find-me', expand: ['product'] });
    assert.equal(data[0].product.id, made.id);
    const expanded = await call('get_variant', { id: data[0].id, expand: ['product'] });
    assert.equal(expanded.product.name, 'Shirt');
  });
});
