import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseDecimal } from '../core/decimal.ts';
import {
  decimalText,
  distance,
  isSame,
  minus,
  order,
  percentOf,
  plus,
  rounded,
  shortest,
  times,
  total,
} from './exact.ts';

const anyDecimal = fc.record({ units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), scale: fc.nat(8) });

function dec(text: string) {
  const parsed = parseDecimal(text);
  assert.ok(parsed !== undefined);
  return parsed;
}

test('what is added can be taken away again, whatever the scales', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, (left, right) => {
      assert.ok(isSame(minus(plus(left, right), right), left));
      assert.ok(isSame(times(left, right), times(right, left)));
      assert.ok(isSame(distance(left, right), distance(right, left)));
      assert.equal(order(left, right), -order(right, left) || 0);
      assert.ok(isSame(total([left, right, left]), plus(plus(left, right), left)));
    }),
  );
});

test('a number is the same in its shortest form, which has no zero at its end', () => {
  fc.assert(
    fc.property(anyDecimal, (value) => {
      const short = shortest(value);
      assert.ok(isSame(short, value));
      assert.ok(short.scale === 0 || short.units % 10n !== 0n);
      assert.ok(isSame(dec(decimalText(value)), value));
    }),
  );
});

test('halves are rounded away from zero', () => {
  assert.equal(decimalText(rounded(dec('1.005'), 2)), '1.01');
  assert.equal(decimalText(rounded(dec('-1.005'), 2)), '-1.01');
  assert.equal(decimalText(rounded(dec('1.0049'), 2)), '1');
  assert.equal(decimalText(percentOf(dec('10.03'), dec('19'), 2)), '1.91');
});

test('an amount is written with the decimals that it is to have', () => {
  assert.equal(decimalText(dec('1.5'), 2), '1.50');
  assert.equal(decimalText(dec('12'), 2), '12.00');
  assert.equal(decimalText(dec('1.2345'), 2), '1.2345');
  assert.equal(decimalText(dec('-0.5')), '-0.5');
});
