import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { longTest } from '../../../../test/support/dose.ts';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const goods = goodsOf(world);
const alerts = () =>
  world
    .emitted()
    .filter(({ type }: Emitted) => type === 'stock.low' || type === 'stock.out')
    .map(({ type }) => type);

describe('what goods cost when they are sold', () => {
  test('goods leave at the average of what was paid, and the last unit takes the rest', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '10', '100');
    await goods.receive(variant, '100', '10');
    assert.deepEqual((await goods.sell([variant, '100'])).costs, ['181818']);
    assert.deepEqual(await goods.stock(variant), { on_hand: '10', value: '181.82' });
    assert.deepEqual((await goods.sell([variant, '10'])).costs, ['18182']);
    assert.deepEqual(await goods.stock(variant), { on_hand: '0', value: null });
    await goods.agree();
  });

  test('each line of a sale has a cost of its own, services have none', async () => {
    const [tea, cup] = [await goods.product(), await goods.product()];
    const advice = await goods.product({ type: 'service' });
    await goods.receive(tea, '3', '3.3333');
    await goods.receive(cup, '5', '1');
    const sold = await goods.sell([tea, '1'], [advice, '2'], [cup, '2'], [tea, '2']);
    assert.deepEqual(sold.costs, ['333', null, '200', '667']);
    await goods.agree();
  });

  test('what was taken for a sale comes back at what it cost, whatever the average is by then', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '2', '7.48');
    const sold = await goods.sell([variant, '1']);
    await goods.receive(variant, '9', '20');
    assert.equal(await goods.takeBack(sold), 1);
    const { data } = await call('list_stock_movements', { variant_id: variant.id, type: ['sale_return'] });
    assert.equal(data[0].total_cost, '7.48');
    assert.deepEqual(await goods.stock(variant), { on_hand: '11', value: '194.96' });
  });

  test('what came back does not come back twice', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '2', '5');
    const sold = await goods.sell([variant, '2']);
    await goods.takeBack(sold);
    await goods.takeBack(sold);
    assert.equal((await goods.stock(variant))?.on_hand, '2');
  });
});

describe('selling more than there is', () => {
  test('is refused with what is available, and leaves nothing behind', async () => {
    const [tea, cup] = [await goods.product({ sku: 'TEA-9' }), await goods.product()];
    await goods.receive(tea, '3', '2');
    await goods.receive(cup, '3', '2');
    await assert.rejects(
      goods.sell([cup, '1'], [tea, '4']),
      refused('insufficient_stock', ({ short }) => {
        assert.deepEqual(short, [
          { variant_id: tea.id, sku: 'TEA-9', name: tea.full_name, requested: '4', available: '3' },
        ]);
      }),
    );
    assert.equal((await goods.stock(cup))?.on_hand, '3');
  });

  test('is refused where two lines only together take too much', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '3', '2');
    await assert.rejects(goods.sell([variant, '2'], [variant, '2']), refused('insufficient_stock'));
  });

  test('of a variant that was never stocked is refused', async () => {
    const variant = await goods.product();
    await assert.rejects(goods.sell([variant, '0.5']), refused('insufficient_stock'));
  });

  test('the last item goes to one of 50 buyers at once', longTest, async () => {
    // Of the first round the connections are still being opened, so that the buyers come one by one.
    for (let round = 0; round < 4; round += 1) {
      const variant = await goods.product();
      await goods.receive(variant, '1', '2');
      const buyers = await Promise.allSettled(Array.from({ length: 50 }, () => goods.sell([variant, '1'])));
      assert.equal(buyers.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const buyer of buyers) if (buyer.status === 'rejected') refused('insufficient_stock')(buyer.reason);
      assert.equal((await goods.stock(variant))?.on_hand, '0');
    }
    await goods.agree();
  });

  test('50 first receipts at once all count', longTest, async () => {
    const variant = await goods.product();
    await Promise.all(Array.from({ length: 50 }, () => goods.receive(variant, '1', '2')));
    assert.deepEqual(await goods.stock(variant), { on_hand: '50', value: '100.00' });
  });

  test(
    'sales and receipts of the same goods in any order never wait for each other in a circle',
    longTest,
    async () => {
      const variants = await Promise.all(Array.from({ length: 6 }, () => goods.product()));
      for (const variant of variants) await goods.receive(variant, '1000', '1');
      const started = performance.now();
      const work = Array.from({ length: 60 }, (_, index) => {
        const lines = variants.map((variant): [Wire, string] => [variant, '1']);
        const turned = [...lines.slice(index % 6), ...lines.slice(0, index % 6)];
        return index % 10 === 0 ? goods.receive(variants[index % 6], '1', '1') : goods.sell(...turned);
      });
      await Promise.all(work);
      // PostgreSQL breaks a deadlock after a second; without any, all of this takes far less.
      assert.ok(performance.now() - started < 20_000);
      await goods.agree();
    },
  );
});

