import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  addDays,
  addMonths,
  addYears,
  clampedDay,
  dayIn,
  dayOfMonth,
  dayOfWeek,
  daysBetween,
  earlierOf,
  firstDay,
  isDay,
  lastDay,
  laterOf,
  parseDay,
  partsOf,
} from './calendar.ts';

const runs = { numRuns: 1_000 };
const msPerDay = 86_400_000;

/** Days by the platform's own calendar, which is proleptic Gregorian as ours. */
const anyDay = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const nearDay = fc
  .date({ min: new Date('1995-01-01T00:00:00Z'), max: new Date('2105-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('a day is one that was or will be', () => {
  for (const text of ['2026-03-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-12-01']) {
    assert.ok(isDay(text), text);
    assert.equal(parseDay(text), text);
  }
  const refused = [
    ['2023-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01', '2026-01-32'],
    ['', '2026-1-01', '26-01-01', '2026/01/01', '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01\n', '+2026-01-01'],
    ['٢٠٢٦-٠١-٠١', 'NaN-01-01', '12026-01-01', '-001-01-01'],
  ].flat();
  for (const text of refused) {
    assert.ok(!isDay(text), JSON.stringify(text));
    assert.equal(parseDay(text), undefined);
  }
});

test('every day of every kind of year is a day, and no other date is', () => {
  for (const year of [1, 4, 100, 400, 1900, 2000, 2023, 2024, 9999]) {
    for (let month = 0; month <= 13; month++) {
      for (let date = 0; date <= 32; date++) {
        const text = [
          String(year).padStart(4, '0'),
          ...[month, date].map((part) => String(part).padStart(2, '0')),
        ].join('-');
        const moment = new Date(`${text}T00:00:00Z`);
        const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
        assert.equal(isDay(text), isReal, text);
      }
    }
  }
});

test('the calendar goes from the first day of the year 1 to the last of the year 9999', () => {
  assert.deepEqual([firstDay, lastDay], ['0001-01-01', '9999-12-31']);
});

test('days are counted as the calendar counts them', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2023-02-28', 1), '2023-03-01');
  assert.equal(addDays('2025-12-31', 1), '2026-01-01');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(daysBetween('2024-01-01', '2025-01-01'), 366);
  assert.equal(daysBetween('2025-01-01', '2024-01-01'), -366);
  fc.assert(
    fc.property(anyDay, anyDay, (from, to) => {
      const days = (Date.parse(to) - Date.parse(from)) / msPerDay;
      assert.equal(daysBetween(from, to), days);
      assert.equal(addDays(from, days), to);
    }),
    { numRuns: 5_000 },
  );
});

test('counting day by day through four centuries misses none', () => {
  let day = '1899-12-31';
  for (let moment = Date.parse('1899-12-31'); day < '2301-01-01'; moment += msPerDay) {
    assert.equal(day, new Date(moment).toISOString().slice(0, 10));
    day = addDays(day, 1);
  }
});

test('a day outside the years 1 to 9999, and what is no day, is an error', () => {
  assert.throws(() => addDays('9999-12-31', 1), RangeError);
  assert.throws(() => addDays('0001-01-01', -1), RangeError);
  assert.throws(() => addDays('0001-01-01', -400), RangeError);
  assert.throws(() => addMonths('9999-12-01', 1), RangeError);
  assert.throws(() => addMonths('0001-01-31', -1), RangeError);
  assert.throws(() => clampedDay(2026, 13, 1), { name: 'RangeError', message: 'there is no day 2026-13-00' });
  assert.throws(() => partsOf('2023-02-29'), { name: 'RangeError', message: '"2023-02-29" is not a day' });
  assert.throws(() => daysBetween('2026-01-01', 'tomorrow'), RangeError);
});

test('vector 33: what is agreed on the 31st is due on 28 February and on 31 March', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2026-02-28', 1, 31), '2026-03-31');
  assert.equal(addMonths('2026-01-31', 2), '2026-03-31');
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
  assert.equal(addMonths('2026-01-15', -1), '2025-12-15');
  assert.equal(addMonths('2026-03-31', -13), '2025-02-28');
  assert.equal(addYears('2024-02-29', 1), '2025-02-28');
  assert.equal(addYears('2024-02-29', -4), '2020-02-29');
});

