import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compoundGrowth, movingAverages, type TrendPoint } from './trend.ts';

const whole = (...amounts: bigint[]): TrendPoint[] => amounts.map((amount) => ({ amount, isWhole: true }));

test('an average is of the last whole intervals, and there is none before there are as many', () => {
  assert.deepEqual(movingAverages(whole(100n, 200n, 301n, 400n), 3), [undefined, undefined, 200n, 300n]);
});

test('an interval that is not whole counts in no average, and shows that of those before it', () => {
  const points = [...whole(100n, 200n), { amount: 5n, isWhole: false }];
  assert.deepEqual(movingAverages(points, 2), [undefined, 150n, 150n]);
  assert.deepEqual(movingAverages([{ amount: 5n, isWhole: false }, ...whole(7n)], 1), [undefined, 7n]);
});

test('growth is what repeated leads from the first whole interval to the last', () => {
  assert.equal(compoundGrowth(whole(10_000n, 1n, 10_845n)), '4.14');
  assert.equal(compoundGrowth(whole(20_000n, 10_000n)), '-50.00');
  assert.equal(compoundGrowth([...whole(100n, 121n), { amount: 1n, isWhole: false }]), '21.00');
});

test('from nothing, from a loss and from one interval nothing grows', () => {
  assert.equal(compoundGrowth(whole(0n, 5n)), undefined);
  assert.equal(compoundGrowth(whole(5n, -5n)), undefined);
  assert.equal(compoundGrowth(whole(5n)), undefined);
  assert.equal(compoundGrowth([]), undefined);
});
