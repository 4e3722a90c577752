import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { at, sum } from './list.ts';

test('an element that is missing is an error and never a zero', () => {
  assert.equal(at([7n, 0n], 1), 0n);
  assert.throws(() => at([7n], 1), { name: 'RangeError', message: 'nothing at position 1 of 1' });
  assert.throws(() => at([7n], -1), RangeError);
});

test('a sum does not depend on how the list is cut', () => {
  const amounts = fc.array(fc.bigInt());
  fc.assert(
    fc.property(amounts, amounts, (left, right) => sum(left) + sum(right) === sum([...left, ...right])),
    { numRuns: 1_000 },
  );
  assert.equal(sum([]), 0n);
  assert.equal(sum([1n, 2n, -4n]), -1n);
});
