import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { onlySubset } from './sums.ts';

test('the only set that comes to a sum is found, and none where there are two', () => {
  assert.deepEqual(onlySubset([11_900n, 23_800n, 5_950n], 41_650n), [0, 1, 2]);
  assert.deepEqual(onlySubset([100n, 200n, 300n], 500n), [1, 2]);
  assert.equal(onlySubset([100n, 200n, 300n, 400n], 500n), undefined, '100 + 400 and 200 + 300');
  assert.equal(onlySubset([500n, 1n], 500n), undefined, 'one alone is no set');
  assert.equal(
    onlySubset(
      Array.from({ length: 21 }, () => 1n),
      2n,
    ),
    undefined,
    'too many to tell',
  );
});

test('what is found comes to the sum, and no other set does', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 50n }), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(amounts, fc.nat({ max: 511 }), (all, mask) => {
      const chosen = all.filter((_, position) => (mask >> position) % 2 === 1);
      const sum = chosen.reduce((total, one) => total + one, 0n);
      const ways = Array.from({ length: 2 ** all.length }, (_, way) =>
        all.filter((_one, position) => (way >> position) % 2 === 1),
      ).filter((set) => set.length > 1 && set.reduce((total, one) => total + one, 0n) === sum);
      const found = onlySubset(all, sum);
      assert.equal(found !== undefined, ways.length === 1);
      if (found !== undefined)
        assert.equal(
          found.reduce((total, position) => total + (all[position] ?? 0n), 0n),
          sum,
        );
    }),
  );
});
