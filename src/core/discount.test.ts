import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyAmount, anyDraft } from '../../test/support/any-sale.ts';
import { discountDocument, type DocumentDiscount } from './discount.ts';
import { sum } from './list.ts';
import { SaleFault, type SaleFaultCode } from './sale-fault.ts';
import { hundredPercent } from './tax.ts';

const runs = { numRuns: 1_000 };
const before = { applies: 'before_tax', roundingMode: 'half_up' } as const;
const tenPercent = { percent: 10_000_000n, applies: 'before_tax' } as const;

function refuses(discount: DocumentDiscount, code: SaleFaultCode): void {
  const earlier = { amount: 0n, applies: 'before_tax' } as const;
  assert.throws(
    () => discountDocument([100n, 200n], [earlier, discount], before),
    (error) => error instanceof SaleFault && error.code === code && error.discount === 1 && error.line === undefined,
    code,
  );
}

test('vector 5: a discount of 10.00 over three equal lines stays on them as 3.34, 3.33, 3.33', () => {
  const discounted = discountDocument([2000n, 2000n, 2000n], [{ amount: 1000n, applies: 'before_tax' }], before);
  assert.deepEqual(discounted, {
    left: [1666n, 1667n, 1667n],
    shares: [334n, 333n, 333n],
    amounts: [1000n],
    parts: [[334n, 333n, 333n]],
  });
});

test('vector 5: a discount of 0.05 over 19.99, 5.01 and 100 takes 0.01, 0 and 0.04', () => {
  const discounted = discountDocument([1999n, 501n, 10_000n], [{ amount: 5n, applies: 'before_tax' }], before);
  assert.deepEqual(discounted.shares, [1n, 0n, 4n]);
});

test('each discount counts from what the one before it left', () => {
  const { left, amounts } = discountDocument(
    [10_000n],
    [tenPercent, { amount: 500n, applies: 'before_tax' }, tenPercent],
    before,
  );
  assert.deepEqual(amounts, [1000n, 500n, 850n]);
  assert.deepEqual(left, [7650n]);
});

test('a discount touches only the lines that it names', () => {
  const { shares } = discountDocument([1000n, 1000n, 1000n], [{ ...tenPercent, lines: [2, 0] }], before);
  assert.deepEqual(shares, [100n, 0n, 100n]);
  assert.deepEqual(discountDocument([1000n], [{ ...tenPercent, lines: [] }], before).amounts, [0n]);
});

test('a discount waits for its turn before or after tax', () => {
  const late = { amount: 70n, applies: 'after_tax' } as const;
  assert.deepEqual(discountDocument([100n], [late, tenPercent], before).amounts, [0n, 10n]);
  assert.deepEqual(discountDocument([100n], [late, tenPercent], { ...before, applies: 'after_tax' }).amounts, [
    70n,
    0n,
  ]);
});

test('a percentage is rounded as the organisation rounds', () => {
  const half = [{ percent: 50_000_000n, applies: 'before_tax' }] as const;
  assert.deepEqual(discountDocument([5n], half, before).amounts, [3n]);
  assert.deepEqual(discountDocument([5n], half, { ...before, roundingMode: 'down' }).amounts, [2n]);
});

test('a discount as large as what it is taken from is taken, one minor unit more is refused', () => {
  assert.deepEqual(discountDocument([100n, 200n], [{ amount: 300n, applies: 'before_tax' }], before).left, [0n, 0n]);
  assert.deepEqual(discountDocument([7n], [{ percent: hundredPercent, applies: 'before_tax' }], before).left, [0n]);
  refuses({ amount: 301n, applies: 'before_tax' }, 'discount_exceeds_document');
  refuses({ amount: 101n, applies: 'before_tax', lines: [0] }, 'discount_exceeds_document');
  refuses({ percent: hundredPercent + 1n, applies: 'before_tax' }, 'discount_exceeds_document');
});

test('a discount is never negative', () => {
  refuses({ amount: -1n, applies: 'before_tax' }, 'discount_negative');
  refuses({ percent: -1n, applies: 'before_tax' }, 'discount_negative');
});

test('a discount that names a line twice, or one that is not there, is refused', () => {
  for (const lines of [[2], [-1], [0.5], [Number.NaN], [0, 0]]) {
    refuses({ ...tenPercent, lines }, 'discount_scope_unknown');
  }
});

test('discounts come off the lines exactly and never below zero', () => {
  fc.assert(
    fc.property(
      anyDraft,
      fc.array(anyAmount, { minLength: 6, maxLength: 6 }),
      ({ discounts = [], lines, roundingMode }, amounts) => {
        const given = amounts.slice(0, lines.length);
        const {
          left,
          shares,
          amounts: taken,
        } = discountDocument(given, discounts, { applies: 'before_tax', roundingMode });
        assert.equal(sum(shares), sum(taken));
        for (const [position, amount] of given.entries()) {
          const [rest = -1n, share = -1n] = [left[position], shares[position]];
          assert.equal(rest + share, amount);
          assert.ok(rest >= 0n && share >= 0n);
        }
      },
    ),
    runs,
  );
});