describe('selling what has not come yet, where that is allowed', () => {
  test('it costs what it last cost, and the receipt trues it up', async () => {
    const variant = await goods.product({ negative_stock: 'allow' });
    const sold = await goods.sell([variant, '2']);
    assert.deepEqual([sold.costs, sold.warnings], [['0'], []]);
    const received = await goods.receive(variant, '5', '3');
    assert.equal(received.variance, '6.00');
    assert.deepEqual(await goods.stock(variant), { on_hand: '3', value: '9.00' });
    await goods.sell([variant, '4']);
    assert.equal((await goods.receive(variant, '1', '4')).variance, '1.00');
    assert.deepEqual(await goods.stock(variant), { on_hand: '0', value: null });
    await goods.agree();
  });

  test('the standard cost stands in where nothing was ever bought', async () => {
    const variant = await goods.product({ negative_stock: 'allow', standard_cost: '1.255' });
    assert.deepEqual((await goods.sell([variant, '2'])).costs, ['251']);
    await goods.agree();
  });

  test('with a warning where the policy says so', async () => {
    const variant = await goods.product({ name: 'Vase', negative_stock: 'warn' });
    await goods.receive(variant, '1', '3');
    const { warnings } = await goods.sell([variant, '2.5']);
    assert.deepEqual(warnings, ['Only 1 of Vase was available for 2.5.']);
    assert.equal((await goods.stock(variant))?.on_hand, '-1.5');
  });

  test('as the organisation says, unless the variant says otherwise', async () => {
    const owner = await world.found('Lenient');
    await call('update_organization', { inventory: { negative_stock: 'allow' } }, { as: owner });
    const shop = goodsOf(world, owner);
    const [plain, strict] = [await shop.product(), await shop.product({ negative_stock: 'deny' })];
    await shop.sell([plain, '1']);
    await assert.rejects(shop.sell([strict, '1']), refused('insufficient_stock'));
  });

  test('a return corrects the cost where the goods have come at another price meanwhile', async () => {
    const owner = await world.found('Returns');
    const shop = goodsOf(world, owner);
    const variant = await shop.product({ negative_stock: 'allow' });
    await shop.receive(variant, '1', '2');
    const first = await shop.sell([variant, '3']);
    await shop.receive(variant, '1', '5');
    await shop.sell([variant, '1']);
    assert.equal(await shop.takeBack(first), 2);
    assert.deepEqual(await shop.stock(variant), { on_hand: '1', value: '2.00' });
    await shop.agree();
  });
});

describe('alerts', () => {
  test('stock that falls to its threshold is told once, and again only after it was above', async () => {
    const variant = await goods.product({ low_stock_threshold: '5' });
    world.emitted();
    await goods.receive(variant, '3', '1');
    assert.deepEqual(alerts(), []);
    await goods.receive(variant, '7', '1');
    await goods.sell([variant, '4']);
    assert.deepEqual(alerts(), []);
    await goods.sell([variant, '1']);
    assert.deepEqual(alerts(), ['stock.low']);
    await goods.sell([variant, '1']);
    await goods.receive(variant, '1', '1');
    assert.deepEqual(alerts(), []);
    await goods.receive(variant, '5', '1');
    await goods.sell([variant, '5']);
    assert.deepEqual(alerts(), ['stock.low']);
    await goods.sell([variant, '5']);
    assert.deepEqual(alerts(), ['stock.out']);
  });

  test('stock that falls past its threshold to nothing is low and out', async () => {
    const variant = await goods.product({ low_stock_threshold: '1' });
    await goods.receive(variant, '3', '1');
    world.emitted();
    await goods.sell([variant, '3']);
    assert.deepEqual(alerts(), ['stock.low', 'stock.out']);
  });

  test('a threshold that is raised over what there is counts with the next sale', async () => {
    const variant = await goods.product({});
    await goods.receive(variant, '8', '1');
    await call('update_variant', { id: variant.id, low_stock_threshold: '10' });
    world.emitted();
    await goods.receive(variant, '1', '1');
    assert.deepEqual(alerts(), []);
    await goods.sell([variant, '1']);
    assert.deepEqual(alerts(), ['stock.low']);
  });

  test('50 sales at once that pass the threshold are one alert', async () => {
    const variant = await goods.product({ low_stock_threshold: '25' });
    await goods.receive(variant, '50', '1');
    world.emitted();
    await Promise.all(Array.from({ length: 50 }, () => goods.sell([variant, '1'])));
    assert.deepEqual(alerts().toSorted(), ['stock.low', 'stock.out']);
  });

  test('an alert says what and where, and nothing of costs', async () => {
    const variant = await goods.product({ name: 'Lamp', sku: 'LAMP-1', low_stock_threshold: '1' });
    await goods.receive(variant, '2', '1');
    world.emitted();
    await goods.sell([variant, '1']);
    const told = world.emitted().find(({ type }) => type === 'stock.low')?.data as Wire;
    assert.deepEqual(Object.keys(told).toSorted(), [
      'available',
      'location_id',
      'low_stock_threshold',
      'name',
      'product_id',
      'sku',
      'variant_id',
    ]);
    assert.deepEqual([told.name, told.sku, told.available], ['Lamp', 'LAMP-1', 100_000n]);
  });
});

test('whatever is bought, sold, adjusted and counted, stock and books agree', longTest, async () => {
  const owner = await world.found('Anything');
  const shop = goodsOf(world, owner);
  const step = fc.record({
    kind: fc.constantFrom('receive', 'sell', 'adjust', 'count', 'return'),
    of: fc.nat({ max: 1 }),
    quantity: fc.integer({ min: 1, max: 700 }),
    cost: fc.integer({ min: 0, max: 99_999 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const variants = [
        await shop.product({ negative_stock: 'allow' }),
        await shop.product({ negative_stock: 'allow', standard_cost: '0.37' }),
      ];
      const sales: Wire[] = [];
      for (const { kind, of, quantity, cost } of steps) {
        const variant = variants[of];
        const amount = (quantity / 100).toString();
        const before = (await shop.stock(variant))?.on_hand ?? '0';
        if (kind === 'receive') await shop.receive(variant, amount, (cost / 1_000).toString());
        else if (kind === 'sell') sales.push(await shop.sell([variant, amount]));
        else if (kind === 'adjust') {
          await shop.move('adjustment_out', variant, { quantity: amount, reason_code: 'lost' });
        } else if (kind === 'count') await shop.count([variant, before, amount]);
        else if (sales.length > 0) await shop.takeBack(sales.pop());
      }
      await shop.agree();
    }),
    { numRuns: 15 },
  );
});
