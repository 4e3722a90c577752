import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isZero, percentIn, percentOfFraction, tagsIn, truthIn } from './cells.ts';

test('a fraction becomes a percentage digit by digit', () => {
  for (const [text, percent] of [
    ['0', '0'],
    ['0.00', '0'],
    ['0.15', '15'],
    ['0.1', '10'],
    ['0.05', '5'],
    ['0.125', '12.5'],
    ['1', '100'],
    ['1.00', '100'],
    ['15 %', '15'],
    ['half', 'half'],
    [undefined, undefined],
  ] as const) {
    assert.equal(percentOfFraction(text), percent, text);
  }
});

test('percentages, truths, tags and nothing are read as people write them', () => {
  assert.equal(percentIn('15 %'), '15');
  assert.deepEqual(['yes', 'X', 'No', '0', 'maybe', undefined].map(truthIn), [
    true,
    true,
    false,
    false,
    undefined,
    undefined,
  ]);
  assert.deepEqual(tagsIn('old, good;big,,'), ['old', 'good', 'big']);
  assert.deepEqual(['0', '0.00', '', undefined, '0.1', '10'].map(isZero), [true, true, true, true, false, false]);
});
