import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type Day } from '../../core/calendar.ts';
import { dueStep, lateDaysMax, type Owed } from './due-step.ts';
import type { ReminderStep } from './reminder-step.ts';

const from = '2026-01-01';
const anyDay: fc.Arbitrary<Day> = fc.nat(200).map((days) => addDays(from, days));
const anyStep: fc.Arbitrary<ReminderStep> = fc.record({
  days: fc.integer({ min: -10, max: 60 }),
  since: fc.option(anyDay),
  texts: fc.constant({}),
});
const anySteps = fc.uniqueArray(anyStep, { selector: ({ days }) => days, maxLength: 10 });
const anyOwed: fc.Arbitrary<Owed> = fc.record({
  due_date: anyDay,
  issue_date: anyDay,
  is_held: fc.constant(false),
  held_until: fc.option(anyDay),
  sent_days: fc.option(fc.integer({ min: -10, max: 60 })),
});

const plain: Owed = {
  due_date: '2026-03-10',
  issue_date: '2026-02-10',
  is_held: false,
  held_until: null,
  sent_days: null,
};
const steps = [-3, 1, 7, 14].map((days) => ({ days, since: '2026-01-01', texts: {} }));

test('each step is sent on its day, and after a standstill the last one alone', () => {
  const days = ['2026-03-06', '2026-03-07', '2026-03-09', '2026-03-11', '2026-03-17', '2026-03-24', '2026-04-10'];
  assert.deepEqual(
    days.map((day) => dueStep(plain, steps, day)?.days),
    [undefined, -3, -3, 1, 7, 14, 14],
  );
  assert.equal(dueStep({ ...plain, sent_days: 7 }, steps, '2026-03-23'), undefined);
  assert.equal(dueStep({ ...plain, sent_days: 14 }, steps, '2026-05-23'), undefined);
});

test('what announces a due date is not sent after it', () => {
  const before = steps.slice(0, 1);
  assert.equal(dueStep(plain, before, '2026-03-10')?.days, -3);
  assert.equal(dueStep(plain, before, '2026-03-11'), undefined);
});

test('what passed before reminders were on, or the invoice was issued, or it was released, is not sent', () => {
  const on = (since: Day) => steps.map((step) => ({ ...step, since }));
  assert.equal(dueStep(plain, on('2026-03-12'), '2026-03-12'), undefined);
  assert.equal(dueStep(plain, on('2026-03-12'), '2026-03-17')?.days, 7);
  assert.equal(dueStep({ ...plain, issue_date: '2026-03-20' }, steps, '2026-03-20'), undefined);
  assert.equal(dueStep({ ...plain, held_until: '2026-03-20' }, steps, '2026-03-20'), undefined);
  assert.equal(dueStep({ ...plain, held_until: '2026-03-20' }, steps, '2026-03-24')?.days, 14);
  assert.equal(dueStep(plain, steps, addDays('2026-03-24', lateDaysMax + 1)), undefined);
});

test('whatever the days, no step is sent too early, twice, before it counts, or while it is held', () => {
  fc.assert(
    fc.property(anyOwed, anySteps, anyDay, (owed, all, today) => {
      const step = dueStep(owed, all, today);
      assert.equal(dueStep({ ...owed, is_held: true }, all, today), undefined);
      if (step === undefined) return;
      const day = addDays(owed.due_date, step.days);
      assert.ok(day <= today && step.since !== null && day >= step.since && day >= owed.issue_date);
      assert.ok(owed.held_until === null || day >= owed.held_until);
      assert.ok(owed.sent_days === null || step.days > owed.sent_days);
      assert.equal(dueStep({ ...owed, sent_days: step.days }, all, today), undefined);
    }),
    { numRuns: 2_000 },
  );
});
