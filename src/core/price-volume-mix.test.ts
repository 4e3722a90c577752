import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sum } from './list.ts';
import {
  changeParts,
  type ChangeParts,
  type PeriodSales,
  type SalesChange,
  splitChanges,
  sumOfSplits,
} from './price-volume-mix.ts';

const runs = { numRuns: 1_000 };
const units = fc.oneof(fc.constant(0n), fc.bigInt({ min: -20n, max: 40n }), fc.bigInt({ min: 1n, max: 10n ** 12n }));
const amount = fc.oneof(fc.constant(0n), fc.bigInt({ min: -500n, max: 500n }), fc.bigInt({ min: 0n, max: 10n ** 13n }));
const sales: fc.Arbitrary<PeriodSales> = fc.record({ units, net: amount, cost: amount });
const anyChange: fc.Arbitrary<SalesChange> = fc.record({ before: sales, now: sales, isProduct: fc.boolean() });
const anyChanges = fc.array(anyChange, { maxLength: 12 });
const quantity = fc.bigInt({ min: 1n, max: 10n ** 9n });
const soldSales: fc.Arbitrary<PeriodSales> = fc.record({ units: quantity, net: amount, cost: amount });
const bothSold: fc.Arbitrary<SalesChange> = fc.record({
  before: soldSales,
  now: soldSales,
  isProduct: fc.constant(true),
});
const none: PeriodSales = { units: 0n, net: 0n, cost: 0n };

const product = (before: PeriodSales, now: PeriodSales): SalesChange => ({ before, now, isProduct: true });
const total = (parts: ChangeParts) => sum(changeParts.map((part) => parts[part]));
const margin = ({ net, cost }: PeriodSales) => net - cost;

/** Positions of changes that their parts do not sum to. */
function unexplained(changes: readonly SalesChange[], splits: ReturnType<typeof splitChanges>): number[] {
  return changes.flatMap(({ before, now }, index) => {
    const split = splits[index];
    const isWhole =
      split !== undefined &&
      total(split.net) === now.net - before.net &&
      total(split.margin) === margin(now) - margin(before);
    return isWhole ? [] : [index];
  });
}

test('the parts of every change sum to it, of net and of the margin', () => {
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const splits = splitChanges(changes);
      assert.deepEqual(unexplained(changes, splits), []);
      const whole = sumOfSplits(splits);
      assert.equal(total(whole.net), sum(changes.map(({ before, now }) => now.net - before.net)));
      assert.equal(total(whole.margin), sum(changes.map(({ before, now }) => margin(now) - margin(before))));
      for (const { net } of splits) assert.equal(net.unit_cost, 0n, 'costs change no net');
    }),
    runs,
  );
});

test('control: a part that is wrong by a cent is noticed', () => {
  const changes = [product({ units: 3n, net: 30n, cost: 12n }, { units: 4n, net: 50n, cost: 20n })];
  for (const part of changeParts) {
    for (const figure of ['net', 'margin'] as const) {
      const wrong = splitChanges(changes).map((split) => ({
        ...split,
        [figure]: { ...split[figure], [part]: split[figure][part] + 1n },
      }));
      assert.deepEqual(unexplained(changes, wrong), [0], `${figure} ${part}`);
    }
  }
});

test('what has not changed has no part but zero, whatever the others do', () => {
  fc.assert(
    fc.property(soldSales, anyChanges, (same, others) => {
      const [split] = splitChanges([product(same, same), ...others]);
      for (const part of changeParts) assert.deepEqual([split?.net[part], split?.margin[part]], [0n, 0n], part);
    }),
    runs,
  );
});

test('with the same units there is neither volume nor mix, with the same net per unit no price', () => {
  fc.assert(
    fc.property(
      soldSales,
      amount,
      amount,
      fc.bigInt({ min: 1n, max: 9n }),
      anyChanges,
      (before, net, cost, by, more) => {
        const twice = { units: before.units * by, net: before.net * by, cost: before.cost * by };
        const [dearer, more2] = splitChanges([
          product(before, { units: before.units, net, cost }),
          product(before, twice),
          ...more,
        ]);
        assert.deepEqual(
          [dearer?.net.volume, dearer?.net.mix, dearer?.margin.volume, dearer?.margin.mix],
          [0n, 0n, 0n, 0n],
        );
        assert.deepEqual([dearer?.net.price, dearer?.margin.unit_cost], [net - before.net, before.cost - cost]);
        assert.deepEqual([more2?.net.price, more2?.margin.price, more2?.margin.unit_cost], [0n, 0n, 0n]);
      },
    ),
    runs,
  );
});

test('with one product there is no mix', () => {
  fc.assert(
    fc.property(bothSold, (change) => {
      const [split] = splitChanges([change]);
      assert.deepEqual([split?.net.mix, split?.margin.mix], [0n, 0n]);
    }),
    runs,
  );
});

test('volume and mix together come to the textbook’s sums, as far as cents allow', () => {
  fc.assert(
    fc.property(fc.array(bothSold, { minLength: 1, maxLength: 8 }), (changes) => {
      const all = (pick: (change: SalesChange) => bigint) => sum(changes.map(pick));
      const [u0, u1, n0] = [all((c) => c.before.units), all((c) => c.now.units), all((c) => c.before.net)];
      const { net } = sumOfSplits(splitChanges(changes));
      const off = net.volume * u0 - (u1 - u0) * n0;
      assert.ok((off < 0n ? -off : off) <= u0 * BigInt(changes.length), `${off} of ${u0}`);
    }),
    runs,
  );
});

test('new, gone and other take a change as a whole', () => {
  fc.assert(
    fc.property(soldSales, sales, anyChanges, (one, any, more) => {
      const back = { ...any, units: any.units > 0n ? -any.units : any.units };
      const [fresh, gone, returned, free] = splitChanges([
        product(none, one),
        product(one, back),
        product(back, none),
        { before: any, now: one, isProduct: false },
        ...more,
      ]);
      assert.deepEqual([fresh?.net.new, fresh?.margin.new], [one.net, margin(one)]);
      assert.deepEqual([gone?.net.gone, gone?.margin.gone], [back.net - one.net, margin(back) - margin(one)]);
      assert.deepEqual([returned?.net.other, returned?.margin.other], [-back.net, -margin(back)]);
      assert.deepEqual([free?.net.other, free?.margin.other], [one.net - any.net, margin(one) - margin(any)]);
    }),
    runs,
  );
});

test('an example: dearer tea that sells less, and more of a cheap mug', () => {
  // Tea: 10 at 10.00 that cost 4.00, then 8 at 11.00 that cost 5.00. Mugs: 10 at 2.00 that cost 1.00, then 20.
  const changes = [
    product({ units: 10n, net: 10_000n, cost: 4_000n }, { units: 8n, net: 8_800n, cost: 4_000n }),
    product({ units: 10n, net: 2_000n, cost: 1_000n }, { units: 20n, net: 4_000n, cost: 2_000n }),
  ];
  const [tea, mug] = splitChanges(changes);
  const zero = { price: 0n, volume: 0n, mix: 0n, unit_cost: 0n, new: 0n, gone: 0n, other: 0n };
  // The average unit sold for 6.00 and earned 3.50.
  assert.deepEqual(tea?.net, { ...zero, price: 800n, volume: -1_200n, mix: -800n });
  assert.deepEqual(tea?.margin, { ...zero, price: 800n, volume: -700n, mix: -500n, unit_cost: -800n });
  assert.deepEqual(mug?.net, { ...zero, volume: 6_000n, mix: -4_000n });
  assert.deepEqual(mug?.margin, { ...zero, volume: 3_500n, mix: -2_500n });
});
