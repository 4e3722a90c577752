import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../test/support/goods.ts';
import { refused } from '../../../test/support/refused.ts';
import { asOwner } from '../../../test/support/database.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

/** Foreign keys to a table for which PostgreSQL would read the referring table whole. */
const unindexed = `select conname from pg_constraint where contype = 'f' and confrelid = any($1::regclass[])
  and not exists (select from pg_index where indrelid = conrelid
    and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`;

const world = await createWorld();
const { call, rival } = world;
const goods = goodsOf(world);
const create = (input: object = {}): Promise<Wire> => call('create_product', { name: 'Thing', price: '10', ...input });
const update = (id: string, patch: object): Promise<Wire> => call('update_product', { id, ...patch });
const activeNames = ({ variants }: Wire): string[] =>
  variants.filter(({ status }: Wire) => status === 'active').map(({ name }: Wire) => name);

describe('changing a product', () => {
  test('absent keeps, null empties, lists are replaced', async () => {
    const made = await create({ description: 'Old', tags: ['a', 'b'], sku_prefix: 'T', metadata: { x: '1' } });
    world.emitted();
    const changed = await update(made.id, { name: 'New', description: null, tags: ['c'], version: 1 });
    assert.deepEqual(
      [changed.name, changed.description, changed.tags, changed.sku_prefix, changed.metadata, changed.version],
      ['New', null, ['c'], 'T', { x: '1' }, 2],
    );
    assert.deepEqual(changed.variants[0].full_name, 'New');
    assert.deepEqual(changed.variants[0].version, 1);
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['product.updated'],
    );
    await assert.rejects(
      update(made.id, { name: 'Newer', version: 1 }),
      refused('version_conflict', ({ current_version }) => assert.equal(current_version, 2)),
    );
    await assert.rejects(call('update_product', { id: made.id, name: 'x' }, { as: rival }), refused('not_found'));
  });

  test('categories and taxes are replaced or left alone', async () => {
    const [rate, low] = (await call('list_tax_rates')).data;
    const category = await call('create_product_category', { name: 'Here' });
    const made = await create({ tax_rate_ids: [rate.id], category_ids: [category.id] });
    assert.deepEqual((await update(made.id, { name: 'Same' })).tax_rate_ids, [rate.id]);
    const changed = await update(made.id, { tax_rate_ids: [low.id, low.id], category_ids: [] });
    assert.deepEqual([changed.tax_rate_ids, changed.category_ids], [[low.id], []]);
  });

  test('a draft becomes active, and never a draft again', async () => {
    const draft = await create({ status: 'draft' });
    await assert.rejects(
      call('archive_product', { id: draft.id }),
      refused('invalid_state_transition', ({ allowed }) =>
        assert.deepEqual(allowed, ['update_product', 'delete_product']),
      ),
    );
    assert.equal((await update(draft.id, { status: 'active' })).status, 'active');
    await assert.rejects(update(draft.id, { status: 'draft' }), refused('validation_failed'));
    await call('archive_product', { id: draft.id });
    await assert.rejects(update(draft.id, { status: 'active' }), refused('invalid_state_transition'));
  });

  test('to an external_id that another has is refused', async () => {
    await create({ external_id: 'mine' });
    const { id } = await create();
    await assert.rejects(update(id, { external_id: 'mine' }), refused('product_external_id_taken'));
  });
});

