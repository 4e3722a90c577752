import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keysInText, keysOfNumber } from './numbers.ts';

/** Finds how a text quotes a number. */
function named(number: string, text: string): string | undefined {
  const keys = keysInText(text);
  const found = keysOfNumber(number).flatMap((key) => keys.get(key) ?? []);
  return found.includes('number') ? 'number' : found[0];
}

describe('a number is found', () => {
  for (const text of [
    'RE-2026-00045',
    're 2026 00045 vielen Dank',
    'Rechnung202600045',
    'RG 26 00045 Danke',
    'Zahlung zu RE 2026/00045 Kd 44123 Tel 0123456789',
    're-2026-45 // Bestellung 1234567',
    'RE2O26OOO45',
    'Rechnungen 2026-00044/45',
    'RE-2026-00043-00046',
    'Invoice No. 2026_00045.',
  ]) {
    test(`in ${text}`, () => assert.equal(named('RE-2026-00045', text), 'number'));
  }

  test('of a supplier, by itself or among letters', () => {
    assert.equal(named('R35434', 'R35434 Medienhaus H'), 'number');
    assert.equal(named('429175', '429175 Designhaus'), 'digits');
    assert.equal(named('INV508392', 'Rg.Nr. 508392'), 'number');
    assert.equal(named('4712', 'Rechnung 4711, 4712 und 4713'), 'number');
    assert.equal(named('4712', 'Re 4711-4713'), 'number');
  });
});

describe('a number is not found', () => {
  for (const [text, number] of [
    ['12026000451', 'RE-2026-00045'],
    ['Tel 0202600045', '2600045'],
    ['Bestellung 429175', '429175'],
    ['Kd 35434', 'R35434'],
    ['vom 2026-04-12', 'RE-2026-0004'],
    ['12.04.2026', '12042026'],
    ['42 Stück', 'INV-0042'],
    ['RE-2027-00045', 'RE-2026-00045'],
    ['', 'RE-2026-00045'],
    ['RE-2026-00045', '–'],
  ] as const) {
    test(`${number} in "${text}"`, () => assert.equal(named(number, text), undefined));
  }

  test('and a long hostile text is read in one pass', () => {
    const keys = keysInText('1 '.repeat(20_000) + '2026-'.repeat(20_000));
    assert.ok(keys.size < 200);
  });
});
