import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../../test/support/goods.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';

const world = await createWorld();
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);
on('2026-01-05');
const shop = shopOf(world);
const main = (await world.call('list_locations', { code: 'MAIN' })).data[0];
const depot = await world.call('create_location', { name: 'Depot', code: 'DEPOT', type: 'warehouse' });
const mug = await shop.product({ name: 'Mug', price: '10.00' });
const tea = await shop.product({ name: 'Tea', price: '5.00' });
await shop.receive(mug, '10', '2.00');
await shop.receive(mug, '10', '4.00', { location_id: depot.id });
await shop.receive(tea, '3', '1.333333');
on('2026-02-05');
const lines = [{ variant_id: mug.id, quantity: '6', tax_rate_ids: [] }];
await shop.draft([], { lines, client_id: (await shop.client()).id, confirm: true });
on('2026-02-10');
const sent = await shop.keyed('create_stock_transfer', {
  from_location_id: main.id,
  to_location_id: depot.id,
  lines: [{ variant_id: mug.id, quantity: '1' }],
});
await shop.keyed('send_stock_transfer', { id: sent.id });
await shop.keyed('receive_stock_transfer', { id: sent.id });
on('2026-02-20');
await shop.move('write_off', tea, { quantity: '1', reason_code: 'damaged' });
on('2026-03-05');
await shop.receive(mug, '5', '1.00');

const february = { from: '2026-02-01', to: '2026-02-28' };
const moved = (input: object): Promise<Wire> => world.call('get_inventory_movements', input);
const valued = (input: object): Promise<Wire> => world.call('get_inventory_valuation', input);
const row = ({ rows }: Wire, label: string) => rows.find((one: Wire) => one.label === label);

describe('stock by location', () => {
  test('has its part of what an article is worth, as it costs the same everywhere', async () => {
    const january = await valued({ as_at: '2026-01-31', group_by: 'location' });
    assert.deepEqual(
      january.rows.map(({ key, label, quantity, value }: Wire) => [key, label, quantity, value]),
      [
        [main.id, main.name, null, '34.00'],
        [depot.id, 'Depot', null, '30.00'],
      ],
    );
    assert.equal(january.reconciliation.difference, '0.00');
    const there = await valued({ as_at: '2026-02-28', location_id: depot.id });
    assert.deepEqual(
      there.rows.map(({ label, quantity, unit_cost: cost, value }: Wire) => [label, quantity, cost, value]),
      [['Mug', '11', '3.00', '33.00']],
    );
    assert.deepEqual([there.totals.value, there.reconciliation], ['33.00', null]);
  });

  test('adds up to all of it to the cent, on every day', async () => {
    for (const as_at of ['2026-01-04', '2026-01-05', '2026-02-05', '2026-02-28', '2026-03-05']) {
      const [all, byPlace] = [await valued({ as_at }), await valued({ as_at, group_by: 'location' })];
      assert.equal(byPlace.totals.value, all.totals.value);
      assert.equal(byPlace.reconciliation.difference, '0.00');
    }
  });
});

describe('stock movements', () => {
  test('lead from what there was to what there is, in quantity and in value', async () => {
    const report = await moved(february);
    const none = { received: '0', transferred: '0', adjusted: '0' };
    const free = { received: '0.00', transferred: '0.00', adjusted: '0.00' };
    assert.deepEqual(row(report, 'Mug').quantity, { opening: '20', issued: '6', closing: '14', ...none });
    assert.deepEqual(row(report, 'Mug').value, { opening: '60.00', issued: '18.00', closing: '42.00', ...free });
    assert.deepEqual(row(report, 'Tea').quantity, { opening: '3', issued: '0', closing: '2', ...none, adjusted: '-1' });
    assert.deepEqual(report.totals.value, {
      opening: '64.00',
      received: '0.00',
      issued: '18.00',
      transferred: '0.00',
      adjusted: '-1.33',
      closing: '44.67',
    });
    assert.deepEqual(report.reconciliation, {
      opening: '64.00',
      closing: '44.67',
      opening_difference: '0.00',
      closing_difference: '0.00',
    });
  });

  test('of a location are told there, with what was sent to it', async () => {
    const report = await moved({ ...february, location_id: depot.id });
    assert.deepEqual(
      report.rows.map(({ label, quantity }: Wire) => [label, quantity.opening, quantity.transferred, quantity.closing]),
      [['Mug', '10', '1', '11']],
    );
    assert.equal(report.reconciliation, null);
    const places = await moved({ ...february, group_by: 'location' });
    assert.deepEqual(
      places.rows.map(({ label, value: { opening, issued, transferred, closing } }: Wire) => {
        return [label, opening, issued, transferred, closing];
      }),
      [
        ['Depot', '30.00', '0.00', '3.00', '33.00'],
        [main.name, '34.00', '18.00', '-3.00', '11.67'],
      ],
    );
    assert.deepEqual(places.totals.value, (await moved(february)).totals.value);
  });

  test('a range in which nothing moved has what lies there, and one before anything came is empty', async () => {
    const { rows } = await moved({ from: '2026-02-21', to: '2026-02-25' });
    assert.deepEqual(
      rows.map(({ quantity }: Wire) => [quantity.opening, quantity.closing]),
      [
        ['14', '14'],
        ['2', '2'],
      ],
    );
    assert.deepEqual((await moved({ from: '2025-01-01', to: '2025-01-31' })).rows, []);
  });

  test('show quantities and no value to whoever may not see costs', async () => {
    const viewer = withPermissions(world.ana, ['reports:read']);
    const report = await world.call('get_inventory_movements', february, { as: viewer });
    assert.equal(row(report, 'Mug').quantity.issued, '6');
    assert.deepEqual([row(report, 'Mug').value, report.totals.value, report.reconciliation], [null, null, null]);
  });

  test('are nobody else’s', async () => {
    assert.deepEqual((await world.call('get_inventory_movements', february, { as: world.rival })).rows, []);
  });
});

test('first in, first out, a past day has the layers of that day, as the ledger has them', async () => {
  on('2026-01-05');
  const as: Actor = await world.found('Layers');
  await world.call('update_organization', { inventory: { costing_method: 'fifo' } }, { as });
  const goods = goodsOf(world, as);
  const lot = await goods.product({ name: 'Lot' });
  await goods.receive(lot, '10', '2.00');
  on('2026-01-10');
  await goods.receive(lot, '10', '2.50');
  on('2026-01-20');
  const sold = await goods.sell([lot, '15']);
  on('2026-02-01');
  await goods.takeBack(sold);
  on('2026-02-05');
  const worth = async (day: string) => {
    const report = await world.call('get_inventory_valuation', { as_at: day }, { as });
    assert.equal(report.reconciliation.difference, '0.00', day);
    return report.totals.value;
  };
  assert.deepEqual(
    [await worth('2026-01-09'), await worth('2026-01-10'), await worth('2026-01-20'), await worth('2026-02-01')],
    ['20.00', '45.00', '12.50', '45.00'],
  );
  const january = await world.call('get_inventory_movements', { from: '2026-01-01', to: '2026-01-31' }, { as });
  assert.deepEqual(
    [january.totals.value.received, january.totals.value.issued, january.totals.value.closing],
    ['45.00', '32.50', '12.50'],
  );
});
