import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { forecast, seasonalIndexes } from './forecast.ts';

const runs = { numRuns: 500 };
const amount = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });

test('an index is the amount by the mean of the season up to it', () => {
  assert.deepEqual(seasonalIndexes([100n, 300n, 200n, 0n], 2), [undefined, 1.5, 0.8, 0]);
  assert.deepEqual(seasonalIndexes([0n, 0n, -5n, 5n], 2), [undefined, undefined, undefined, undefined]);
});

test('a series that repeats itself goes on doing so, without doubt', () => {
  const year = [100n, 300n, 200n, 200n];
  const found = forecast([...year, ...year, ...year, ...year, ...year], { season: 4, ahead: 6 });
  assert.deepEqual(
    found?.map((one) => one.amount),
    [100n, 300n, 200n, 200n, 100n, 300n],
  );
  assert.deepEqual(
    found?.slice(0, 2).map(({ index }) => index),
    [0.5, 1.5],
  );
  const even = forecast([50n, 50n, 50n, 50n], { season: 2, ahead: 1 });
  assert.deepEqual(even, [{ amount: 50n, low: 50n, high: 50n, index: 1 }]);
});

test('of less than a season there is no estimate, and of one no bounds and no index', () => {
  assert.equal(forecast([], { season: 1, ahead: 1 }), undefined);
  assert.equal(forecast([1n, 2n, 3n], { season: 4, ahead: 1 }), undefined);
  assert.deepEqual(forecast([1n, 2n, 3n, 4n], { season: 4, ahead: 1 }), [
    { amount: 3n, low: undefined, high: undefined, index: undefined },
  ]);
});

test('bounds are 1.28 deviations of what the rule was off by', () => {
  // Of the third the mean of two was known, 100, and of the fourth 110 and that its like had been the mean itself.
  const found = forecast([100n, 100n, 120n, 100n], { season: 2, ahead: 1 });
  const margin = 1.28 * Math.sqrt((20 ** 2 + 10 ** 2) / 2);
  assert.deepEqual(found, [
    {
      amount: 120n,
      index: 120 / 110,
      low: BigInt(Math.round(120 - margin)),
      high: BigInt(Math.round(120 + margin)),
    },
  ]);
});

test('whatever the series was, there are as many estimates as are asked for, each within its bounds', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (amounts, season) => {
      const found = forecast(amounts, { season, ahead: 5 });
      if (amounts.length < season) return assert.equal(found, undefined);
      assert.equal(found?.length, 5);
      for (const { amount: middle, low, high } of found ?? []) {
        assert.equal(low === undefined, high === undefined);
        if (low !== undefined && high !== undefined) assert.ok(low <= middle && middle <= high);
      }
      return undefined;
    }),
    runs,
  );
});
