import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addMonths, clampedDay } from './calendar.ts';
import { decliningLimit, type DepreciationMethod, depreciationOf, lowValueLimits, replanned } from './depreciation.ts';
import { sum } from './list.ts';

function perYear(cost: bigint, inUseFrom: string, method: DepreciationMethod): bigint[] {
  const parts = depreciationOf({ cost, residual: 0n, inUseFrom, method, yearBegins: 1 });
  const years = Map.groupBy(parts, ({ date }) => date.slice(0, 4));
  return [...years.values()].map((inYear) => sum(inYear.map(({ amount }) => amount)));
}

describe('depreciation', () => {
  test('straight line counts the months of the first year', () => {
    const machine = { kind: 'straight_line', months: 60 } as const;
    assert.deepEqual(perYear(1_200_000n, '2026-04-15', machine), [
      180_000n,
      240_000n,
      240_000n,
      240_000n,
      240_000n,
      60_000n,
    ]);
  });

  test('declining balance goes over to the rest by years', () => {
    const method = { kind: 'declining', percent: 30_000_000n, months: 96 } as const;
    assert.deepEqual(perYear(1_000_000n, '2026-01-01', method), [
      300_000n,
      210_000n,
      147_000n,
      102_900n,
      72_030n,
      56_023n,
      56_024n,
      56_023n,
    ]);
  });

  test('a pool takes a fifth each year, that of the purchase too', () => {
    assert.deepEqual(perYear(60_000n, '2026-11-20', { kind: 'pool', years: 5 }), [
      12_000n,
      12_000n,
      12_000n,
      12_000n,
      12_000n,
    ]);
    assert.deepEqual(
      depreciationOf({
        cost: 79_900n,
        residual: 0n,
        inUseFrom: '2028-02-10',
        method: { kind: 'immediate' },
        yearBegins: 1,
      }),
      [{ date: '2028-02-29', amount: 79_900n }],
    );
  });

  test('knows the limits of Germany and Austria', () => {
    assert.deepEqual(lowValueLimits('DE'), { immediate: 80_000n, pool: [25_000n, 100_000n] });
    assert.equal(decliningLimit('DE', { bought: '2025-03-01', months: 96 }), 0n);
    assert.equal(decliningLimit('DE', { bought: '2026-01-01', months: 96 }), 30_000_000n);
    assert.equal(decliningLimit('DE', { bought: '2026-01-01', months: 240 }), 15_000_000n);
    assert.equal(decliningLimit('FR', { bought: '2026-01-01', months: 60 }), undefined);
  });

  const months = fc.integer({ min: 1, max: 600 });
  const method: fc.Arbitrary<DepreciationMethod> = fc.oneof(
    months.map((many) => ({ kind: 'straight_line' as const, months: many })),
    fc
      .record({ percent: fc.bigInt({ min: 1n, max: 100_000_000n }), many: months })
      .map(({ percent, many }) => ({ kind: 'declining' as const, percent, months: many })),
    fc.constant({ kind: 'immediate' as const }),
    fc.integer({ min: 1, max: 20 }).map((years) => ({ kind: 'pool' as const, years })),
  );
  const asset = fc.record({
    cost: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    part: fc.bigInt({ min: 0n, max: 99n }),
    inUseFrom: fc
      .record({ month: fc.integer({ min: 1, max: 12 }), date: fc.integer({ min: 1, max: 31 }) })
      .map(({ month, date }) => clampedDay(2028, month, date)),
    method,
    yearBegins: fc.integer({ min: 1, max: 12 }),
  });

  test('land does not wear out', () => {
    const land = {
      cost: 100n,
      residual: 0n,
      inUseFrom: '2026-01-01',
      method: { kind: 'none' },
      yearBegins: 1,
    } as const;
    assert.deepEqual(depreciationOf(land), []);
  });

  test('spreads what is left anew, in the month after where the plan is over', () => {
    const machine = { kind: 'straight_line', months: 4 } as const;
    const plan = depreciationOf({ cost: 400n, residual: 0n, inUseFrom: '2026-01-01', method: machine, yearBegins: 1 });
    assert.deepEqual(replanned(plan, { after: '2026-02-28', rest: 101n }), [
      { date: '2026-03-31', amount: 51n },
      { date: '2026-04-30', amount: 50n },
    ]);
    assert.deepEqual(replanned(plan, { after: '2026-04-30', rest: 7n }), [{ date: '2026-05-31', amount: 7n }]);
    assert.deepEqual(replanned(plan, { after: '2026-02-28', rest: 0n }), []);
  });

  test('spreads all that is left, after any day, and nothing on it or before', () => {
    const rest = fc.bigInt({ min: 0n, max: 10n ** 13n });
    fc.assert(
      fc.property(asset, rest, fc.nat({ max: 700 }), ({ cost, inUseFrom, yearBegins, method: by }, left, passed) => {
        const plan = depreciationOf({ cost, residual: 0n, inUseFrom, method: by, yearBegins });
        const after = addMonths(inUseFrom, passed);
        const parts = replanned(plan, { after, rest: left });
        assert.equal(sum(parts.map(({ amount }) => amount)), left);
        assert.ok(parts.every(({ date, amount }) => amount > 0n && date > after));
      }),
    );
  });

  test('comes to the cost less the residual value, each month once and never below zero', () => {
    fc.assert(
      fc.property(asset, ({ part, ...given }) => {
        const residual = (given.cost * part) / 100n;
        const parts = depreciationOf({ ...given, residual });
        assert.equal(sum(parts.map(({ amount }) => amount)), given.cost - residual);
        assert.ok(parts.every(({ amount }) => amount > 0n));
        const dates = parts.map(({ date }) => date);
        assert.deepEqual(dates, [...new Set(dates)].toSorted());
      }),
    );
  });
});
