import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { longTest } from '../../../../test/support/dose.ts';
import { type Goods, goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';

const world = await createWorld();
const { call } = world;

/** An organisation that values its stock first in, first out. */
async function layered(name: string): Promise<{ readonly as: Actor; readonly goods: Goods }> {
  const as = await world.found(name);
  await call('update_organization', { inventory: { costing_method: 'fifo' } }, { as });
  return { as, goods: goodsOf(world, as) };
}

const { as, goods } = await layered('Layers');
const layersOf = async (variant: Wire) => {
  const { data } = await call('list_stock_layers', { variant_id: variant.id }, { as });
  return data.map(({ quantity, value }: Wire) => [quantity, value]);
};

describe('goods first in, first out', () => {
  test('of lots of 10 at 2.00 and 10 at 2.50, 15 cost 32.50', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '10', '2');
    await goods.receive(variant, '10', '2.5');
    const sold = await goods.sell([variant, '15']);
    assert.deepEqual(sold.costs, ['3250']);
    assert.deepEqual(await layersOf(variant), [['5', '12.50']]);
    assert.deepEqual(await goods.stock(variant), { on_hand: '5', value: '12.50' });
    await goods.agree();
  });

  test('every issue says what it took from which receipt', async () => {
    const variant = await goods.product();
    const [first, second] = [await goods.receive(variant, '3', '1'), await goods.receive(variant, '3', '2')];
    await goods.sell([variant, '4']);
    const { data } = await call('list_stock_movements', { variant_id: variant.id, type: ['sale_issue'] }, { as });
    const { layers } = await call('get_stock_movement', { id: data[0].id }, { as });
    assert.deepEqual(layers, [
      { movement_id: first.id, quantity: '-3', value: '-3.00' },
      { movement_id: second.id, quantity: '-1', value: '-2.00' },
    ]);
  });

  test('with none there, 2 sold and 5 received at 3.00 leave 3 worth 9.00', async () => {
    const variant = await goods.product({ negative_stock: 'allow', standard_cost: '2.5' });
    assert.deepEqual((await goods.sell([variant, '2'])).costs, ['500']);
    assert.deepEqual(await layersOf(variant), [['-2', '-5.00']]);
    const received = await goods.receive(variant, '5', '3');
    assert.equal(received.variance, '1.00');
    assert.deepEqual(await goods.stock(variant), { on_hand: '3', value: '9.00' });
    assert.deepEqual(await layersOf(variant), [['3', '9.00']]);
    await goods.agree();
  });

  test('what was taken for a sale comes back at what it cost, to where it was in the queue', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '2', '7.48', { effective_date: '2020-01-01' });
    const sold = await goods.sell([variant, '1']);
    await goods.receive(variant, '9', '20', { effective_date: '2020-06-01' });
    await goods.takeBack(sold);
    assert.deepEqual(await layersOf(variant), [
      ['1', '7.48'],
      ['1', '7.48'],
      ['9', '180.00'],
    ]);
    assert.deepEqual((await goods.sell([variant, '2'])).costs, ['1496']);
    await goods.agree();
  });

  test('counts, write-offs and returns to suppliers take the oldest; what is found is a layer', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '4', '1');
    await goods.receive(variant, '4', '3');
    assert.equal((await goods.count([variant, '8', '7'])).value, '-1.00');
    const lost = await goods.move('write_off', variant, { quantity: '2', reason_code: 'damaged' });
    assert.equal(lost.total_cost, '2.00');
    const back = await goods.move('supplier_return', variant, { quantity: '2', unit_cost: '3' });
    assert.equal(back.total_cost, '4.00');
    assert.equal((await goods.count([variant, '3', '4'])).value, '3.00');
    assert.deepEqual(await layersOf(variant), [
      ['3', '9.00'],
      ['1', '3.00'],
    ]);
    await goods.agree();
  });

  test('what is recorded late leaves first if it came first, and costs of what left stay', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '2', '5');
    assert.deepEqual((await goods.sell([variant, '1'])).costs, ['500']);
    await goods.receive(variant, '2', '1', { effective_date: '2021-02-03' });
    assert.deepEqual((await goods.sell([variant, '2'])).costs, ['200']);
    await goods.agree();
  });

  test('50 sales at once take each unit once, oldest first', longTest, async () => {
    const variant = await goods.product();
    for (let lot = 1; lot <= 10; lot += 1) await goods.receive(variant, '5', String(lot));
    const sales = await Promise.all(Array.from({ length: 50 }, () => goods.sell([variant, '1'])));
    const costs = sales.flatMap((sold) => sold.costs).map(Number);
    const expected = Array.from({ length: 50 }, (_, index) => 100 * (1 + Math.floor(index / 5)));
    assert.deepEqual(
      costs.toSorted((a, b) => a - b),
      expected,
    );
    assert.deepEqual(await layersOf(variant), []);
    await goods.agree();
  });

  test('receipts and sales at once agree, and each sale takes what had come', longTest, async () => {
    const variant = await goods.product({ negative_stock: 'allow', standard_cost: '1' });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0 ? goods.receive(variant, '2', String(1 + (index % 5))) : goods.sell([variant, '1']),
      ),
    );
    assert.equal((await goods.stock(variant))?.on_hand, '0');
    assert.deepEqual(await layersOf(variant), []);
    await goods.agree();
  });

  test('whatever moves in whatever order, layers, pools and the inventory account agree', longTest, async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('receive' as const), quantity: fc.integer({ min: 1, max: 9 }), cost: fc.nat(500) }),
      fc.record({ do: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ do: fc.constant('count' as const), quantity: fc.nat(9) }),
      fc.record({ do: fc.constant('back' as const) }),
    );
    const run = async (steps: readonly Wire[]) => {
      const variant = await goods.product({ negative_stock: 'allow', standard_cost: '1.37' });
      const sold: Wire[] = [];
      for (const { do: deed, quantity, cost } of steps) {
        if (deed === 'receive') await goods.receive(variant, `${quantity}.3`, `${cost / 100}`);
        if (deed === 'sell') sold.push(await goods.sell([variant, `${quantity}.7`]));
        if (deed === 'back' && sold.length > 0) await goods.takeBack(sold.pop());
        const held = (await goods.stock(variant))?.on_hand ?? '0';
        if (deed === 'count') await goods.count([variant, held, String(quantity)]);
      }
      await goods.agree();
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), run), { numRuns: 15 });
  });
});