test('vector 33: a monthly series keeps its anchor and never skips or repeats a month', () => {
  fc.assert(
    fc.property(nearDay, fc.integer({ min: -400, max: 400 }), (start, months) => {
      const { year, month, date } = partsOf(start);
      const moved = partsOf(addMonths(start, months));
      assert.equal(moved.year * 12 + moved.month, year * 12 + month + months);
      assert.equal(addMonths(addMonths(start, months), -months, date), start);
      assert.ok(moved.date <= date);
      if (moved.date < date) assert.equal(dayOfMonth(addDays(addMonths(start, months), 1)), 1);
    }),
    runs,
  );
});

test('weeks begin on Monday', () => {
  assert.equal(dayOfWeek('2026-01-01'), 4);
  assert.equal(dayOfWeek('2024-02-26'), 1);
  assert.equal(dayOfWeek('2024-03-03'), 7);
  fc.assert(
    fc.property(anyDay, (day) => dayOfWeek(day) % 7 === new Date(day).getUTCDay()),
    runs,
  );
});

test('of two days the earlier and the later are found', () => {
  assert.equal(earlierOf('2026-01-01', '2026-01-02'), '2026-01-01');
  assert.equal(earlierOf('2026-01-02', '2026-01-01'), '2026-01-01');
  assert.equal(laterOf('2026-01-01', '2026-01-02'), '2026-01-02');
  assert.equal(laterOf('2026-01-02', '2026-01-01'), '2026-01-02');
});

test('vector 18: a payment at 03:30 UTC on New Year is one of the old year in New York', () => {
  assert.equal(dayIn('2026-01-01T03:30:00Z', 'America/New_York'), '2025-12-31');
  assert.equal(dayIn('2026-01-01T03:30:00Z', 'UTC'), '2026-01-01');
  assert.equal(dayIn('2025-12-31T23:30:00.000Z', 'Europe/Berlin'), '2026-01-01');
  assert.equal(dayIn('2025-12-31T23:30:00-05:00', 'America/New_York'), '2025-12-31');
});

test('vector 18: daylight saving moves the midnight and no day', () => {
  assert.equal(dayIn('2026-03-29T21:59:59Z', 'Europe/Berlin'), '2026-03-29');
  assert.equal(dayIn('2026-03-29T22:00:00Z', 'Europe/Berlin'), '2026-03-30');
  assert.equal(dayIn('2026-03-28T22:59:59Z', 'Europe/Berlin'), '2026-03-28');
  assert.equal(dayIn('2026-03-28T23:00:00Z', 'Europe/Berlin'), '2026-03-29');
  assert.equal(dayIn('2011-12-30T09:59:59Z', 'Pacific/Apia'), '2011-12-29');
  assert.equal(dayIn('2011-12-30T10:00:00Z', 'Pacific/Apia'), '2011-12-31');
});

test('in UTC the day is what the instant says', () => {
  fc.assert(
    fc.property(
      anyDay,
      (day) => dayIn(`${day}T23:59:59.999Z`, 'UTC') === day && dayIn(`${day}T00:00:00Z`, 'UTC') === day,
    ),
    runs,
  );
});

test('what is no instant or no time zone is an error', () => {
  for (const text of [
    '',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-13-01T00:00:00Z',
    'now',
    '0',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z (noon)',
    '2026-01-01T00:00:00Zx',
    '12026-01-01T00:00:00Z',
  ]) {
    assert.throws(() => dayIn(text, 'UTC'), { name: 'RangeError', message: `"${text}" is not an instant` }, text);
  }
  assert.throws(() => dayIn('2026-01-01T00:00:00Z', 'Mars/Olympus'), RangeError);
});

test('a day is found in every time zone there is, as often as asked', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  for (let round = 0; round < 2; round++) {
    for (const zone of zones) assert.match(dayIn('2026-06-15T12:00:00Z', zone), /^2026-06-1[56]$/);
  }
});
