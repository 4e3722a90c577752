import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { dayIn } from '../../../core/calendar.ts';

const world = await createWorld();
const { call } = world;
const goods = goodsOf(world);
const depot = await call('create_location', { name: 'Depot', code: 'DEPOT', type: 'warehouse' });
const shop = (await call('list_locations', { code: 'MAIN' })).data[0];

const keyed = (name: string, input: object) => call(name, input, { key: randomUUID() });
type Line = readonly [variant: Wire, quantity: string];
const linesOf = (lines: readonly Line[]) => lines.map(([{ id }, quantity]) => ({ variant_id: id, quantity }));
const transfer = (lines: readonly Line[], more: object = {}) =>
  keyed('create_stock_transfer', { to_location_id: depot.id, lines: linesOf(lines), ...more });
const at = async (variant: Wire, location: Wire) => {
  const { data } = await call('list_stock_levels', { variant_id: variant.id, location_id: location.id });
  return data[0] === undefined ? undefined : [data[0].on_hand, data[0].in_transit];
};
const entriesOf = async () => (await call('list_journal_entries', { include: ['total_count'] })).total_count;

describe('a transfer', () => {
  test('moves goods on the days that are said, whenever it is entered, and none arrive before they left', async () => {
    const variant = await goods.product({ sku: 'ENTERED-LATE' });
    await goods.receive(variant, '10', '2.50', { effective_date: '2025-02-01' });
    const sent = await transfer([[variant, '6']], { send: true, effective_date: '2025-03-03' });
    const received = (effective_date: string, quantity: string) =>
      keyed('receive_stock_transfer', { id: sent.id, effective_date, lines: linesOf([[variant, quantity]]) });
    await assert.rejects(
      received('2025-03-02', '1'),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'before_sent')),
    );
    await received('2025-03-09', '2');
    await received('2025-03-05', '1');
    await keyed('cancel_stock_transfer', { id: sent.id, effective_date: '2025-03-10' });
    const { data } = await call('list_stock_movements', { variant_id: variant.id, limit: 20 });
    const days = data.map((one: Wire) => `${one.effective_date} ${one.type}`).toSorted();
    assert.deepEqual(days, [
      '2025-02-01 purchase_receipt',
      '2025-03-03 transfer_in',
      '2025-03-03 transfer_out',
      '2025-03-05 transfer_in',
      '2025-03-05 transfer_out',
      '2025-03-09 transfer_in',
      '2025-03-09 transfer_out',
      '2025-03-10 transfer_in',
      '2025-03-10 transfer_out',
    ]);
    assert.match(sent.number, /^T-2025-/);
  });

  test('is drafted, sent, on its way, and received in parts, and the books know nothing of it', async () => {
    const variant = await goods.product({ sku: 'MOVED' });
    await goods.receive(variant, '10', '2.50');
    const entries = await entriesOf();
    world.emitted();
    const draft = await transfer([[variant, '6']], { note: 'By van', expected_on: '2026-12-01' });
    assert.deepEqual([draft.status, draft.number, draft.from_location_id], ['draft', null, shop.id]);
    assert.deepEqual(await at(variant, shop), ['10', '0']);
    const sent = await keyed('send_stock_transfer', { id: draft.id });
    assert.match(sent.number, /^T-\d{4}-\d{5}$/);
    assert.deepEqual([sent.status, sent.lines[0].in_transit, sent.warnings], ['in_transit', '6', []]);
    const transit = await call('get_location', { id: sent.transit_location_id });
    assert.equal(transit.type, 'in_transit');
    assert.deepEqual(
      [await at(variant, shop), await at(variant, transit), await at(variant, depot)],
      [
        ['4', '0'],
        ['6', '0'],
        ['0', '6'],
      ],
    );
    const part = await keyed('receive_stock_transfer', { id: draft.id, lines: linesOf([[variant, '4']]) });
    assert.deepEqual([part.status, part.lines[0].received, part.lines[0].in_transit], ['in_transit', '4', '2']);
    const whole = await keyed('receive_stock_transfer', { id: draft.id });
    assert.deepEqual([whole.status, whole.lines[0].received, whole.ended_at === null], ['received', '6', false]);
    assert.deepEqual(
      [await at(variant, transit), await at(variant, depot)],
      [
        ['0', '0'],
        ['6', '0'],
      ],
    );
    assert.equal(await entriesOf(), entries);
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['stock_transfer.created', 'stock_transfer.sent', 'stock_transfer.received', 'stock_transfer.received'],
    );
    const { data } = await call('list_stock_movements', { transfer_id: draft.id });
    assert.deepEqual(data.map(({ quantity, total_cost: cost }: Wire) => `${quantity} ${cost}`).toSorted(), [
      '-2 5.00',
      '-4 10.00',
      '-6 15.00',
      '2 5.00',
      '4 10.00',
      '6 15.00',
    ]);
    assert.deepEqual(await call('get_stock_transfer', { id: draft.id }), whole);
    await goods.agree();
  });

  test('moves cost along: what is sold from there costs what it did', async () => {
    const as = await world.found('Layered');
    await call('update_organization', { inventory: { costing_method: 'fifo' } }, { as });
    const own = goodsOf(world, as);
    const there = await call('create_location', { name: 'There', code: 'THERE' }, { as });
    const variant = await own.product();
    await own.receive(variant, '2', '1');
    await own.receive(variant, '2', '3');
    const input = { to_location_id: there.id, lines: linesOf([[variant, '3']]), send: true };
    const { id } = await call('create_stock_transfer', input, { as, key: 'send' });
    await call('receive_stock_transfer', { id }, { as, key: 'receive' });
    assert.deepEqual((await own.sell([variant, '1'])).costs, ['100']);
    await own.agree();
  });

  test('sends no more than is available, and not what is held for others', async () => {
    const [tea, cup] = [await goods.product(), await goods.product()];
    await goods.receive(tea, '5', '1');
    await goods.receive(cup, '5', '1');
    await keyed('create_stock_reservation', { variant_id: cup.id, quantity: '3' });
    const told = refused('insufficient_stock', ({ short }) =>
      assert.deepEqual([short[0].variant_id, short[0].available], [cup.id, '2']),
    );
    const lines: Line[] = [
      [tea, '5'],
      [cup, '3'],
    ];
    await assert.rejects(transfer(lines, { send: true }), told);
    const draft = await transfer(lines);
    await assert.rejects(keyed('send_stock_transfer', { id: draft.id }), told);
    assert.deepEqual(await at(tea, shop), ['5', '0']);
    await call('update_stock_transfer', { id: draft.id, lines: linesOf([[cup, '2']]) });
    await keyed('send_stock_transfer', { id: draft.id });
    await assert.rejects(
      keyed('receive_stock_transfer', {
        id: draft.id,
        lines: linesOf([
          [cup, '2.5'],
          [tea, '1'],
        ]),
      }),
      refused('exceeds_in_transit', ({ lines: over }) =>
        assert.deepEqual(
          over.map(({ requested, max }: Wire) => [requested, max]),
          [
            ['2.5', '2'],
            ['1', '0'],
          ],
        ),
      ),
    );
    await goods.agree();
  });

  test('that is cancelled brings back what is still on its way', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '5', '1');
    const sent = await transfer([[variant, '4']], { send: true });
    await keyed('receive_stock_transfer', { id: sent.id, lines: linesOf([[variant, '1']]) });
    const cancelled = await keyed('cancel_stock_transfer', { id: sent.id });
    assert.deepEqual(
      [cancelled.status, cancelled.lines[0].received, cancelled.lines[0].returned, cancelled.lines[0].in_transit],
      ['cancelled', '1', '3', '0'],
    );
    assert.deepEqual(
      [await at(variant, shop), await at(variant, depot)],
      [
        ['4', '0'],
        ['1', '0'],
      ],
    );
    const draft = await transfer([[variant, '4']]);
    assert.equal((await keyed('cancel_stock_transfer', { id: draft.id })).status, 'cancelled');
    for (const deed of ['send', 'receive', 'cancel']) {
      await assert.rejects(keyed(`${deed}_stock_transfer`, { id: draft.id }), refused('invalid_state_transition'));
    }
    await goods.agree();
  });

  test('is changed while it is a draft, and described afterwards', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '5', '1');
    const { id } = await transfer([[variant, '1']], { external_id: 'T-1' });
    await assert.rejects(
      transfer([[variant, '1']], { external_id: 'T-1' }),
      refused('stock_transfer_external_id_taken'),
    );
    const same = refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'same_location'));
    await assert.rejects(transfer([[variant, '1']], { to_location_id: shop.id }), same);
    await assert.rejects(call('update_stock_transfer', { id, to_location_id: shop.id }), same);
    const repeated = refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'repeated'));
    await assert.rejects(
      transfer([
        [variant, '1'],
        [variant, '2'],
      ]),
      repeated,
    );
    await keyed('send_stock_transfer', { id });
    assert.equal((await call('update_stock_transfer', { id, note: 'Late' })).note, 'Late');
    await assert.rejects(
      call('update_stock_transfer', { id, lines: linesOf([[variant, '2']]) }),
      refused('invalid_state_transition', ({ status }) => assert.equal(status, 'in_transit')),
    );
  });

  test('sets off an alert where it leaves and none on the way', async () => {
    const variant = await goods.product({ low_stock_threshold: '2' });
    await goods.receive(variant, '5', '1');
    world.emitted();
    const { id } = await transfer([[variant, '4']], { send: true });
    await keyed('receive_stock_transfer', { id });
    const alerts = world.emitted().filter(({ type }) => type === 'stock.low' || type === 'stock.out');
    assert.equal(alerts.length, 1);
    const { data } = await call('list_stock_alerts', { variant_id: variant.id });
    assert.deepEqual(
      data.map(({ location_id: location }: Wire) => location),
      [shop.id],
    );
  });

  test('keeps the locations that it needs', async () => {
    const place = await call('create_location', { name: 'Closing', code: 'CLOSING' });
    const variant = await goods.product();
    await goods.receive(variant, '3', '1');
    const draft = await transfer([[variant, '1']], { to_location_id: place.id });
    await call('archive_location', { id: place.id });
    for (const deed of [
      () => keyed('send_stock_transfer', { id: draft.id }),
      () => transfer([[variant, '1']], { to_location_id: place.id }),
      () => call('update_stock_transfer', { id: draft.id, lines: linesOf([[variant, '2']]) }),
    ]) {
      await assert.rejects(deed(), refused('location_not_active'));
    }
    await call('restore_location', { id: place.id });
    await keyed('send_stock_transfer', { id: draft.id });
    await assert.rejects(call('archive_location', { id: place.id }), refused('location_stocked'));
    const { transit_location_id: transit } = await call('get_stock_transfer', { id: draft.id });
    await assert.rejects(call('archive_location', { id: transit }), refused('location_stocked'));
  });

  test('is not sent on a day that is closed', async () => {
    const as = await world.found('Closed');
    const own = goodsOf(world, as);
    const there = await call('create_location', { name: 'There', code: 'THERE' }, { as });
    const variant = await own.product();
    await own.receive(variant, '2', '1');
    await call('set_period_locks', { soft: dayIn(new Date().toISOString(), 'Europe/Berlin') }, { as });
    const input = { to_location_id: there.id, lines: linesOf([[variant, '1']]) };
    await assert.rejects(
      call('create_stock_transfer', { ...input, send: true }, { as, key: 'send' }),
      refused('period_locked'),
    );
    assert.equal((await call('create_stock_transfer', input, { as, key: 'draft' })).status, 'draft');
  });

  test('of the last of it happens once of 30 at once, against sales and back again', longTest, async () => {
    const variants = await Promise.all(Array.from({ length: 3 }, () => goods.product()));
    for (const variant of variants) await goods.receive(variant, '20', '1.37');
    const sent = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => {
        const turned = [...variants.slice(index % 3), ...variants.slice(0, index % 3)];
        if (index % 3 === 0) return goods.sell(...turned.map((variant): Line => [variant, '1']));
        return transfer(
          turned.map((variant): Line => [variant, '1']),
          { send: true },
        );
      }),
    );
    for (const one of sent) if (one.status === 'rejected') refused('insufficient_stock')(one.reason);
    assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 20);
    const { data } = await call('list_stock_transfers', { variant_id: variants[0].id, status: ['in_transit'] });
    const ended = await Promise.allSettled(
      data.flatMap(({ id }: Wire) => [
        keyed('receive_stock_transfer', { id }),
        keyed('cancel_stock_transfer', { id }),
        keyed('receive_stock_transfer', { id }),
      ]),
    );
    for (const one of ended) if (one.status === 'rejected') refused('invalid_state_transition')(one.reason);
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, data.length);
    await goods.agree();
  });
});
