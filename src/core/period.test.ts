import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, addMonths, dayOfWeek, daysBetween, firstDay, lastDay, partsOf } from './calendar.ts';
import {
  contains,
  counterpartOf,
  daysIn,
  type FiscalStart,
  type IntervalUnit,
  intervalsMax,
  intervalsOf,
  period,
  PeriodFault,
  piecesOf,
  periodOf,
  previousPeriod,
  previousYear,
  toDate,
} from './period.ts';

const runs = { numRuns: 1_000 };
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));
const anyPeriod = fc.tuple(anyDay, fc.nat(800)).map(([from, days]) => period(from, addDays(from, days)));
const units = ['day', 'week', 'month', 'quarter', 'year', 'fiscal_month', 'fiscal_quarter', 'fiscal_year'] as const;
const unit = fc.constantFrom<IntervalUnit>(...units);
const fiscal: fc.Arbitrary<FiscalStart> = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 31 }),
});
const april6 = { month: 4, day: 6 };
const february29 = { month: 2, day: 29 };

function span(from: string, to: string) {
  return { from, to };
}

test('a period does not end before it begins', () => {
  assert.deepEqual(period('2026-01-01', '2026-01-01'), span('2026-01-01', '2026-01-01'));
  assert.throws(
    () => period('2026-01-02', '2026-01-01'),
    (error) =>
      error instanceof PeriodFault &&
      error instanceof Error &&
      error.name === 'PeriodFault' &&
      error.code === 'period_reversed' &&
      error.message !== '',
  );
});

test('a period has its first day and its last, and counts both', () => {
  const march = period('2026-03-01', '2026-03-31');
  assert.equal(daysIn(march), 31);
  assert.deepEqual(
    ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => contains(march, day)),
    [false, true, true, false],
  );
});

test('a day is in its week, month, quarter and year', () => {
  const day = '2026-05-14';
  assert.deepEqual(periodOf('day', day), span(day, day));
  assert.deepEqual(periodOf('week', day), span('2026-05-11', '2026-05-17'));
  assert.deepEqual(periodOf('week', '2026-05-17'), span('2026-05-11', '2026-05-17'));
  assert.deepEqual(periodOf('month', day), span('2026-05-01', '2026-05-31'));
  assert.deepEqual(periodOf('quarter', day), span('2026-04-01', '2026-06-30'));
  assert.deepEqual(periodOf('year', day), span('2026-01-01', '2026-12-31'));
  assert.deepEqual(periodOf('month', '2024-02-10'), span('2024-02-01', '2024-02-29'));
  assert.deepEqual(periodOf('quarter', '2026-12-31'), span('2026-10-01', '2026-12-31'));
});

test('a fiscal year may begin on any day, even on one that most years do not have', () => {
  assert.deepEqual(periodOf('fiscal_year', '2026-04-05', april6), span('2025-04-06', '2026-04-05'));
  assert.deepEqual(periodOf('fiscal_year', '2026-04-06', april6), span('2026-04-06', '2027-04-05'));
  assert.deepEqual(periodOf('fiscal_quarter', '2026-01-05', april6), span('2025-10-06', '2026-01-05'));
  assert.deepEqual(periodOf('fiscal_quarter', '2026-01-06', april6), span('2026-01-06', '2026-04-05'));
  assert.deepEqual(periodOf('fiscal_month', '2026-05-05', april6), span('2026-04-06', '2026-05-05'));
  assert.deepEqual(periodOf('fiscal_year', '2024-02-29', february29), span('2024-02-29', '2025-02-27'));
  assert.deepEqual(periodOf('fiscal_year', '2024-02-28', february29), span('2023-02-28', '2024-02-28'));
  assert.deepEqual(periodOf('fiscal_year', '2026-01-15', { month: 10, day: 1 }), span('2025-10-01', '2026-09-30'));
  assert.deepEqual(periodOf('fiscal_year', '2026-01-15'), span('2026-01-01', '2026-12-31'));
  assert.deepEqual(periodOf('year', '2026-01-15', april6), span('2026-01-01', '2026-12-31'));
});

