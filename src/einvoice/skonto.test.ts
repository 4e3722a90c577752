import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skontoIn } from './skonto.ts';

test('discounts for early payment are read from the terms, beside what people wrote', () => {
  const terms =
    'Zahlbar in 30 Tagen\n#SKONTO#TAGE=7#PROZENT=3.00#\r\n#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=1190.00#\n';
  assert.deepEqual(skontoIn(terms), [
    { days: 7, percent: '3', base: null },
    { days: 14, percent: '2.25', base: '1190.00' },
  ]);
  assert.deepEqual(skontoIn('#SKONTO#TAGE=10#PROZENT=10#'), [{ days: 10, percent: '10', base: null }]);
});

test('what is no such line is none', () => {
  for (const terms of [
    null,
    '',
    '2 % Skonto in 14 Tagen',
    '#SKONTO#TAGE=x#PROZENT=2.00#',
    '#VERZUG#TAGE=30#PROZENT=5.00#',
  ]) {
    assert.deepEqual(skontoIn(terms), []);
  }
});
