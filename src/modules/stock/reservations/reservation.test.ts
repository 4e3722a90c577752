import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { at } from '../../../core/list.ts';

const world = await createWorld();
const { call } = world;
const goods = goodsOf(world);
const client = await call('create_client', { type: 'individual', display_name: 'Weber' });

const keyed = (name: string, input: object) => call(name, input, { key: randomUUID() });
const hold = (variant: Wire, quantity: string, more: object = {}) =>
  keyed('create_stock_reservation', { variant_id: variant.id, quantity, ...more });
const level = async (variant: Wire) => {
  const { on_hand, reserved, available } = (await call('list_stock_levels', { variant_id: variant.id })).data[0];
  return [on_hand, reserved, available];
};
const alerts = () =>
  world.emitted().flatMap(({ type }) => (type === 'stock.low' || type === 'stock.out' ? [type] : []));

describe('a reservation', () => {
  test('holds stock, which then nobody else can take, until it is let go', async () => {
    const variant = await goods.product({ sku: 'HELD' });
    await goods.receive(variant, '5', '2');
    world.emitted();
    const held = await hold(variant, '4', { note: 'For Ms Weber' });
    assert.deepEqual([held.status, held.source, held.warnings, held.note], ['active', null, [], 'For Ms Weber']);
    assert.deepEqual(await level(variant), ['5', '4', '1']);
    const told = refused('insufficient_stock', ({ short }) =>
      assert.deepEqual([short[0].requested, short[0].available], ['2', '1']),
    );
    await assert.rejects(goods.sell([variant, '2']), told);
    await assert.rejects(hold(variant, '2'), told);
    await assert.rejects(goods.move('write_off', variant, { quantity: '2', reason_code: 'lost' }), told);
    const released = await keyed('release_stock_reservation', { id: held.id });
    assert.equal(released.status, 'released');
    assert.notEqual(released.ended_at, null);
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['stock.reserved', 'stock.released'],
    );
    await goods.sell([variant, '5']);
    await assert.rejects(
      keyed('release_stock_reservation', { id: held.id }),
      refused('invalid_state_transition', ({ status }) => assert.equal(status, 'released')),
    );
    await goods.agree();
  });

  test('of more than zero, in whole units, of stock that is kept, and for a time to come', async () => {
    const variant = await goods.product({ unit: { code: 'C62', label: 'piece', decimals: 0 } });
    const advice = await goods.product({ type: 'service' });
    await goods.receive(variant, '5', '2');
    const unfit = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));
    await assert.rejects(hold(variant, '0'), unfit('not_positive'));
    await assert.rejects(hold(variant, '0.5'), unfit('too_many_decimals'));
    await assert.rejects(hold(advice, '1'), unfit('not_tracked'));
    await assert.rejects(hold(variant, '1', { expires_at: '2020-01-01T00:00:00Z' }), unfit('in_past'));
    await assert.rejects(hold(variant, '1', { expires_at: '2999-01-01T00:00:00Z' }), unfit('too_late'));
    await call('create_location', { name: 'Old', code: 'OLD' }).then(({ id }) => call('archive_location', { id }));
    const { data } = await call('list_locations', { code: 'OLD' });
    await assert.rejects(hold(variant, '1', { location_id: data[0].id }), refused('location_not_active'));
  });

  test('sets off an alert when what is left falls to its threshold, and again only after it was above', async () => {
    const variant = await goods.product({ low_stock_threshold: '2' });
    await goods.receive(variant, '5', '1');
    world.emitted();
    const held = await hold(variant, '3');
    assert.deepEqual(alerts(), ['stock.low']);
    await hold(variant, '1');
    assert.deepEqual(alerts(), []);
    await keyed('release_stock_reservation', { id: held.id });
    assert.deepEqual(alerts(), []);
    await goods.sell([variant, '4']);
    assert.deepEqual(alerts(), ['stock.low', 'stock.out']);
  });

  test('of the last item is given to one of 50 who ask at once', longTest, async () => {
    for (let round = 0; round < 3; round += 1) {
      const variant = await goods.product();
      await goods.receive(variant, '1', '2');
      const asking = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? hold(variant, '1') : goods.sell([variant, '1']))),
      );
      assert.equal(asking.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const one of asking) if (one.status === 'rejected') refused('insufficient_stock')(one.reason);
      assert.equal((await level(variant))[2], '0');
    }
    await goods.agree();
  });

  test('ends when its time is over, once, whoever sees to it', async () => {
    world.setNow('2026-03-01T10:00:00Z');
    const [tea, cup] = [await goods.product(), await goods.product()];
    for (const variant of [tea, cup]) await goods.receive(variant, '9', '2');
    const held = await Promise.all([
      hold(tea, '2'),
      hold(cup, '1'),
      hold(tea, '1', { expires_at: '2026-03-05T00:00:00Z' }),
    ]);
    assert.equal(held[0].expires_at, '2026-03-02T10:00:00.000Z');
    world.setNow('2026-03-02T09:59:59Z');
    assert.deepEqual(await call('expire_stock_reservations'), { expired: 0 });
    world.setNow('2026-03-02T10:00:00Z');
    world.emitted();
    const ended = await Promise.all(Array.from({ length: 8 }, () => call('expire_stock_reservations')));
    assert.equal(
      ended.reduce((sum, { expired }) => sum + expired, 0),
      2,
    );
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['stock.reservation_expired', 'stock.reservation_expired'],
    );
    assert.deepEqual(await level(tea), ['9', '1', '8']);
    assert.deepEqual(await level(cup), ['9', '0', '9']);
    const { data } = await call('list_stock_reservations', { variant_id: tea.id, status: ['expired'] });
    assert.deepEqual(
      data.map(({ id }: Wire) => id),
      [held[0].id],
    );
    world.setNow(undefined);
    await goods.agree();
  });
});

