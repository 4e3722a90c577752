import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberAt, numberPeriod, numberPrefix, patternFault } from './numbering.ts';

test('a pattern ends with its sequence, is told apart from it, and says what begins again', () => {
  const faults = {
    'INV-{YYYY}-{SEQ:5}': undefined,
    '{YYYY}{MM}/{SEQ}': undefined,
    'R{SEQ:9}': undefined,
    'INV-{YYYY}': 'no_sequence',
    'INV-{SEQ}-{YYYY}': 'no_sequence',
    'INV-{SEQ:0}': 'no_sequence',
    'INV-{DD}-{SEQ}': 'unknown_placeholder',
    'INV-{SEQ}-{SEQ}': 'unknown_placeholder',
    '{YYYY}{SEQ:5}': 'not_told_apart',
    'A1{SEQ}': 'not_told_apart',
  };
  for (const [pattern, fault] of Object.entries(faults)) assert.equal(patternFault(pattern, 'never'), fault, pattern);
  assert.equal(patternFault('INV-{SEQ}', 'yearly'), 'repeats');
  assert.equal(patternFault('INV-{YYYY}-{SEQ}', 'monthly'), 'repeats');
  assert.equal(patternFault('INV-{YYYY}-{MM}-{SEQ}', 'monthly'), undefined);
});

test('numbers of one period differ, and end with their place', () => {
  const place = fc.integer({ min: 1, max: 9_999_999 });
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 9 }), (taken, digits) => {
      const pattern = `X-{YYYY}{MM}-{SEQ:${digits}}`;
      const number = numberAt(pattern, '2026-03-09', taken);
      const prefix = numberPrefix(pattern, '2026-03-09');
      assert.equal(prefix, 'X-202603-');
      assert.ok(number.startsWith(prefix));
      assert.equal(Number(number.slice(prefix.length)), taken);
      assert.ok(number.length >= prefix.length + digits);
    }),
  );
});

test('a period is a year, a month, or all there is', () => {
  assert.equal(numberPeriod('never', '2026-03-09'), '');
  assert.equal(numberPeriod('yearly', '2026-03-09'), '2026');
  assert.equal(numberPeriod('monthly', '2026-03-09'), '2026-03');
});