test('at its two ends the calendar cuts periods off', () => {
  assert.deepEqual(periodOf('week', lastDay), span('9999-12-27', lastDay));
  assert.deepEqual(periodOf('week', firstDay), span(firstDay, '0001-01-07'));
  assert.deepEqual(periodOf('year', lastDay), span('9999-01-01', lastDay));
  assert.deepEqual(periodOf('fiscal_year', lastDay, april6), span('9999-04-06', lastDay));
  assert.deepEqual(periodOf('fiscal_year', firstDay, april6), span(firstDay, '0001-04-05'));
  assert.deepEqual(
    intervalsOf(period('9999-12-30', lastDay), 'day').map((one) => one.to),
    ['9999-12-30', lastDay],
  );
});

test('every day is in exactly one period of its kind, and the next day begins the next', () => {
  fc.assert(
    fc.property(anyDay, unit, fiscal, (day, kind, start) => {
      const own = periodOf(kind, day, start);
      assert.ok(contains(own, day));
      assert.deepEqual(periodOf(kind, own.from, start), own);
      assert.deepEqual(periodOf(kind, own.to, start), own);
      assert.equal(periodOf(kind, addDays(own.to, 1), start).from, addDays(own.to, 1));
      assert.equal(periodOf(kind, addDays(own.from, -1), start).to, addDays(own.from, -1));
      if (kind === 'week') assert.deepEqual([dayOfWeek(own.from), daysIn(own)], [1, 7]);
      if (kind === 'fiscal_year') assert.equal(partsOf(own.from).month, start.month);
    }),
    runs,
  );
});

test('a fiscal year has four quarters and twelve months, and a calendar year is a fiscal year from 1 January', () => {
  fc.assert(
    fc.property(anyDay, fiscal, (day, start) => {
      const year = periodOf('fiscal_year', day, start);
      assert.equal(intervalsOf(year, 'fiscal_quarter', start).filter((one) => one.isWhole).length, 4);
      assert.equal(intervalsOf(year, 'fiscal_month', start).filter((one) => one.isWhole).length, 12);
      const january = { month: 1, day: 1 };
      assert.deepEqual(periodOf('fiscal_year', day, january), periodOf('year', day, start));
      assert.deepEqual(periodOf('fiscal_quarter', day, january), periodOf('quarter', day));
      assert.deepEqual(periodOf('fiscal_month', day, january), periodOf('month', day));
    }),
    runs,
  );
});

test('a series has no gaps and says what it cut off', () => {
  assert.deepEqual(intervalsOf(period('2026-01-15', '2026-03-31'), 'month'), [
    { from: '2026-01-15', to: '2026-01-31', isWhole: false },
    { from: '2026-02-01', to: '2026-02-28', isWhole: true },
    { from: '2026-03-01', to: '2026-03-31', isWhole: true },
  ]);
  assert.deepEqual(intervalsOf(period('2026-03-01', '2026-03-30'), 'month'), [
    { from: '2026-03-01', to: '2026-03-30', isWhole: false },
  ]);
  assert.equal(intervalsOf(period('2026-03-01', '2027-04-05'), 'fiscal_year', april6).length, 2);
  fc.assert(
    fc.property(anyPeriod, unit, fiscal, (whole, kind, start) => {
      const intervals = intervalsOf(whole, kind, start);
      assert.equal(intervals[0]?.from, whole.from);
      assert.equal(intervals.at(-1)?.to, whole.to);
      for (const [index, one] of intervals.entries()) {
        if (index > 0) assert.equal(one.from, addDays(intervals[index - 1]?.to ?? '', 1));
        const full = periodOf(kind, one.from, start);
        assert.equal(one.isWhole, one.from === full.from && one.to === full.to);
        assert.ok(one.isWhole || index === 0 || index === intervals.length - 1);
      }
    }),
    runs,
  );
});

