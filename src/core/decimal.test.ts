import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatDecimal, parseDecimal, powerOfTen, rescale } from './decimal.ts';

const runs = { numRuns: 1_000 };
const units = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const scale = fc.integer({ min: 0, max: 12 });

test('a decimal string is read exactly', () => {
  assert.deepEqual(parseDecimal('0'), { units: 0n, scale: 0 });
  assert.deepEqual(parseDecimal('19.99'), { units: 1999n, scale: 2 });
  assert.deepEqual(parseDecimal('-0.05'), { units: -5n, scale: 2 });
  assert.deepEqual(parseDecimal('100'), { units: 100n, scale: 0 });
  assert.deepEqual(parseDecimal('1.500'), { units: 1500n, scale: 3 });
  assert.deepEqual(parseDecimal('-0'), { units: 0n, scale: 0 });
  assert.deepEqual(parseDecimal('9007199254740993.01'), { units: 900719925474099301n, scale: 2 });
});

test('what a second reader could take for another number is refused', () => {
  const refused = [
    ['', ' ', '-', '.', '+1', '1.', '.5', '-.5', '01', '00', '-01', '1e3', '1E3', '0x10', '1_000', '1,000', '1.2.3'],
    [' 1', '1 ', '1\n', '\n1', '1 000', 'NaN', 'Infinity', '-Infinity', 'null', '--1', '1-', '−1', '1,5', '$1'],
    ['١٢', '１２', '1٫5', '½', '1\u0000', '1\u200b'],
  ].flat();
  for (const text of refused) assert.equal(parseDecimal(text), undefined, JSON.stringify(text));
});

test('a decimal string of more than 40 characters is refused, one of 40 is read', () => {
  assert.deepEqual(parseDecimal('1'.repeat(40)), { units: BigInt('1'.repeat(40)), scale: 0 });
  assert.equal(parseDecimal('1'.repeat(41)), undefined);
});

test('what is written is read back as the same number', () => {
  fc.assert(
    fc.property(units, scale, (value, digits) => {
      assert.deepEqual(parseDecimal(formatDecimal(value, digits)), { units: value, scale: digits });
    }),
    runs,
  );
});

test('trimming zeros changes the length and never the value', () => {
  fc.assert(
    fc.property(units, scale, scale, (value, digits, minimum) => {
      const text = formatDecimal(value, digits, minimum);
      const read = parseDecimal(text);
      assert.ok(read !== undefined);
      assert.equal(rescale(read, digits), value);
      assert.ok(read.scale >= Math.min(minimum, digits));
      assert.ok(read.scale <= Math.min(minimum, digits) || !text.endsWith('0'));
    }),
    runs,
  );
});

test('zeros are kept to the asked number of decimals', () => {
  assert.equal(formatDecimal(1999n, 2), '19.99');
  assert.equal(formatDecimal(5n, 2), '0.05');
  assert.equal(formatDecimal(-5n, 2), '-0.05');
  assert.equal(formatDecimal(0n, 2), '0.00');
  assert.equal(formatDecimal(1200n, 0), '1200');
  assert.equal(formatDecimal(0n, 0), '0');
  assert.equal(formatDecimal(150_000n, 5, 0), '1.5');
  assert.equal(formatDecimal(100_000n, 5, 0), '1');
  assert.equal(formatDecimal(1_000_000n, 5, 0), '10');
  assert.equal(formatDecimal(0n, 5, 0), '0');
  assert.equal(formatDecimal(19_990_000_00n, 8, 2), '19.99');
  assert.equal(formatDecimal(33_500_000n, 8, 2), '0.335');
  assert.equal(formatDecimal(100_000_000n, 8, 2), '1.00');
  assert.equal(formatDecimal(-100_000n, 5, 0), '-1');
});

test('rescaling never loses a digit', () => {
  assert.equal(rescale({ units: 1999n, scale: 2 }, 5), 1_999_000n);
  assert.equal(rescale({ units: 19_990n, scale: 3 }, 2), 1999n);
  assert.equal(rescale({ units: 19_991n, scale: 3 }, 2), undefined);
  assert.equal(rescale({ units: -5n, scale: 1 }, 0), undefined);
  assert.equal(rescale({ units: 7n, scale: 2 }, 2), 7n);
  fc.assert(
    fc.property(units, scale, scale, (value, from, to) => {
      const there = rescale({ units: value, scale: from }, to);
      if (to >= from) assert.notEqual(there, undefined);
      if (there !== undefined) assert.equal(rescale({ units: there, scale: to }, from), value);
    }),
    runs,
  );
});

test('powers of ten are exact beyond the prepared ones', () => {
  for (const exponent of [0, 1, 40, 41, 60]) assert.equal(powerOfTen(exponent), BigInt(`1${'0'.repeat(exponent)}`));
});
