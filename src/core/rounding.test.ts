import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { divide, type RoundingMode } from './rounding.ts';

const runs = { numRuns: 1_000 };
const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const divisor = fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 10n ** 12n }));
const mode = fc.constantFrom<RoundingMode>('half_up', 'half_even', 'down');

test('vector 4: 2.5 is 3 half up, 2 half even and 2 down', () => {
  assert.equal(divide(25n, 10n, 'half_up'), 3n);
  assert.equal(divide(25n, 10n, 'half_even'), 2n);
  assert.equal(divide(25n, 10n, 'down'), 2n);
  assert.equal(divide(35n, 10n, 'half_even'), 4n);
  assert.equal(divide(-25n, 10n, 'half_up'), -3n);
  assert.equal(divide(-25n, 10n, 'half_even'), -2n);
  assert.equal(divide(-25n, 10n, 'down'), -2n);
  assert.equal(divide(-5n, 10n, 'half_up'), -1n);
  assert.equal(divide(5n, 10n, 'half_even'), 0n);
});

test('just below and just above a tie round to the nearest', () => {
  for (const nearest of ['half_up', 'half_even'] as const) {
    assert.equal(divide(2_499n, 1_000n, nearest), 2n);
    assert.equal(divide(2_501n, 1_000n, nearest), 3n);
    assert.equal(divide(1n, 3n, nearest), 0n);
    assert.equal(divide(2n, 3n, nearest), 1n);
  }
  assert.equal(divide(2_999n, 1_000n, 'down'), 2n);
});

test('vector 4: rounding is symmetric about zero', () => {
  fc.assert(
    fc.property(amount, divisor, mode, (top, bottom, how) => {
      const quotient = divide(top, bottom, how);
      assert.equal(divide(-top, bottom, how), -quotient);
      assert.equal(divide(top, -bottom, how), -quotient);
      assert.equal(divide(-top, -bottom, how), quotient);
    }),
    runs,
  );
});

test('rounding is off by half a unit at most, and down never beyond the true value', () => {
  fc.assert(
    fc.property(amount, divisor, mode, (top, bottom, how) => {
      const error = divide(top, bottom, how) * bottom - top;
      const magnitude = error < 0n ? -error : error;
      if (how === 'down') assert.ok(magnitude < bottom && (error === 0n || error > 0n === top < 0n));
      else assert.ok(magnitude * 2n <= bottom);
    }),
    runs,
  );
});

test('what divides exactly is not rounded', () => {
  fc.assert(
    fc.property(amount, divisor, mode, (quotient, bottom, how) => divide(quotient * bottom, bottom, how) === quotient),
    runs,
  );
});

test('nothing can be divided by zero', () => {
  assert.throws(() => divide(1n, 0n, 'half_up'), /division by zero/);
});