test('a series is refused before it is too long to answer', () => {
  const days = (count: number) => period('2000-01-01', addDays('2000-01-01', count - 1));
  assert.equal(intervalsOf(days(intervalsMax), 'day').length, intervalsMax);
  assert.throws(() => intervalsOf(days(intervalsMax + 1), 'day'), { name: 'PeriodFault', code: 'intervals_too_many' });
});

test('the period before is as long, or as many months', () => {
  const previous = (from: string, to: string) => previousPeriod(period(from, to));
  assert.deepEqual(previous('2026-03-01', '2026-03-31'), span('2026-02-01', '2026-02-28'));
  assert.deepEqual(previous('2026-01-01', '2026-03-31'), span('2025-10-01', '2025-12-31'));
  assert.deepEqual(previous('2026-01-01', '2026-12-31'), span('2025-01-01', '2025-12-31'));
  assert.deepEqual(previous('2026-03-01', '2026-03-30'), span('2026-01-30', '2026-02-28'));
  assert.deepEqual(previous('2026-03-02', '2026-03-31'), span('2026-01-31', '2026-03-01'));
  assert.deepEqual(previous('2026-03-02', '2026-03-08'), span('2026-02-23', '2026-03-01'));
  assert.deepEqual(previous('2026-03-02', '2026-03-02'), span('2026-03-01', '2026-03-01'));
  fc.assert(
    fc.property(anyPeriod, (one) => {
      const before = previousPeriod(one) ?? assert.fail();
      assert.equal(addDays(before.to, 1), one.from);
      const monthLater = before.from === addMonths(one.from, -1);
      if (partsOf(one.from).date !== 1) assert.equal(daysIn(before), daysIn(one));
      else if (daysIn(before) !== daysIn(one)) assert.ok(monthLater || partsOf(before.from).date === 1);
    }),
    runs,
  );
});

test('before the calendar begins there is nothing to compare with', () => {
  assert.equal(previousPeriod(period(firstDay, '0001-01-31')), undefined);
  assert.equal(previousPeriod(period('0001-02-01', '0001-03-31')), undefined);
  assert.deepEqual(previousPeriod(period('0001-02-01', '0001-02-28')), span(firstDay, '0001-01-31'));
  assert.deepEqual(previousPeriod(period('0001-03-01', '0001-04-30')), span(firstDay, '0001-02-28'));
  assert.equal(previousPeriod(period('0001-01-11', '0001-01-21')), undefined);
  assert.deepEqual(previousPeriod(period('0001-01-11', '0001-01-20')), span(firstDay, '0001-01-10'));
  assert.equal(previousYear(period('0001-12-31', '0002-01-01')), undefined);
  assert.deepEqual(previousYear(period('0002-01-01', '0002-01-02')), span('0001-01-01', '0001-01-02'));
});

test('a period that is not over is compared with as many days', () => {
  const [march, february] = [period('2026-03-01', '2026-03-31'), period('2026-02-01', '2026-02-28')];
  assert.deepEqual(toDate(february, march, '2026-03-10'), span('2026-02-01', '2026-02-10'));
  assert.deepEqual(toDate(february, march, '2026-03-01'), span('2026-02-01', '2026-02-01'));
  assert.deepEqual(toDate(february, march, '2026-03-30'), february);
  assert.deepEqual(toDate(february, march, '2026-03-31'), february);
  assert.deepEqual(toDate(march, february, '2026-02-28'), march);
  assert.deepEqual(toDate(february, march, '2026-04-01'), february);
  assert.deepEqual(toDate(february, march, '2026-02-10'), february);
  fc.assert(
    fc.property(anyPeriod, anyPeriod, fc.nat(900), (comparison, current, days) => {
      const today = addDays(current.from, days);
      const cut = toDate(comparison, current, today);
      assert.equal(cut.from, comparison.from);
      assert.ok(cut.to <= comparison.to);
      if (today < current.to)
        assert.ok(daysIn(cut) === daysBetween(current.from, today) + 1 || cut.to === comparison.to);
      else assert.deepEqual(cut, comparison);
    }),
    runs,
  );
});

