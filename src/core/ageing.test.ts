import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ageNames, ageOf, byAge, dueAsAt, usualAges } from './ageing.ts';
import { addDays } from './calendar.ts';
import { sum } from './list.ts';

const runs = { numRuns: 1_000 };
const anyDay = fc.nat(400).map((days) => addDays('2026-01-01', days));
const anyEvents = fc.array(fc.record({ date: anyDay, amount: fc.bigInt({ min: -100n, max: 100n }) }), { maxLength: 8 });

test('vector 25: due on 31 January and paid on 10 February, on 5 February all of it is overdue by 1 to 30 days', () => {
  const paid = [{ date: '2026-02-10', amount: 100n }];
  assert.equal(dueAsAt(100n, paid, '2026-02-05'), 100n);
  assert.equal(dueAsAt(100n, paid, '2026-02-09'), 100n);
  assert.equal(dueAsAt(100n, paid, '2026-02-10'), 0n);
  assert.equal(ageOf('2026-01-31', '2026-02-05', usualAges), 'days_1_30');
});

test('a debt grows old by the day', () => {
  const ages: [days: number, bucket: string][] = [
    [-400, 'current'],
    [0, 'current'],
    [1, 'days_1_30'],
    [30, 'days_1_30'],
    [31, 'days_31_60'],
    [60, 'days_31_60'],
    [61, 'days_61_90'],
    [90, 'days_61_90'],
    [91, 'over_90_days'],
    [4_000, 'over_90_days'],
  ];
  for (const [days, bucket] of ages)
    assert.equal(ageOf('2026-01-31', addDays('2026-01-31', days), usualAges), bucket, `${days}`);
});

test('vector 25: what happens later changes nothing earlier', () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, anyDay, (events, more, day) => {
      const later = more.filter((event) => event.date > day);
      assert.equal(dueAsAt(1_000n, [...events, ...later], day), dueAsAt(1_000n, events, day));
      assert.equal(dueAsAt(1_000n, events, '2030-01-01'), 1_000n - sum(events.map((event) => event.amount)));
    }),
    runs,
  );
});

test('every debt is in one bucket, whatever the buckets are', () => {
  const anyLimits = fc
    .uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 })
    .map((limits) => limits.toSorted((a, b) => a - b));
  const anyDebts = fc.array(fc.record({ from: anyDay, amount: fc.bigInt({ min: -100n, max: 100n }) }));
  fc.assert(
    fc.property(anyLimits, anyDebts, anyDay, (limits, debts, day) => {
      const amounts = byAge(debts, day, limits);
      assert.deepEqual(Object.keys(amounts), ageNames(limits));
      assert.equal(sum(Object.values(amounts)), sum(debts.map(({ amount }) => amount)));
    }),
    runs,
  );
  assert.deepEqual(ageNames([7]), ['current', 'days_1_7', 'over_7_days']);
  assert.equal(ageOf('2026-01-31', '2026-02-07', [7]), 'days_1_7');
  assert.equal(ageOf('2026-01-31', '2026-02-08', [7]), 'over_7_days');
});
