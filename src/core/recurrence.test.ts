import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, type Day, dayIn, dayOfMonth, daysBetween } from './calendar.ts';
import { beginningOf, dueOccurrences, occurrenceAt, type Recurrence } from './recurrence.ts';

const runs = { numRuns: 1_000 };
const anyDay: fc.Arbitrary<Day> = fc.nat(20_000).map((days) => addDays('2000-01-01', days));
const anyRecurrence: fc.Arbitrary<Recurrence> = fc.record({
  frequency: fc.constantFrom('day', 'week', 'month', 'year'),
  every: fc.integer({ min: 1, max: 12 }),
  start: anyDay,
  count: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
});

const daysOf = (recurrence: Recurrence, count: number) =>
  Array.from({ length: count }, (_, number) => occurrenceAt(recurrence, number)?.day);

test('vector 33: after 31 January come 28 February and 31 March', () => {
  const monthly: Recurrence = { frequency: 'month', every: 1, start: '2026-01-31' };
  assert.deepEqual(daysOf(monthly, 4), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  const leap: Recurrence = { frequency: 'year', every: 1, start: '2024-02-29' };
  assert.deepEqual(daysOf(leap, 5), ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  const fortnightly: Recurrence = { frequency: 'week', every: 2, start: '2026-12-24' };
  assert.deepEqual(daysOf(fortnightly, 2), ['2026-12-24', '2027-01-07']);
  const anchored: Recurrence = { frequency: 'month', every: 1, start: '2026-02-28', anchor: 31 };
  assert.deepEqual(daysOf(anchored, 2), ['2026-02-28', '2026-03-31']);
});

test('occurrences follow each other, begin with the start and keep the day that was agreed on', () => {
  fc.assert(
    fc.property(anyRecurrence, fc.nat(40), (recurrence, number) => {
      const [one, next] = [occurrenceAt(recurrence, number), occurrenceAt(recurrence, number + 1)];
      assert.equal(occurrenceAt(recurrence, 0)?.day, recurrence.start);
      if (one !== undefined && next !== undefined) assert.ok(one.day < next.day);
      if (one === undefined) assert.equal(next, undefined);
      if (one !== undefined && recurrence.frequency === 'month') {
        const isLast = dayOfMonth(addDays(one.day, 1)) === 1;
        assert.ok(dayOfMonth(one.day) === dayOfMonth(recurrence.start) || isLast);
      }
    }),
    runs,
  );
});

test('it ends on its last day, after its count, and with the calendar', () => {
  const daily: Recurrence = { frequency: 'day', every: 1, start: '2026-01-01' };
  assert.equal(occurrenceAt({ ...daily, until: '2026-01-02' }, 1)?.day, '2026-01-02');
  assert.equal(occurrenceAt({ ...daily, until: '2026-01-02' }, 2), undefined);
  assert.equal(occurrenceAt({ ...daily, count: 2 }, 2), undefined);
  assert.equal(occurrenceAt({ ...daily, start: '9999-12-31' }, 1), undefined);
  assert.throws(() => occurrenceAt({ ...daily, every: 0 }, 1), RangeError);
  assert.throws(() => occurrenceAt(daily, -1), RangeError);
});

test('however late somebody looks, and however often, each occurrence is made once by its policy', () => {
  fc.assert(
    fc.property(anyRecurrence, fc.array(fc.nat(400), { maxLength: 12 }), fc.nat(6), (recurrence, waits, most) => {
      for (const catchUp of ['skip', 'one', 'all'] as const) {
        let today = recurrence.start;
        let from = 0;
        const made: string[] = [];
        for (const wait of [0, ...waits]) {
          today = addDays(today, wait);
          const due = dueOccurrences(recurrence, from, { today, catchUp, max: most + 1 });
          assert.ok(due.make.every(({ day }) => (catchUp === 'skip' ? day === today : day <= today)));
          if (catchUp === 'one') assert.ok(due.make.length <= 1);
          if (catchUp === 'all') assert.equal(due.skipped, 0);
          const nextNumber = due.next?.number ?? from + due.make.length + due.skipped;
          assert.equal(nextNumber, from + due.make.length + due.skipped);
          made.push(...due.make.map(({ day }) => day));
          from = nextNumber;
          if (due.next === undefined) break;
        }
        assert.equal(new Set(made).size, made.length);
        if (catchUp === 'all') assert.deepEqual(made, daysOf(recurrence, made.length));
      }
    }),
    runs,
  );
});

test('of three months that were missed each policy makes what it says', () => {
  const monthly: Recurrence = { frequency: 'month', every: 1, start: '2026-01-31' };
  const due = (today: Day, catchUp: 'skip' | 'one' | 'all', max = 9) => {
    const { make, skipped, next } = dueOccurrences(monthly, 0, { today, catchUp, max });
    return [make.map(({ day }) => day), skipped, next?.day];
  };
  assert.deepEqual(due('2026-04-15', 'skip'), [[], 3, '2026-04-30']);
  assert.deepEqual(due('2026-04-15', 'one'), [['2026-03-31'], 2, '2026-04-30']);
  assert.deepEqual(due('2026-04-15', 'all'), [['2026-01-31', '2026-02-28', '2026-03-31'], 0, '2026-04-30']);
  assert.deepEqual(due('2026-04-15', 'all', 2), [['2026-01-31', '2026-02-28'], 0, '2026-03-31']);
  assert.deepEqual(due('2026-03-31', 'skip'), [['2026-03-31'], 2, '2026-04-30']);
  assert.deepEqual(due('2026-03-31', 'one'), [['2026-03-31'], 2, '2026-04-30']);
  assert.deepEqual(due('2026-01-30', 'all'), [[], 0, '2026-01-31']);
  const ending = dueOccurrences({ ...monthly, count: 2 }, 0, { today: '2026-04-15', catchUp: 'one', max: 9 });
  assert.deepEqual(ending, { make: [{ number: 1, day: '2026-02-28' }], skipped: 1, next: undefined });
});

test('a day begins at midnight where it is, in summer and in winter', () => {
  assert.equal(beginningOf('2026-01-15', 'Europe/Berlin'), '2026-01-14T23:00:00.000Z');
  assert.equal(beginningOf('2026-07-15', 'Europe/Berlin'), '2026-07-14T22:00:00.000Z');
  assert.equal(beginningOf('2026-01-15', 'Pacific/Kiritimati'), '2026-01-14T10:00:00.000Z');
  assert.equal(beginningOf('2026-01-15', 'America/Los_Angeles'), '2026-01-15T08:00:00.000Z');
  // There was no midnight: clocks went from 23:59 to 01:00.
  assert.equal(beginningOf('2018-11-04', 'America/Sao_Paulo'), '2018-11-04T03:00:00.000Z');
  fc.assert(
    fc.property(anyDay, fc.constantFrom('Asia/Kolkata', 'America/Sao_Paulo', 'Europe/Berlin', 'UTC'), (day, zone) => {
      const begins = beginningOf(day, zone);
      assert.equal(dayIn(begins, zone), day);
      const before = new Date(Date.parse(begins) - 60_000).toISOString();
      assert.equal(daysBetween(dayIn(before, zone), day), 1);
    }),
    { numRuns: 200 },
  );
});
