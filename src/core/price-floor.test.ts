import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBelowFloor } from './price-floor.ts';

const perMinor = 1_000_000n;
const one = 100_000n;
const plain = { tax: 0n, afterTaxDiscount: 0n };
const amounts = fc.bigInt({ min: 0n, max: 10n ** 9n });
const quantities = fc.bigInt({ min: 1n, max: 1_000n });

test('what is sold at its lowest price is not below it, and a minor unit less is', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), quantities, (price, pieces) => {
      const line = { ...plain, quantity: pieces * one, net: price * pieces };
      assert.equal(isBelowFloor(price * perMinor, line, 0n), false);
      assert.equal(isBelowFloor(price * perMinor, { ...line, net: line.net - 1n }, 0n), true);
      assert.equal(isBelowFloor(price * perMinor, { ...line, net: line.net - 1n }, 1n), false);
    }),
  );
});

test('the more is taken off after tax, the sooner it is below', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, amounts, (net, tax, off, more) => {
      const whole = net + tax;
      const [some, all] = [off < whole ? off : whole, off + more < whole ? off + more : whole];
      const floor = (net * perMinor) / 2n;
      const below = (afterTaxDiscount: bigint) =>
        isBelowFloor(floor, { quantity: one, net, tax, afterTaxDiscount }, 0n);
      assert.ok(!below(some) || below(all));
    }),
  );
});

test('half off, tax and all, is half the price', () => {
  const line = { quantity: one, net: 10_000n, tax: 1_900n, afterTaxDiscount: 5_950n };
  assert.equal(isBelowFloor(5_000n * perMinor, line, 0n), false);
  assert.equal(isBelowFloor(5_001n * perMinor, line, 0n), true);
});

test('what is given away is below any price but nothing', () => {
  const gift = { ...plain, quantity: one, net: 0n };
  assert.equal(isBelowFloor(0n, gift, 0n), false);
  assert.equal(isBelowFloor(perMinor, gift, 0n), true);
});
