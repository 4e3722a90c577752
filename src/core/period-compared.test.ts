import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, addMonths, addYears } from './calendar.ts';
import {
  counterpartOf,
  intervalsOf,
  type IntervalUnit,
  period,
  type Period,
  periodOf,
  previousPeriod,
  previousYear,
} from './period.ts';

const runs = { numRuns: 1_000 };
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));
const anyPeriod = fc.tuple(anyDay, fc.nat(800)).map(([from, days]) => period(from, addDays(from, days)));
const anyMonths = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 30 }))
  .map(([day, more]) =>
    period(periodOf('month', day).from, periodOf('month', addMonths(periodOf('month', day).from, more)).to),
  );

/** True for a period of whole calendar months. */
function isMonths(one: Period | undefined): boolean {
  if (one === undefined) return false;
  return one.from === periodOf('month', one.from).from && one.to === periodOf('month', one.to).to;
}

function span(from: string, to: string) {
  return { from, to };
}

test('the year before has the same dates, and of whole months the whole months', () => {
  assert.deepEqual(previousYear(period('2024-02-29', '2024-03-31')), span('2023-02-28', '2023-03-31'));
  const february2024 = span('2024-02-01', '2024-02-29');
  assert.deepEqual(previousYear(period('2025-02-01', '2025-02-28')), february2024);
  assert.deepEqual(previousYear(february2024), span('2023-02-01', '2023-02-28'));
  assert.deepEqual(previousYear(period('2024-03-01', '2025-02-28')), span('2023-03-01', '2024-02-29'));
  assert.deepEqual(previousYear(period('2025-02-10', '2025-02-28')), span('2024-02-10', '2024-02-28'));
  assert.deepEqual(previousYear(period('2025-02-01', '2025-02-27')), span('2024-02-01', '2024-02-27'));
  assert.deepEqual(previousPeriod(period('2024-03-01', '2024-03-31')), february2024);
  fc.assert(
    fc.property(anyPeriod, (one) => {
      const before = previousYear(one);
      assert.equal(before?.from, addYears(one.from, -1));
      if (isMonths(one)) assert.ok(isMonths(before), JSON.stringify(before));
      else assert.equal(before?.to, addYears(one.to, -1));
    }),
    runs,
  );
  fc.assert(
    fc.property(anyMonths, (months) => {
      for (const before of [previousYear(months), previousPeriod(months)]) {
        assert.ok(before !== undefined && isMonths(before));
        assert.equal(intervalsOf(before, 'month').length, intervalsOf(months, 'month').length);
      }
      assert.equal(addDays(previousPeriod(months)?.to ?? '', 1), months.from);
    }),
    runs,
  );
});

test('no day of the year before is lost where whole months are cut into months or more', () => {
  const [february, leap] = [period('2025-02-01', '2025-02-28'), period('2024-02-01', '2024-02-29')];
  const last = period('2025-02-28', '2025-02-28');
  const year = [period('2025-01-01', '2025-12-31'), period('2024-01-01', '2024-12-31')] as const;
  assert.deepEqual(counterpartOf(last, ...year), span('2024-02-28', '2024-02-28'));
  assert.deepEqual(counterpartOf(february, ...year), leap);
  assert.deepEqual(counterpartOf(last, february, leap), span('2024-02-28', '2024-02-29'));
  assert.deepEqual(counterpartOf(february, february, leap), leap);
  fc.assert(
    fc.property(anyMonths, fc.constantFrom<IntervalUnit>('month', 'quarter', 'year'), (whole, kind) => {
      const before = previousYear(whole);
      assert.ok(before !== undefined);
      let next = before.from;
      for (const part of intervalsOf(whole, kind)) {
        const found = counterpartOf(part, whole, before);
        assert.equal(found?.from, next);
        next = addDays(found?.to ?? '', 1);
      }
      assert.equal(next, addDays(before.to, 1));
    }),
    runs,
  );
});
