import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstDay, lastDay } from './calendar.ts';
import { retainedUntil, retentionIn } from './retention.ts';

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const country = fc.constantFrom('DE', 'FR', 'US', 'ZZ');

test('records are kept for full years after the end of their own, and no rule is shorter than five', () => {
  fc.assert(
    fc.property(day, country, (on, where) => {
      const rule = retentionIn(where);
      const until = retainedUntil(on, rule);
      assert.equal(until, `${Number(on.slice(0, 4)) + rule.years}-12-31`);
      assert.ok(rule.years >= 5 && rule.law !== '');
    }),
  );
});

test('a year that ends in the next calendar year is kept from the end of that one', () => {
  const april = { month: 4, day: 6 };
  assert.equal(retainedUntil('2026-04-05', retentionIn('GB'), april), '2032-12-31');
  assert.equal(retainedUntil('2026-04-06', retentionIn('GB'), april), '2033-12-31');
});

test('where no rule is known, records are kept for as long as is usual, and the answer says so', () => {
  assert.deepEqual([retentionIn('ZZ').country, retentionIn('ZZ').years], [null, 10]);
  assert.deepEqual([retentionIn('constructor').country, retentionIn('').country], [null, null]);
  assert.deepEqual([retentionIn('DE').country, retentionIn('DE').years], ['DE', 8]);
});

test('no day is beyond the end of the calendar', () => {
  assert.equal(retainedUntil(lastDay, retentionIn('FR')), lastDay);
  assert.equal(retainedUntil(firstDay, retentionIn('FR')), '0011-12-31');
});
