import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { RoundingMode } from './rounding.ts';
import { nextSlice, shareOut, sliceOf } from './share.ts';

const runs = { numRuns: 1_000 };
const total = fc.oneof(fc.bigInt({ min: -200n, max: 200n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }));
const weight = fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 2n ** 63n }));
const weights = fc.array(weight, { minLength: 1, maxLength: 12 });
const mode = fc.constantFrom<RoundingMode>('half_up', 'half_even', 'down');

function sum(values: readonly bigint[]): bigint {
  return values.reduce((left, right) => left + right, 0n);
}

test('vector 5: 10.00 over three equal lines is 3.34, 3.33, 3.33', () => {
  assert.deepEqual(shareOut(1000n, [1n, 1n, 1n]), [334n, 333n, 333n]);
});

test('vector 5: -0.05 over 19.99, 5.01 and 100 is -0.01, 0, -0.04', () => {
  assert.deepEqual(shareOut(-5n, [1999n, 501n, 10_000n]), [-1n, 0n, -4n]);
});

test('vector 1: a tax of 1.50 over seven equal lines gives the odd cents to the first', () => {
  assert.deepEqual(shareOut(150n, Array<bigint>(7).fill(113n)), [22n, 22n, 22n, 21n, 21n, 21n, 21n]);
});

test('the larger remainder goes before the lower position', () => {
  assert.deepEqual(shareOut(10n, [14n, 15n, 71n]), [1n, 2n, 7n]);
  assert.deepEqual(shareOut(3n, [1n, 2n, 2n]), [1n, 1n, 1n]);
  assert.deepEqual(shareOut(2n, [1n, 2n, 2n]), [0n, 1n, 1n]);
});

test('shares sum to the total, keep its sign and are off by less than a unit', () => {
  fc.assert(
    fc.property(total, weights, (amount, all) => {
      const shares = shareOut(amount, all);
      const whole = sum(all);
      assert.equal(sum(shares), amount);
      for (const [position, share] of shares.entries()) {
        assert.ok(share === 0n || share > 0n === amount > 0n);
        const error = share * whole - amount * (all[position] ?? 0n);
        if (whole > 0n) assert.ok(error < whole && error > -whole);
      }
    }),
    runs,
  );
});

test('a line that weighs nothing gets nothing unless all weigh nothing', () => {
  fc.assert(
    fc.property(total, weights, (amount, all) => {
      if (sum(all) === 0n) return;
      for (const [position, share] of shareOut(amount, all).entries()) assert.ok(all[position] !== 0n || share === 0n);
    }),
    runs,
  );
  assert.deepEqual(shareOut(10n, [0n, 0n, 0n]), [4n, 3n, 3n]);
  assert.deepEqual(shareOut(0n, [0n, 0n]), [0n, 0n]);
  assert.deepEqual(shareOut(0n, []), []);
});

test('a heavier line never gets less, and of two equal ones the first never gets less', () => {
  fc.assert(
    fc.property(
      total.map((amount) => (amount < 0n ? -amount : amount)),
      weights,
      (amount, all) => {
        const shares = shareOut(amount, all);
        for (let first = 0; first < all.length; first++) {
          for (let second = 0; second < all.length; second++) {
            const [a = 0n, b = 0n] = [all[first], all[second]];
            if (a > b || (a === b && first < second)) assert.ok((shares[first] ?? 0n) >= (shares[second] ?? 0n));
          }
        }
      },
    ),
    runs,
  );
});

test('vector 4: what is credited is shared exactly as what was billed', () => {
  fc.assert(
    fc.property(total, weights, (amount, all) => {
      const negated = shareOut(amount, all).map((share) => -share);
      assert.deepEqual(shareOut(-amount, all), negated);
      assert.deepEqual(
        shareOut(
          -amount,
          all.map((one) => -one),
        ),
        negated,
      );
    }),
    runs,
  );
});

test('what is taken back has its share with the other sign', () => {
  assert.deepEqual(shareOut(8n, [100n, -20n]), [10n, -2n]);
  assert.deepEqual(shareOut(-8n, [100n, -20n]), [-10n, 2n]);
  assert.deepEqual(shareOut(1n, [2n, -1n]), [2n, -1n]);
  assert.deepEqual(shareOut(0n, [2n, -1n]), [0n, 0n]);
});

test('shares of weights of both signs sum to the total, within a unit of their proportion and never beyond it', () => {
  const signed = fc.array(fc.bigInt({ min: -1_000n, max: 1_000n }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(total, signed, (amount, all) => {
      const whole = sum(all);
      fc.pre(whole !== 0n);
      const shares = shareOut(amount, all);
      assert.equal(sum(shares), amount);
      for (const [position, share] of shares.entries()) {
        const off = share * whole - amount * (all[position] ?? 0n);
        assert.ok(off * off < whole * whole);
        if (all[position] === 0n) assert.equal(share, 0n);
      }
      // No more is taken off a line than there is of it, whichever its sign.
      if (amount > 0n === whole > 0n && amount * amount <= whole * whole) {
        for (const [position, share] of shares.entries()) {
          const own = all[position] ?? 0n;
          assert.ok(own < 0n ? share <= 0n && share >= own : share >= 0n && share <= own);
        }
      }
    }),
    runs,
  );
});

test('weights that cancel out share by their magnitudes', () => {
  assert.deepEqual(
    shareOut(4n, [1n, -1n, 2n, -2n]).reduce((left, right) => left + right),
    4n,
  );
  assert.deepEqual(shareOut(0n, [1n, -1n]), [0n, 0n]);
});

test('nobody to share among is a mistake', () => {
  assert.throws(() => shareOut(1n, []), /nobody to share 1 among/);
});

test('vector 6: a line of three, net 10.00, returned one by one gives 3.33, 3.34, 3.33', () => {
  const returned = [0n, 1n, 2n].map((from) => sliceOf(1000n, { from, to: from + 1n, of: 3n }));
  assert.deepEqual(returned, [333n, 334n, 333n]);
  assert.equal(sliceOf(5n, { from: 0n, to: 1n, of: 2n }), 3n);
});

test('vector 11: 121.00 paid as 40.33, 40.33, 40.34 recognises revenue of 33.33, 33.33, 33.34', () => {
  const steps = [0n, 4033n, 8066n, 12_100n];
  const revenue = [0, 1, 2].map((step) =>
    sliceOf(10_000n, { from: steps[step] ?? 0n, to: steps[step + 1] ?? 0n, of: 12_100n }),
  );
  assert.deepEqual(revenue, [3333n, 3333n, 3334n]);
});

test('slices of a whole sum to it, however it is cut', () => {
  const cuts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(total, cuts, mode, (amount, sizes, how) => {
      const of = sum(sizes);
      let from = 0n;
      let taken = 0n;
      for (const size of sizes) {
        const slice = sliceOf(amount, { from, to: from + size, of }, how);
        assert.equal(sliceOf(-amount, { from, to: from + size, of }, how), -slice);
        assert.ok(slice === 0n || slice > 0n === amount > 0n);
        taken += slice;
        from += size;
      }
      assert.equal(taken, amount);
    }),
    runs,
  );
});

test('a part of nothing is worth nothing', () => {
  assert.equal(nextSlice(0n, { from: 0n, by: 0n, of: 0n, taken: 0n }), 0n);
});
