/** On which days, and at which instant, a scheduled report is due. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Days, dueAt, dueNow, firstDay, nextDay, type Rhythm } from './rhythm.ts';

const days = (more: Partial<Days>): Days => ({ frequency: 'day', weekday: null, anchor_day: null, ...more });

test('the first day is the weekday or the day of the month that was agreed on', () => {
  const monthly = days({ frequency: 'month', anchor_day: 31 });
  const quarterly = days({ frequency: 'quarter', anchor_day: 5 });
  const yearly = days({ frequency: 'year', anchor_day: 10 });
  const monday = days({ frequency: 'week', weekday: 1 });
  for (const [what, from, expected] of [
    [days({}), '2026-11-28', '2026-11-28'],
    [monday, '2026-11-28', '2026-11-30'],
    [monday, '2026-11-30', '2026-11-30'],
    [monthly, '2026-02-01', '2026-02-28'],
    [monthly, '2026-04-30', '2026-04-30'],
    [monthly, '2028-02-29', '2028-02-29'],
    [quarterly, '2026-11-28', '2027-01-05'],
    [quarterly, '2026-10-05', '2026-10-05'],
    [yearly, '2026-01-11', '2027-01-10'],
  ] as const) {
    assert.equal(firstDay(what, from), expected, `${what.frequency} from ${from}`);
  }
});

test('the hour is that of the wall clock, on days of 23 and of 25 hours as well', () => {
  const zone = 'Europe/Berlin';
  assert.equal(dueAt('2026-03-28', 7, zone), '2026-03-28T06:00:00.000Z');
  assert.equal(dueAt('2026-03-29', 7, zone), '2026-03-29T05:00:00.000Z');
  assert.equal(dueAt('2026-10-25', 7, zone), '2026-10-25T06:00:00.000Z');
  assert.equal(dueAt('2026-03-29', 0, zone), '2026-03-28T23:00:00.000Z');
  assert.equal(dueAt('2026-10-25', 23, zone), '2026-10-25T22:00:00.000Z');
});

test('what is due later today is due today, and else the time after', () => {
  const daily = { ...days({}), hour: 7 };
  const at = (now: string) => nextDay(daily, '2026-11-28', { now, timeZone: 'UTC' });
  assert.equal(at('2026-11-28T06:59:59.000Z'), '2026-11-28');
  assert.equal(at('2026-11-28T07:00:00.000Z'), '2026-11-29');
});

test('of what was missed the last is due, and the others are counted', () => {
  const rhythm: Rhythm = { ...days({}), hour: 7, start_date: '2026-11-01', occurrence: 0 };
  const due = dueNow(rhythm, { now: '2026-11-14T08:00:00.000Z', timeZone: 'UTC' });
  assert.deepEqual([due.make.map(({ day }) => day), due.skipped, due.next?.day], [['2026-11-14'], 13, '2026-11-15']);
  const early = dueNow(rhythm, { now: '2026-11-14T06:00:00.000Z', timeZone: 'UTC' });
  assert.deepEqual([early.make[0]?.day, early.skipped], ['2026-11-13', 12]);
  assert.deepEqual(dueNow(rhythm, { now: '2026-11-01T06:00:00.000Z', timeZone: 'UTC' }).make, []);
});
