import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;
const goods = goodsOf(world);

let made = 0;
const create = (more: object = {}): Promise<Wire> =>
  call('create_location', { name: 'Shop', code: `l-${(made += 1)}`, ...more });

describe('locations', () => {
  test('a new organisation has one, where stock moves when nothing else is said', async () => {
    const { data } = await call('list_locations', {}, { as: await world.found('New') });
    assert.deepEqual(
      data.map(({ code, is_default, status }: Wire) => [code, is_default, status]),
      [['MAIN', true, 'active']],
    );
  });

  test('every field comes back as it will be read, and changes', async () => {
    const address = {
      line1: 'Allee 1',
      line2: null,
      city: 'Berlin',
      region: null,
      postal_code: '10115',
      country: 'DE',
    };
    const created = await create({ code: 'wh.1', type: 'warehouse', address, tags: ['big'], external_id: 'L1' });
    assert.deepEqual([created.code, created.type, created.address], ['WH.1', 'warehouse', address]);
    assert.deepEqual(await call('get_location', { id: created.id }), created);
    const moved = await call('update_location', { id: created.id, address: { line2: 'Gate 4' }, version: 1 });
    assert.deepEqual(moved.address, { ...address, line2: 'Gate 4' });
    const changed = await call('update_location', { id: created.id, name: 'Depot', address: null, version: 2 });
    assert.deepEqual([changed.name, changed.address, changed.version, changed.tags], ['Depot', null, 3, ['big']]);
    await assert.rejects(call('update_location', { id: created.id, version: 1 }), refused('version_conflict'));
    await assert.rejects(call('get_location', { id: created.id }, { as: rival }), refused('not_found'));
    await assert.rejects(create({ code: 'WH.1' }), refused('location_code_taken'));
    await assert.rejects(create({ external_id: 'L1' }), refused('location_external_id_taken'));
    const { data } = await call('list_locations', { type: ['warehouse'], tag: 'big', code: 'wh.1' });
    assert.equal(data.length, 1);
  });

  test('one is the default, however many are made so at once', async () => {
    const owner = await world.found('Defaults');
    const places: Wire[] = [];
    for (const code of ['A', 'B', 'C', 'D']) {
      places.push(await call('create_location', { name: code, code }, { as: owner }));
    }
    await Promise.all(places.map(({ id }) => call('update_location', { id, is_default: true }, { as: owner })));
    const { data } = await call('list_locations', { is_default: true }, { as: owner });
    assert.equal(data.length, 1);
    const last = await call('create_location', { name: 'E', code: 'E', is_default: true }, { as: owner });
    const now = await call('list_locations', { is_default: true }, { as: owner });
    assert.deepEqual(
      now.data.map(({ id }: Wire) => id),
      [last.id],
    );
  });

  test('one is archived only when empty and not the default, and takes no stock until it is restored', async () => {
    const place = await create();
    const variant = await goods.product();
    await goods.receive(variant, '2', '1', { location_id: place.id });
    await assert.rejects(call('archive_location', { id: place.id }), refused('location_stocked'));
    await goods.move('write_off', variant, { quantity: '2', reason_code: 'lost', location_id: place.id });
    const archived = await call('archive_location', { id: place.id });
    assert.equal(archived.status, 'archived');
    await assert.rejects(call('archive_location', { id: place.id }), refused('invalid_state_transition'));
    await assert.rejects(
      call('update_location', { id: place.id, is_default: true }),
      refused('invalid_state_transition'),
    );
    await assert.rejects(goods.receive(variant, '1', '1', { location_id: place.id }), refused('location_not_active'));
    assert.equal((await call('restore_location', { id: place.id })).status, 'active');
    await assert.rejects(call('restore_location', { id: place.id }), refused('invalid_state_transition'));
    await goods.receive(variant, '1', '1', { location_id: place.id });
    const main = (await call('list_locations', { is_default: true })).data[0];
    await assert.rejects(call('archive_location', { id: main.id }), refused('location_is_default'));
  });

  test('one is never archived while stock comes in', async () => {
    const variant = await goods.product();
    for (let round = 0; round < 8; round += 1) {
      const place = await create();
      const [archiving, receiving] = await Promise.allSettled([
        call('archive_location', { id: place.id }),
        goods.receive(variant, '1', '1', { location_id: place.id }),
      ]);
      assert.notEqual(archiving.status, receiving.status);
    }
  });

  test('goods of a voided sale whose location is archived come back to the default one', async () => {
    const owner = await world.found('Movers');
    const shop = goodsOf(world, owner);
    const old = (await call('list_locations', {}, { as: owner })).data[0];
    const variant = await shop.product();
    await shop.receive(variant, '1', '3');
    const sold = await shop.sell([variant, '1']);
    const next = await call('create_location', { name: 'New', code: 'NEW', is_default: true }, { as: owner });
    await call('archive_location', { id: old.id }, { as: owner });
    await shop.takeBack(sold);
    const { data } = await call('list_stock_levels', { variant_id: variant.id, is_out: false }, { as: owner });
    assert.deepEqual(
      data.map(({ location_id, on_hand }: Wire) => [location_id, on_hand]),
      [[next.id, '1']],
    );
  });
});