test('a part is compared with the same dates a year before, and 29 February with the 28th', () => {
  const [leap, before] = [period('2024-02-01', '2024-03-31'), period('2023-02-01', '2023-03-31')];
  const place = (from: string, to: string) => counterpartOf(period(from, to), leap, before);
  assert.deepEqual(place('2024-02-28', '2024-02-28'), span('2023-02-28', '2023-02-28'));
  assert.deepEqual(place('2024-02-29', '2024-02-29'), span('2023-02-28', '2023-02-28'));
  assert.deepEqual(place('2024-03-01', '2024-03-01'), span('2023-03-01', '2023-03-01'));
  assert.deepEqual(place('2024-02-26', '2024-03-03'), span('2023-02-26', '2023-03-03'));
  const [common, past] = [period('2025-01-01', '2025-12-31'), period('2024-01-01', '2024-12-31')];
  assert.deepEqual(counterpartOf(period('2025-03-01', '2025-03-01'), common, past), span('2024-03-01', '2024-03-01'));
});

test('a part of whole months is compared with as many months before, and any other with as many days', () => {
  const [quarter, before] = [period('2026-04-01', '2026-06-30'), period('2026-01-01', '2026-03-31')];
  assert.deepEqual(
    counterpartOf(period('2026-05-01', '2026-05-31'), quarter, before),
    span('2026-02-01', '2026-02-28'),
  );
  assert.deepEqual(
    counterpartOf(period('2026-04-01', '2026-04-05'), quarter, before),
    span('2026-01-01', '2026-01-05'),
  );
  const [days, earlier] = [period('2026-03-04', '2026-03-13'), period('2026-02-22', '2026-03-03')];
  assert.deepEqual(counterpartOf(period('2026-03-09', '2026-03-13'), days, earlier), span('2026-02-27', '2026-03-03'));
});

test('where the comparison is over there is nothing to compare a part with', () => {
  const [march, february] = [period('2026-03-01', '2026-03-31'), period('2026-02-01', '2026-02-28')];
  assert.equal(counterpartOf(period('2026-03-30', '2026-03-31'), march, february), undefined);
  assert.deepEqual(
    counterpartOf(period('2026-03-23', '2026-03-29'), march, february),
    span('2026-02-23', '2026-02-28'),
  );
  const cut = period('2026-02-01', '2026-02-10');
  assert.deepEqual(counterpartOf(march, march, cut), cut);
  fc.assert(
    fc.property(anyPeriod, unit, (whole, kind) => {
      for (const comparison of [previousPeriod(whole), previousYear(whole)]) {
        if (comparison === undefined) continue;
        for (const part of intervalsOf(whole, kind)) {
          const found = counterpartOf(part, whole, comparison);
          if (found === undefined) continue;
          assert.ok(comparison.from <= found.from && found.from <= found.to && found.to <= comparison.to);
        }
        assert.deepEqual(counterpartOf(whole, whole, comparison), comparison);
      }
    }),
    runs,
  );
});

test('pieces begin where a part does or where one has ended, and make the whole', () => {
  const march = period('2026-03-01', '2026-03-31');
  assert.deepEqual(piecesOf(march, []), [march]);
  assert.deepEqual(piecesOf(march, [period('2026-03-05', '2026-03-09'), period('2026-03-09', '2026-03-31')]), [
    span('2026-03-01', '2026-03-04'),
    span('2026-03-05', '2026-03-08'),
    span('2026-03-09', '2026-03-09'),
    span('2026-03-10', '2026-03-31'),
  ]);
  fc.assert(
    fc.property(anyPeriod, fc.array(anyPeriod, { maxLength: 5 }), (whole, parts) => {
      const pieces = piecesOf(whole, parts);
      assert.deepEqual([pieces[0]?.from, pieces.at(-1)?.to], [whole.from, whole.to]);
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) assert.equal(piece.from, addDays(pieces[index - 1]?.to ?? '', 1));
        for (const part of parts) {
          const inside = part.from <= piece.from && piece.to <= part.to;
          assert.ok(inside || part.to < piece.from || piece.to < part.from);
        }
      }
    }),
    runs,
  );
});
