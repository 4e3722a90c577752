import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { currencies, minorDigits, unitPriceScale } from './currency.ts';

const runs = { numRuns: 1_000 };

test('vector 19: each currency has the minor unit that ISO 4217 gives it', () => {
  for (const code of ['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'XOF', 'UGX']) assert.equal(minorDigits(code), 0, code);
  for (const code of ['EUR', 'USD', 'GBP', 'HUF', 'COP', 'IDR', 'ALL', 'MGA', 'CHF', 'XCG']) {
    assert.equal(minorDigits(code), 2, code);
  }
  for (const code of ['KWD', 'BHD', 'JOD', 'TND', 'OMR', 'IQD', 'LYD']) assert.equal(minorDigits(code), 3, code);
  for (const code of ['CLF', 'UYW']) assert.equal(minorDigits(code), 4, code);
});

test('every listed currency is three capitals, listed once, in order, with a minor unit', () => {
  assert.deepEqual(Array.from(new Set(currencies)).toSorted(), currencies);
  assert.equal(currencies.length, 165);
  for (const code of currencies) {
    assert.match(code, /^[A-Z]{3}$/);
    assert.ok([0, 2, 3, 4].includes(minorDigits(code) ?? -1), code);
  }
});

test('withdrawn currencies can be read but not chosen', () => {
  for (const code of ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']) {
    assert.equal(minorDigits(code), 2, code);
    assert.ok(!currencies.includes(code), code);
  }
});

test('what is not a currency has no minor unit', () => {
  for (const code of ['', 'eur', 'XAU', 'XXX', 'XTS', 'XDR', 'BTC', 'EURO', 'constructor', '__proto__']) {
    assert.equal(minorDigits(code), undefined, code);
    assert.equal(unitPriceScale(code), undefined, code);
  }
  fc.assert(
    fc.property(fc.string(), (text) => minorDigits(text) === undefined || /^[A-Z]{3}$/.test(text)),
    runs,
  );
});

test('a unit price has six decimals more than the currency', () => {
  assert.equal(unitPriceScale('JPY'), 6);
  assert.equal(unitPriceScale('EUR'), 8);
  for (const code of currencies) assert.equal(unitPriceScale(code), (minorDigits(code) ?? 0) + 6);
});