describe('a receipt that is recorded late', () => {
  for (const method of ['weighted_average', 'fifo']) {
    test(`counts for its day, and what left later costs more on the day that it left: ${method}`, async () => {
      const who = await world.found(`Late ${method}`);
      await call('update_organization', { inventory: { costing_method: method } }, { as: who });
      const own = goodsOf(world, who);
      world.setNow('2026-05-10T12:00:00Z');
      const variant = await own.product({ negative_stock: 'allow', standard_cost: '2.5' });
      await own.sell([variant, '2']);
      world.setNow('2026-05-20T12:00:00Z');
      const received = await own.receive(variant, '5', '3', { effective_date: '2026-05-05', external_id: 'late' });
      assert.deepEqual([received.total_cost, received.variance], ['15.00', '0.00']);
      assert.deepEqual(await own.stock(variant), { on_hand: '3', value: '9.00' });
      const { data } = await call('list_stock_movements', { type: ['revaluation'] }, { as: who });
      assert.deepEqual([data[0].effective_date, data[0].quantity, data[0].variance], ['2026-05-10', '0', '1.00']);
      const worth = async (day: string) => {
        const { totals, reconciliation } = await call('get_inventory_valuation', { as_at: day }, { as: who });
        return [totals.value, reconciliation.difference];
      };
      assert.deepEqual(await worth('2026-05-05'), ['15.00', '0.00']);
      assert.deepEqual(await worth('2026-05-10'), ['9.00', '0.00']);
      assert.deepEqual(await worth('2026-05-20'), ['9.00', '0.00']);
      await own.agree();
      world.setNow(undefined);
    });
  }
});

