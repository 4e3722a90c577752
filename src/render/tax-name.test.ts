import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '../core/decimal.ts';
import { bareTaxName } from './tax-name.ts';

const nineteen: Decimal = { units: 1900n, scale: 2 };

test('a rate that a name ends with is not said twice', () => {
  for (const [name, bare] of [
    ['USt 19%', 'USt'],
    ['MwSt. 19 %', 'MwSt.'],
    ['MwSt. (19,0 %)', 'MwSt.'],
    ['VAT 19.00%', 'VAT'],
    ['19%', ''],
  ] as const) {
    assert.equal(bareTaxName(name, nineteen), bare, name);
  }
});

test('a name that says anything else stays as it is', () => {
  for (const name of ['USt', 'USt 7%', 'VAT 19% (food)', 'Levy 119%', 'Tax 19', '% 19', '%', '']) {
    assert.equal(bareTaxName(name, nineteen), name);
  }
});

test('VAT with its rate is the tax and its rate, in whatever order', () => {
  assert.equal(bareTaxName('USt 19', nineteen), 'USt');
  assert.equal(bareTaxName('19% VAT', nineteen), 'VAT');
  assert.equal(bareTaxName('USt 7', nineteen), 'USt 7');
});
