import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hasRightCheckDigits, hasWrongCheckDigits, isEuVatNumber } from './vat-number.ts';

/** One of each country that its check digits let pass, by two other programs as well. */
const right = [
  'ATU12345675',
  'BE0412345614',
  'BG175074752',
  'CY10259033P',
  'CZ25123891',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ESB58378431',
  'ESX1234567L',
  'FI20774740',
  'FR40303265045',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IE6433435OA',
  'IE8D79739I',
  'IT00743110157',
  'LT119511515',
  'LT100001919017',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL810433941B01',
  'NL123456782B90',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
  'XI980780684',
  'GB980780684',
  'CHE116281710',
];

test('numbers of every country of the Union, of Britain and Switzerland pass', () => {
  for (const number of right) assert.equal(hasWrongCheckDigits(number), false, number);
  assert.equal(new Set(right.filter(isEuVatNumber).map((number) => number.slice(0, 2))).size, 28);
});

test('any one digit read wrong is told, but where a country has fewer checks than digits', () => {
  const slips = right.flatMap((number) =>
    Array.from(number).flatMap((char, at) => {
      if (!/[0-9]/.test(char)) return [];
      return Array.from('0123456789')
        .filter((other) => other !== char)
        .map((other) => number.slice(0, at) + other + number.slice(at + 1));
    }),
  );
  const unnoticed = slips.filter((slip) => !hasWrongCheckDigits(slip));
  assert.ok(unnoticed.length < slips.length / 10, `${unnoticed.length} of ${slips.length}`);
});

test('numbers of Norway, Australia and New Zealand are checked, and those of other countries are not judged', () => {
  assert.deepEqual([hasRightCheckDigits('NO', '974760673'), hasRightCheckDigits('NO', '974760674')], [true, false]);
  assert.deepEqual([hasRightCheckDigits('AU', '51824753556'), hasRightCheckDigits('AU', '51824753557')], [true, false]);
  assert.deepEqual([hasRightCheckDigits('NZ', '49091850'), hasRightCheckDigits('NZ', '49091851')], [true, false]);
  const business = ['9429041535110', '9429041535111'].map((number) => hasRightCheckDigits('NZ', number));
  assert.deepEqual(business, [true, false]);
  assert.equal(hasRightCheckDigits('US', '123456789'), true);
});

test('no text breaks it, and what is no VAT number is not judged', () => {
  fc.assert(fc.property(fc.string({ maxLength: 20 }), (text) => typeof hasWrongCheckDigits(text) === 'boolean'));
  assert.equal(hasWrongCheckDigits('12/345/67890'), false);
});
