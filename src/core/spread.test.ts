import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addDays } from './calendar.ts';
import { sum } from './list.ts';
import { monthsIn, type Spread, spreadOver } from './spread.ts';

const inYear = (parts: readonly { date: string; amount: bigint }[], year: string) =>
  sum(parts.filter(({ date }) => date.startsWith(year)).map(({ amount }) => amount));

describe('an amount spread over months', () => {
  const insurance = { from: '2026-10-01', to: '2027-09-30' };

  test('takes the same for each month, or by the days of each', () => {
    const monthly = spreadOver(120_000n, { ...insurance, method: 'month' });
    assert.deepEqual(
      monthly.map(({ amount }) => amount),
      Array.from({ length: 12 }, () => 10_000n),
    );
    assert.equal(monthly[0]?.date, '2026-10-31');
    assert.equal(inYear(monthly, '2026'), 30_000n);
    const daily = spreadOver(120_000n, { ...insurance, method: 'day' });
    assert.deepEqual([inYear(daily, '2026'), inYear(daily, '2027')], [30_247n, 89_753n]);
  });

  test('gives the last month what does not divide', () => {
    const shares = spreadOver(100_000n, { ...insurance, method: 'month' }).map(({ amount }) => amount);
    assert.deepEqual([shares[0], shares.at(-1)], [8_333n, 8_337n]);
    assert.deepEqual(spreadOver(7n, { ...insurance, method: 'month' }), [{ date: '2027-09-30', amount: 7n }]);
  });

  test('counts months from the first day, and a leap day as a day', () => {
    assert.equal(monthsIn({ from: '2026-04-15', to: '2027-04-14' }), 12);
    assert.equal(monthsIn({ from: '2026-04-15', to: '2027-04-15' }), 13);
    assert.equal(monthsIn({ from: '2028-01-31', to: '2028-02-28' }), 1);
    assert.equal(monthsIn({ from: '2028-01-31', to: '2028-02-29' }), 2);
    assert.deepEqual(spreadOver(36_600n, { from: '2028-01-01', to: '2028-12-31', method: 'day' })[1], {
      date: '2028-02-29',
      amount: 2_900n,
    });
  });

  const days = fc.integer({ min: 0, max: 4_000 });
  const spread: fc.Arbitrary<Spread> = fc
    .record({ start: days, length: days, method: fc.constantFrom('month' as const, 'day' as const) })
    .map(({ start, length, method }) => {
      const from = addDays('2024-01-01', start);
      return { from, to: addDays(from, length), method };
    });

  test('sums to the amount, each month once and none with another sign', () => {
    fc.assert(
      fc.property(spread, fc.bigInt({ min: 1n, max: 10n ** 15n }), (period, amount) => {
        const parts = spreadOver(amount, period);
        assert.equal(sum(parts.map((part) => part.amount)), amount);
        assert.ok(parts.every((part) => part.amount > 0n));
        const dates = parts.map(({ date }) => date);
        assert.deepEqual(dates, [...new Set(dates)].toSorted());
        assert.ok(dates.every((date) => addDays(date, 1).endsWith('-01')));
      }),
    );
  });
});
