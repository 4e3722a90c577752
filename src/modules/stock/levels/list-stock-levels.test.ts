import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const owner = world.ana;
const goods = goodsOf(world);
const names = (page: Wire): string[] => page.data.map(({ name }: Wire) => name);

const apple = await goods.product({ name: 'Apple', sku: 'APL', low_stock_threshold: '5', reorder_quantity: '20' });
const bread = await goods.product({ name: 'Bread' });
const candle = await goods.product({ name: 'Candle', low_stock_threshold: '2' });
await goods.product({ name: 'Date' });
await goods.receive(apple, '4', '1.10');
await goods.receive(bread, '3', '2');
await goods.sell([bread, '3']);
await goods.receive(candle, '9', '0.50');

describe('stock levels', () => {
  test('show what there is, what is free and what it is worth', async () => {
    const { data } = await call('list_stock_levels', { sku: 'apl', expand: ['variant', 'location'] });
    const { variant, location, updated_at, ...level } = data[0];
    assert.deepEqual(
      { ...level, organization_id: '', product_id: '', location_id: '' },
      {
        organization_id: '',
        product_id: '',
        location_id: '',
        variant_id: apple.id,
        name: 'Apple',
        sku: 'APL',
        location_name: 'Main location',
        on_hand: '4',
        reserved: '0',
        in_transit: '0',
        available: '4',
        low_stock_threshold: '5',
        reorder_point: null,
        reorder_quantity: '20',
        is_low: true,
        is_out: false,
        average_cost: '1.10',
        value: '4.40',
        last_counted_at: null,
        version: 2,
      },
    );
    assert.equal(variant.average_cost, '1.10');
    assert.equal(location.id, level.location_id);
    assert.ok(updated_at);
  });

  test('are listed by name, and found by what is low, out or anything else', async () => {
    assert.deepEqual(names(await call('list_stock_levels')), ['Apple', 'Bread', 'Candle']);
    assert.deepEqual(names(await call('list_stock_levels', { sort: '-on_hand' })), ['Candle', 'Apple', 'Bread']);
    assert.deepEqual(names(await call('list_stock_levels', { is_low: true })), ['Apple', 'Bread']);
    assert.deepEqual(names(await call('list_stock_levels', { is_low: false })), ['Candle']);
    assert.deepEqual(names(await call('list_stock_levels', { is_out: true })), ['Bread']);
    assert.deepEqual(names(await call('list_stock_levels', { product_id: bread.product_id })), ['Bread']);
    assert.deepEqual(names(await call('list_stock_levels', { on_hand: { gt: '3' } })), ['Apple', 'Candle']);
    assert.deepEqual(names(await call('list_stock_levels', { status: ['archived'] })), []);
    assert.deepEqual(names(await call('list_stock_levels', {}, { as: world.rival })), []);
  });

  test('are walked page by page', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page: Wire = await call('list_stock_levels', { limit: 1, ...(cursor === null ? {} : { cursor }) });
      seen.push(...names(page));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    assert.deepEqual(seen, ['Apple', 'Bread', 'Candle']);
  });

  test('say nothing of costs to whoever may not see costs', async () => {
    await assert.rejects(
      call('list_stock_levels', { expand: ['variant'] }, { as: withPermissions(owner, ['stock:read']) }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'products:read')),
    );
    const clerk = withPermissions(owner, ['stock:read', 'products:read']);
    const { data } = await call('list_stock_levels', { expand: ['variant'] }, { as: clerk });
    for (const { average_cost, value, variant } of data) {
      assert.deepEqual([average_cost, value, variant.average_cost, variant.last_cost], [null, null, null, null]);
    }
  });
});

describe('alerts of now', () => {
  test('are what is out or low, the least first; archived variants need none', async () => {
    const page = await call('list_stock_alerts');
    assert.deepEqual(
      page.data.map(({ name, kind }: Wire) => [name, kind]),
      [
        ['Bread', 'out'],
        ['Apple', 'low'],
      ],
    );
    assert.match(page.data[0].id, /^alert_/);
    assert.deepEqual(names(await call('list_stock_alerts', { kind: 'low' })), ['Apple']);
    await call('archive_product', { id: bread.product_id });
    assert.deepEqual(names(await call('list_stock_alerts')), ['Apple']);
    await goods.receive(apple, '2', '1');
    assert.deepEqual(names(await call('list_stock_alerts')), []);
  });
});