describe('a draft that reserves', () => {
  const draft = (variant: Wire, quantity: string, more: object = {}) =>
    call('create_sale', { lines: [{ variant_id: variant.id, quantity }], reserve: true, ...more });

  test('holds its goods, gives them to the sale when it is confirmed, and is told of once', async () => {
    const variant = await goods.product({ low_stock_threshold: '1' });
    await goods.receive(variant, '3', '2');
    world.emitted();
    const sale = await draft(variant, '3', { client_id: client.id });
    assert.notEqual(sale.reserved_until, null);
    assert.deepEqual(await level(variant), ['3', '3', '0']);
    assert.deepEqual(alerts(), ['stock.low', 'stock.out']);
    await assert.rejects(goods.sell([variant, '1']), refused('insufficient_stock'));
    const confirmed = await keyed('confirm_sale', { id: sale.id });
    assert.deepEqual([confirmed.status, confirmed.reserved_until, confirmed.cost_total], ['confirmed', null, '6.00']);
    assert.deepEqual(await level(variant), ['0', '0', '0']);
    assert.deepEqual(alerts(), []);
    const { data } = await call('list_stock_reservations', { sale_id: sale.id });
    assert.deepEqual([data[0].status, data[0].source], ['fulfilled', { type: 'sale', id: sale.id }]);
    await goods.agree();
  });

  test('is paid at the till with what it holds', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '1', '2');
    const sale = await draft(variant, '1');
    const { data } = await call('list_payment_methods');
    await keyed('pay_sale', { id: sale.id, method_id: data.find(({ kind }: Wire) => kind === 'cash').id });
    assert.deepEqual(await level(variant), ['0', '0', '0']);
    await goods.agree();
  });

  test('lets its goods go when it is deleted, and when it says so', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '3', '2');
    const [one, other] = [await draft(variant, '1'), await draft(variant, '2')];
    await call('delete_sale', { id: one.id });
    assert.deepEqual(await level(variant), ['3', '2', '1']);
    const freed = await call('update_sale', { id: other.id, reserve: false });
    assert.equal(freed.reserved_until, null);
    assert.deepEqual(await level(variant), ['3', '0', '3']);
    await goods.agree();
  });

  test('holds what it is changed to, wherever that lies, and no more than there is', async () => {
    const [tea, cup] = [await goods.product(), await goods.product()];
    const depot = await call('create_location', { name: 'Depot', code: 'DEPOT' });
    for (const variant of [tea, cup]) await goods.receive(variant, '3', '2');
    await goods.receive(tea, '2', '2', { location_id: depot.id });
    const { id } = await draft(tea, '3');
    const lines = [
      { variant_id: cup.id, quantity: '1' },
      { variant_id: tea.id, quantity: '1' },
      { variant_id: cup.id, quantity: '2' },
    ];
    await call('update_sale', { id, lines });
    assert.deepEqual(
      [await level(tea), await level(cup)],
      [
        ['3', '1', '2'],
        ['3', '3', '0'],
      ],
    );
    await assert.rejects(
      call('update_sale', { id, lines: [...lines, { variant_id: cup.id, quantity: '1' }] }),
      refused('insufficient_stock', ({ short }) =>
        assert.deepEqual([short[0].requested, short[0].available], ['4', '3']),
      ),
    );
    await call('update_sale', { id, location_id: depot.id, lines: [{ variant_id: tea.id, quantity: '2' }] });
    const { data } = await call('list_stock_levels', { variant_id: tea.id, location_id: depot.id });
    assert.deepEqual([data[0].reserved, data[0].available], ['2', '0']);
    assert.equal((await level(cup))[1], '0');
    await assert.rejects(call('archive_location', { id: depot.id }), refused('location_stocked'));
    await goods.agree();
  });

  test('whose time is over is confirmed if its goods are still there', async () => {
    world.setNow('2026-04-01T10:00:00Z');
    const variant = await goods.product();
    await goods.receive(variant, '2', '2');
    const [first, second] = [
      await draft(variant, '1', { client_id: client.id }),
      await draft(variant, '1', { client_id: client.id }),
    ];
    world.setNow('2026-04-03T10:00:00Z');
    await call('update_sale', { id: second.id, notes: 'Late' });
    await call('expire_stock_reservations');
    assert.deepEqual(await level(variant), ['2', '0', '2']);
    await keyed('confirm_sale', { id: first.id });
    await goods.sell([variant, '1']);
    await assert.rejects(keyed('confirm_sale', { id: second.id }), refused('insufficient_stock'));
    world.setNow(undefined);
    await goods.agree();
  });

  test('drafts, sales, changes and endings at once leave nothing held that nobody holds', longTest, async () => {
    const variants = await Promise.all(Array.from({ length: 4 }, () => goods.product({ low_stock_threshold: '3' })));
    for (const variant of variants) await goods.receive(variant, '40', '1');
    const drafts = await Promise.all(
      Array.from({ length: 24 }, (_, index) => draft(variants[index % 4], '1', { client_id: client.id })),
    );
    const done = await Promise.allSettled<unknown>(
      drafts.flatMap(({ id }, index) => {
        const lines = [{ variant_id: variants[(index + 1) % 4].id, quantity: '2' }];
        const deeds = [
          () => keyed('confirm_sale', { id }),
          () => call('delete_sale', { id }),
          () => call('update_sale', { id, lines }),
        ];
        return [
          at(deeds, index % 3)(),
          goods.sell([variants[(index + 2) % 4], '1'], [variants[index % 4], '1']),
          call('expire_stock_reservations'),
        ];
      }),
    );
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    await goods.agree();
  });
});