describe('changing the options of a product', () => {
  test('a new value makes the variants that are missing, like those that are there', async () => {
    const made = await create({ sku_prefix: 'OP', price: '7', options: [{ name: 'Size', values: ['S', 'M'] }] });
    const changed = await update(made.id, { options: [{ name: 'Size', values: ['S', 'M', 'L'] }] });
    const added = changed.variants.at(-1);
    assert.deepEqual([added.name, added.sku, added.price, added.position], ['L', 'OP-L', '7.00', 2]);
    assert.deepEqual(changed.variants.slice(0, 2), made.variants);
  });

  test('a value that is gone archives its variants, sold or not; a restored one is not made twice', async () => {
    const made = await create({ options: [{ name: 'Size', values: ['S', 'M'] }] });
    await goods.receive(made.variants[1], '1', '1');
    const fewer = await update(made.id, { options: [{ name: 'Size', values: ['S'] }] });
    assert.deepEqual(activeNames(fewer), ['S']);
    assert.equal(fewer.variants[1].status, 'archived');
    const again = await update(made.id, { options: [{ name: 'Size', values: ['S', 'M'] }] });
    assert.deepEqual([again.variants.length, activeNames(again)], [2, ['S']]);
    assert.equal((await call('restore_variant', { id: made.variants[1].id })).status, 'active');
  });

  test('a plain product becomes one with variants and keeps its own', async () => {
    const made = await create({ sku: 'PLAIN' });
    const changed = await update(made.id, { options: [{ name: 'Size', values: ['S', 'M'] }] });
    assert.equal(changed.variants[0].id, made.variants[0].id);
    assert.deepEqual(activeNames(changed), ['S', 'M']);
    assert.deepEqual(changed.variants[0].option_values, { Size: 'S' });
  });

  test('variants that could not be told apart, or would be too many, are refused', async () => {
    const two = [
      { name: 'Size', values: ['S', 'M'] },
      { name: 'Fit', values: ['slim', 'wide'] },
    ];
    const made = await create({ options: two });
    await assert.rejects(
      update(made.id, { options: two.slice(0, 1) }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'variants_collide')),
    );
    const fresh = Array.from({ length: 99 }, (_, index) => `v${index}`);
    await assert.rejects(
      update(made.id, {
        options: [
          { name: 'Size', values: fresh },
          { name: 'Fit', values: ['slim'] },
        ],
      }),
      refused('limit_exceeded', ({ max }) => assert.equal(max, 100)),
    );
  });

  test('a SKU that a new variant would share is refused', async () => {
    await create({ sku: 'DUP-L' });
    const made = await create({ sku_prefix: 'DUP', options: [{ name: 'Size', values: ['S'] }] });
    await assert.rejects(update(made.id, { options: [{ name: 'Size', values: ['S', 'L'] }] }), refused('sku_taken'));
  });
});

describe('taking a product out of sale', () => {
  test('archiving warns of stock and keeps everything; restoring brings it back', async () => {
    const variant = await goods.product({ name: 'Stocked' });
    await goods.receive(variant, '1', '1');
    world.emitted();
    const archived = await call('archive_product', { id: variant.product_id });
    assert.deepEqual([archived.status, archived.warnings], ['archived', ['There is still stock of Stocked.']]);
    assert.notEqual(archived.archived_at, null);
    await assert.rejects(call('archive_product', { id: variant.product_id }), refused('invalid_state_transition'));
    const restored = await call('restore_product', { id: variant.product_id });
    assert.deepEqual([restored.status, restored.archived_at], ['active', null]);
    await assert.rejects(call('restore_product', { id: variant.product_id }), refused('invalid_state_transition'));
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['product.archived', 'product.restored'],
    );
    const fresh = await create();
    assert.deepEqual((await call('archive_product', { id: fresh.id })).warnings, []);
  });

  test('deleting asks every table that may refer to what is deleted through an index', async () => {
    const deleted = ['clients', 'client_groups', 'products', 'variants', 'product_categories', 'sales'];
    const { rows } = await asOwner(world.database.ownerUrl, (client) => client.query(unindexed, [deleted]));
    assert.deepEqual(rows, []);
  });

  test('deleting is for what was never stocked', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '1', '1');
    await assert.rejects(
      call('delete_product', { id: variant.product_id }),
      refused('has_history', ({ hint }) => assert.equal(hint, undefined)),
    );
    const category = await call('create_product_category', { name: 'Gone' });
    const rate = (await call('list_tax_rates')).data[0];
    const fresh = await create({ tax_rate_ids: [rate.id], category_ids: [category.id] });
    await assert.rejects(call('delete_product', { id: fresh.id }, { as: rival }), refused('not_found'));
    await assert.rejects(call('delete_product', { id: fresh.id, version: 7 }), refused('version_conflict'));
    assert.deepEqual(await call('delete_product', { id: fresh.id }), { id: fresh.id, deleted: true });
    await assert.rejects(call('get_product', { id: fresh.id }), refused('not_found'));
    await assert.rejects(call('get_variant', { id: fresh.variants[0].id }), refused('not_found'));
  });
});
