import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, daysBetween, lastDay, partsOf } from './calendar.ts';
import { dueDateOf, type PaymentTerms } from './payment-terms.ts';

const runs = { numRuns: 1_000 };
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));

function due(issued: string, type: PaymentTerms['type'], value: number): string {
  return dueDateOf(issued, { type, value });
}

test('payment is due as the terms say', () => {
  assert.equal(due('2026-01-31', 'days_after_issue', 0), '2026-01-31');
  assert.equal(due('2026-01-31', 'days_after_issue', 30), '2026-03-02');
  assert.equal(due('2026-01-15', 'days_after_month_end', 0), '2026-01-31');
  assert.equal(due('2026-01-15', 'days_after_month_end', 10), '2026-02-10');
  assert.equal(due('2026-01-15', 'day_of_following_month', 20), '2026-02-20');
  assert.equal(due('2026-01-31', 'day_of_following_month', 31), '2026-02-28');
  assert.equal(due('2026-12-31', 'day_of_following_month', 1), '2027-01-01');
});

test('what is due after the calendar ends is due on its last day', () => {
  for (const type of ['days_after_issue', 'days_after_month_end', 'day_of_following_month'] as const) {
    assert.equal(due('9999-12-30', type, 31), lastDay);
  }
  assert.equal(due('9999-12-01', 'days_after_issue', 30), lastDay);
  assert.equal(due('9999-12-01', 'days_after_issue', 29), '9999-12-30');
  assert.equal(due('9999-11-30', 'day_of_following_month', 5), '9999-12-05');
});

test('terms that no calendar has are an error', () => {
  for (const value of [-1, 0.5, Number.NaN]) {
    assert.throws(() => due('2026-01-01', 'days_after_issue', value), {
      name: 'RangeError',
      message: `payment terms of ${value} days`,
    });
  }
  for (const value of [0, 32]) {
    assert.throws(() => due('2026-01-01', 'day_of_following_month', value), {
      name: 'RangeError',
      message: `no month has a day ${value}`,
    });
  }
});

test('nothing is due before it is billed, and a day of the following month is in it', () => {
  const terms = fc.record({
    type: fc.constantFrom<PaymentTerms['type']>('days_after_issue', 'days_after_month_end', 'day_of_following_month'),
    value: fc.integer({ min: 1, max: 31 }),
  });
  fc.assert(
    fc.property(anyDay, terms, (issued, { type, value }) => {
      const date = due(issued, type, value);
      assert.ok(date >= issued);
      if (type === 'days_after_issue') assert.equal(daysBetween(issued, date), value);
      if (type === 'day_of_following_month') {
        const [from, to] = [partsOf(issued), partsOf(date)];
        assert.equal(to.year * 12 + to.month, from.year * 12 + from.month + 1);
        assert.ok(to.date === value || partsOf(addDays(date, 1)).date === 1);
      }
    }),
    runs,
  );
});