describe('how stock is valued', () => {
  const change = (method: string, who: Actor) =>
    call('change_costing_method', { costing_method: method }, { as: who, key: randomUUID() });
  const set = (method: string, who: Actor) =>
    call('update_organization', { inventory: { costing_method: method } }, { as: who });

  test('is chosen freely until something moves, and then only at the start of a fiscal year', async () => {
    const who = await world.found('Choosing');
    const own = goodsOf(world, who);
    const variant = await own.product();
    await set('fifo', who);
    await own.count([variant, '0', '0']);
    await set('weighted_average', who);
    assert.equal((await set('fifo', who)).inventory.costing_method, 'fifo');
    await own.receive(variant, '1', '1');
    await assert.rejects(set('weighted_average', who), refused('stock_moved'));
    assert.equal((await set('fifo', who)).inventory.costing_method, 'fifo');
    await assert.rejects(
      change('weighted_average', who),
      refused('costing_method_fixed', ({ changes_on: day }) => assert.match(day, /^\d{4}-01-01$/)),
    );
    await assert.rejects(
      change('fifo', who),
      refused('invalid_state_transition', ({ costing_methods: methods }) =>
        assert.deepEqual(methods, ['weighted_average']),
      ),
    );
    await own.agree();
  });

  test('changes to layers of what came last, posts the difference, and changes back at the value it has', async () => {
    const who = await world.found('Changing');
    const own = goodsOf(world, who);
    world.setNow('2025-06-01T12:00:00Z');
    const [variant, owed] = [await own.product(), await own.product({ negative_stock: 'allow', standard_cost: '4' })];
    await own.receive(variant, '10', '2');
    await own.receive(variant, '10', '2.5');
    await own.sell([variant, '12']);
    await own.sell([owed, '3']);
    assert.deepEqual(await own.stock(variant), { on_hand: '8', value: '18.00' });
    world.setNow('2026-01-07T12:00:00Z');
    world.emitted();
    const changed = await change('fifo', who);
    assert.deepEqual(changed, {
      costing_method: 'fifo',
      effective_date: '2026-01-01',
      variant_count: 2,
      value_before: '6.00',
      value: '8.00',
      difference: '2.00',
    });
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['costing_method.changed'],
    );
    assert.deepEqual(await own.stock(variant), { on_hand: '8', value: '20.00' });
    await own.agree();
    const { data } = await call('list_journal_entries', { sort: '-entry_date' }, { as: who });
    assert.equal(data.find((entry: Wire) => entry.entry_date === '2026-01-01')?.total, '2.00');
    assert.deepEqual((await own.sell([variant, '1'])).costs, ['250']);
    await own.receive(owed, '3', '5');
    await own.agree();
    world.setNow('2027-01-01T12:00:00Z');
    assert.equal((await change('weighted_average', who)).difference, '0.00');
    await own.receive(variant, '7', '5');
    assert.deepEqual((await own.sell([variant, '14'])).costs, ['5250']);
    await own.agree();
    world.setNow(undefined);
  });

  test('is the same for goods that are stocked for the first time while it changes', async () => {
    const who = await world.found('Racing');
    const own = goodsOf(world, who);
    const variants = await Promise.all(Array.from({ length: 12 }, () => own.product()));
    await Promise.allSettled([
      ...variants.slice(0, 6).map((variant) => own.receive(variant, '3', '2')),
      set('fifo', who),
      ...variants.slice(6).map((variant) => own.receive(variant, '3', '2')),
    ]);
    await own.agree();
    await Promise.all(variants.map((variant) => own.sell([variant, '2'])));
    await own.agree();
  });
});
