import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { equalParts, type PartAsked, ScheduleFault, scheduleOf, settledParts } from './schedule.ts';
import { hundredPercent } from './tax.ts';

const percent = (of: bigint): PartAsked => ({ percent: of * 1_000_000n });
const refuses = (total: bigint, parts: readonly PartAsked[], code: string, max: bigint) =>
  assert.throws(
    () => scheduleOf(total, parts),
    (error: unknown) => error instanceof ScheduleFault && error.code === code && error.max === max,
  );

test('equal parts of a total worth dividing come to it exactly, and differ by rounding only', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10_000n, max: 10n ** 15n }), fc.integer({ min: 2, max: 60 }), (total, count) => {
      const amounts = scheduleOf(total, equalParts(count));
      assert.equal(
        amounts.reduce((sum, amount) => sum + amount, 0n),
        total,
      );
      assert.ok(amounts.every((amount) => amount > 0n));
    }),
    { examples: [[10_000n, 3]] },
  );
  assert.deepEqual(scheduleOf(10_000n, equalParts(3)), [3_333n, 3_333n, 3_334n]);
});

test('percentages and amounts mix, and the last part takes the rest', () => {
  assert.deepEqual(scheduleOf(9_999n, [percent(30n), { amount: 2_000n }, {}]), [3_000n, 2_000n, 4_999n]);
  assert.deepEqual(scheduleOf(10_001n, [percent(50n), percent(50n)]), [5_001n, 5_000n]);
  assert.deepEqual(scheduleOf(100n, [{ amount: 40n }, { amount: 60n }]), [40n, 60n]);
});

test('what does not come to the total is refused with what it may be', () => {
  refuses(100n, [{ amount: 60n }, { amount: 50n }], 'exceeds_total', 40n);
  refuses(100n, [{ amount: 60n }, { amount: 30n }], 'not_the_rest', 40n);
  refuses(100n, [percent(60n), percent(30n)], 'not_the_rest', 40n);
  refuses(100n, [{ amount: 100n }, {}], 'part_empty', 0n);
  refuses(100n, [{}, { amount: 10n }], 'rest_not_last', 100n);
  refuses(100n, [{ percent: 2n * hundredPercent }, {}], 'exceeds_total', 100n);
});

test('what is paid settles the first parts first', () => {
  const parts = [30n, 30n, 40n].map((amount) => ({ dueDate: '2026-01-01', amount }));
  assert.deepEqual(settledParts(parts, 0n), [0n, 0n, 0n]);
  assert.deepEqual(settledParts(parts, 45n), [30n, 15n, 0n]);
  assert.deepEqual(settledParts(parts, 100n), [30n, 30n, 40n]);
});
