import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { currencies } from './currency.ts';
import { convert, type Exchange } from './exchange.ts';

const runs = { numRuns: 1_000 };
const par = 10_000_000_000n;
const minor = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const rate = fc.bigInt({ min: 1n, max: 10n ** 15n });

test('vector 20: 4,500 euros at 1.09 are 4,905.00 dollars, and at 1.095 they are 4,927.50', () => {
  assert.equal(convert(450_000n, { from: 'EUR', to: 'USD', rate: 10_900_000_000n }), 490_500n);
  assert.equal(convert(450_000n, { from: 'EUR', to: 'USD', rate: 10_950_000_000n }), 492_750n);
});

test('vector 19: currencies with other minor units convert by their worth', () => {
  assert.equal(convert(10_000n, { from: 'EUR', to: 'JPY', rate: 165n * par }), 16_500n);
  assert.equal(convert(16_500n, { from: 'JPY', to: 'EUR', rate: 60_606_061n }), 10_000n);
  assert.equal(convert(1_000n, { from: 'KWD', to: 'USD', rate: 32_500_000_000n }), 325n);
  assert.equal(convert(325n, { from: 'USD', to: 'KWD', rate: 3_076_923_077n }), 1_000n);
});

test('a conversion rounds as asked', () => {
  const half = { from: 'EUR', to: 'USD', rate: par / 2n };
  assert.equal(convert(5n, half), 3n);
  assert.equal(convert(5n, half, 'half_even'), 2n);
  assert.equal(convert(5n, half, 'down'), 2n);
});

test('a currency is worth itself', () => {
  fc.assert(
    fc.property(minor, fc.constantFrom(...currencies), (amount, code) => {
      assert.equal(convert(amount, { from: code, to: code, rate: par }), amount);
    }),
    runs,
  );
});

test('vector 4: what is credited in another currency is worth the negative of what was billed', () => {
  const pair = fc.uniqueArray(fc.constantFrom(...currencies), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(minor, pair, rate, (amount, [from = '', to = ''], worth) => {
      assert.equal(convert(-amount, { from, to, rate: worth }), -convert(amount, { from, to, rate: worth }));
    }),
    runs,
  );
});

test('a conversion that cannot be meant is an error', () => {
  const wrong: [Exchange, RegExp][] = [
    [{ from: 'EUR', to: 'USD', rate: 0n }, /more than zero/],
    [{ from: 'EUR', to: 'USD', rate: -1n }, /more than zero/],
    [{ from: 'EUR', to: 'EUR', rate: 2n * par }, /one EUR is one EUR/],
    [{ from: 'EUR', to: 'XXX', rate: par }, /no minor unit for "XXX"/],
    [{ from: 'XXX', to: 'EUR', rate: par }, /no minor unit for "XXX"/],
  ];
  for (const [exchange, reason] of wrong) assert.throws(() => convert(1n, exchange), reason);
});
