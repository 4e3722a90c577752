import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const goods = goodsOf(world);
const supplier = await call('create_client', { type: 'business', display_name: 'Mill', roles: ['supplier'] });
const suggested = async (input: object = {}) =>
  (await call('list_reorder_suggestions', input)).data.map((row: Wire) => [
    row.variant_id,
    row.available,
    row.in_transit,
    row.demand,
    row.days_of_cover,
    row.suggested_quantity,
  ]);

describe('what to order', () => {
  test('is what will not last at the demand of late, as much as lasts, from whom it comes', async () => {
    world.setNow('2026-03-01T12:00:00Z');
    const [fast, slow, old] = [
      await goods.product({ supplier_id: supplier.id, unit: { code: 'C62', label: 'piece', decimals: 0 } }),
      await goods.product(),
      await goods.product(),
    ];
    for (const variant of [fast, slow, old]) await goods.receive(variant, '100', '1');
    await goods.sell([old, '99']);
    world.setNow('2026-06-20T12:00:00Z');
    await goods.sell([fast, '70'], [slow, '6']);
    const back = await goods.sell([fast, '10']);
    await goods.takeBack(back);
    world.setNow('2026-06-30T12:00:00Z');
    assert.deepEqual(await suggested(), [[fast.id, '30', '0', '70', 12, '3']]);
    assert.deepEqual(await suggested({ cover_days: 30, days: 30 }), [[fast.id, '30', '0', '70', 12, '40']]);
    assert.deepEqual(await suggested({ days: 5 }), []);
    assert.deepEqual(await suggested({ supplier_id: supplier.id, cover_days: 30 }), [
      [fast.id, '30', '0', '70', 12, '40'],
    ]);
    const { data } = await call('list_reorder_suggestions', { variant_id: fast.id });
    assert.equal(data[0].supplier_id, supplier.id);
    await call('archive_product', { id: fast.product_id });
    assert.deepEqual(await suggested(), []);
    world.setNow(undefined);
  });

  test('is what is at its reorder point, in lots, less what is held and what is on its way', async () => {
    const variant = await goods.product({ reorder_point: '5', reorder_quantity: '12' });
    await goods.receive(variant, '6', '1');
    assert.deepEqual(await suggested({ variant_id: variant.id }), []);
    await call('create_stock_reservation', { variant_id: variant.id, quantity: '1' }, { key: randomUUID() });
    assert.deepEqual(await suggested({ variant_id: variant.id }), [[variant.id, '5', '0', '0', null, '12']]);
    const there = await call('create_location', { name: 'There', code: 'THERE' });
    const lines = [{ variant_id: variant.id, quantity: '2' }];
    const input = { to_location_id: there.id, lines, send: true };
    await call('create_stock_transfer', input, { key: randomUUID() });
    assert.deepEqual(await suggested({ variant_id: variant.id }), [[variant.id, '3', '2', '0', null, '12']]);
  });

  test('differs by location, where thresholds are set there', async () => {
    const variant = await goods.product({ low_stock_threshold: '1' });
    const kiosk = await call('create_location', { name: 'Kiosk', code: 'KIOSK' });
    await goods.receive(variant, '6', '1');
    await goods.receive(variant, '6', '1', { location_id: kiosk.id });
    world.emitted();
    const level = await call('set_stock_thresholds', {
      variant_id: variant.id,
      location_id: kiosk.id,
      low_stock_threshold: '6',
      reorder_quantity: '10',
    });
    assert.deepEqual([level.low_stock_threshold, level.is_low, level.reorder_quantity], ['6', true, '10']);
    assert.deepEqual(await suggested({ variant_id: variant.id, location_id: kiosk.id }), [
      [variant.id, '6', '0', '0', null, '10'],
    ]);
    const { data } = await call('list_stock_alerts', { variant_id: variant.id });
    assert.deepEqual(
      data.map((alert: Wire) => alert.location_id),
      [kiosk.id],
    );
    await goods.receive(variant, '3', '1', { location_id: kiosk.id });
    await goods.move('write_off', variant, { quantity: '3', reason_code: 'lost', location_id: kiosk.id });
    await goods.move('write_off', variant, { quantity: '3', reason_code: 'lost' });
    const alerts = world.emitted().filter(({ type }) => type === 'stock.low');
    assert.deepEqual(
      alerts.map((alert) => (alert.data as Wire).location_id === undefined),
      [false],
    );
    const own = await call('set_stock_thresholds', {
      variant_id: variant.id,
      location_id: kiosk.id,
      low_stock_threshold: null,
    });
    assert.deepEqual([own.low_stock_threshold, own.is_low, own.reorder_quantity], ['1', false, '10']);
  });

  test('a threshold is of stock that is kept, in quantities that it comes in', async () => {
    const advice = await goods.product({ type: 'service' });
    const set = (input: object) => call('set_stock_thresholds', input);
    await assert.rejects(set({ variant_id: advice.id, reorder_point: '1' }), refused('validation_failed'));
    const piece = await goods.product({ unit: { code: 'C62', label: 'piece', decimals: 0 } });
    await assert.rejects(set({ variant_id: piece.id, reorder_point: '1.5' }), refused('validation_failed'));
    await assert.rejects(set({ variant_id: piece.id, reorder_quantity: '0' }), refused('validation_failed'));
    const old = await call('create_location', { name: 'Old', code: 'OLD' });
    await call('archive_location', { id: old.id });
    await assert.rejects(
      set({ variant_id: piece.id, location_id: old.id, reorder_point: '1' }),
      refused('location_not_active'),
    );
  });
});
