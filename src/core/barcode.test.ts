import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { barcodeType, checkDigit, isBarcode } from './barcode.ts';

const runs = { numRuns: 1_000 };
const digit = fc.integer({ min: 0, max: 9 });
const anyBarcode = fc
  .constantFrom(7, 11, 12, 13)
  .chain((length) => fc.array(digit, { minLength: length, maxLength: length }))
  .map((digits) => digits.join(''))
  .map((digits) => digits + checkDigit(digits));

test('barcodes that are printed on goods are known', () => {
  assert.equal(barcodeType('96385074'), 'gtin_8');
  assert.equal(barcodeType('036000291452'), 'gtin_12');
  assert.equal(barcodeType('4006381333931'), 'gtin_13');
  assert.equal(barcodeType('9780201379624'), 'gtin_13');
  assert.equal(barcodeType('00012345600012'), 'gtin_14');
  assert.equal(barcodeType('00000000'), 'gtin_8');
});

test('what is not a barcode is not one', () => {
  const wrong = [
    '',
    '4006381333932',
    '400638133393',
    '40063813339311',
    '4006381333931 ',
    '４００６３８１３３３９３１',
    'ABCDEFGH',
  ];
  for (const text of [
    ...wrong,
    '4 06381333931',
    'abcdeNaN',
    '12345NaN',
    '9638507',
    '963850741',
    '-9638507',
    '9638507a',
    '0'.repeat(15),
  ]) {
    assert.equal(barcodeType(text), undefined, text);
    assert.equal(isBarcode(text), false);
  }
});

test('a wrong digit is always noticed', () => {
  fc.assert(
    fc.property(anyBarcode, fc.nat(13), fc.integer({ min: 1, max: 9 }), (code, at, by) => {
      assert.ok(isBarcode(code));
      const position = at % code.length;
      const other = (Number(code[position]) + by) % 10;
      assert.ok(!isBarcode(code.slice(0, position) + other + code.slice(position + 1)));
    }),
    runs,
  );
});

test('zeros in front change the kind of a barcode and not its check digit', () => {
  fc.assert(
    fc.property(anyBarcode, (code) => barcodeType(code.padStart(14, '0')) === 'gtin_14'),
    runs,
  );
});
