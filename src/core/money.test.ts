import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { currencies } from './currency.ts';
import { parseDecimal } from './decimal.ts';
import { add, compare, formatMoney, minorMax, money, moneyFrom, negate, subtract, sumOf, zero } from './money.ts';

const runs = { numRuns: 1_000 };
const minor = fc.bigInt({ min: -minorMax, max: minorMax });
const euros = minor.map((units) => money(units, 'EUR'));
const anyMoney = fc.tuple(minor, fc.constantFrom(...currencies)).map(([units, code]) => money(units, code));

function read(text: string, currency: string) {
  const decimal = parseDecimal(text);
  assert.ok(decimal !== undefined, text);
  return moneyFrom(decimal, currency);
}

test('money is a group: zero changes nothing, order does not matter, everything can be undone', () => {
  fc.assert(
    fc.property(euros, euros, euros, (a, b, c) => {
      assert.deepEqual(add(a, zero('EUR')), a);
      assert.deepEqual(add(a, b), add(b, a));
      assert.deepEqual(add(add(a, b), c), add(a, add(b, c)));
      assert.deepEqual(add(a, negate(a)), zero('EUR'));
      assert.deepEqual(subtract(a, b), add(a, negate(b)));
      assert.deepEqual(sumOf([a, b, c], 'EUR'), add(add(a, b), c));
    }),
    runs,
  );
  assert.deepEqual(sumOf([], 'JPY'), { minor: 0n, currency: 'JPY' });
});

test('amounts are ordered by their worth', () => {
  assert.equal(compare(money(1n, 'EUR'), money(2n, 'EUR')), -1);
  assert.equal(compare(money(2n, 'EUR'), money(1n, 'EUR')), 1);
  assert.equal(compare(money(2n, 'EUR'), money(2n, 'EUR')), 0);
});

test('two currencies are never added, subtracted, summed or compared', () => {
  const [euro, yen] = [money(1n, 'EUR'), money(1n, 'JPY')];
  const reason = { name: 'RangeError', message: 'EUR and JPY do not mix' };
  assert.throws(() => add(euro, yen), reason);
  assert.throws(() => subtract(euro, yen), reason);
  assert.throws(() => compare(euro, yen), reason);
  assert.throws(() => sumOf([euro, yen], 'EUR'), reason);
});

test('money is written with exactly the decimals of its currency', () => {
  assert.equal(formatMoney(money(1990n, 'EUR')), '19.90');
  assert.equal(formatMoney(money(1200n, 'JPY')), '1200');
  assert.equal(formatMoney(money(-2755n, 'KWD')), '-2.755');
  assert.equal(formatMoney(money(5n, 'CLF')), '0.0005');
  assert.throws(() => formatMoney(money(1n, 'XXX')), /no minor unit for "XXX"/);
});

test('money that is written is read back the same', () => {
  fc.assert(
    fc.property(anyMoney, (amount) => {
      assert.deepEqual(read(formatMoney(amount), amount.currency), amount);
    }),
    runs,
  );
});

test('an amount may have fewer decimals than its currency and never more', () => {
  assert.deepEqual(read('19.9', 'EUR'), money(1990n, 'EUR'));
  assert.deepEqual(read('19.990', 'EUR'), money(1999n, 'EUR'));
  assert.equal(read('19.999', 'EUR'), undefined);
  assert.equal(read('4.5', 'JPY'), undefined);
  assert.deepEqual(read('2.755', 'KWD'), money(2755n, 'KWD'));
  assert.equal(read('1', 'XXX'), undefined);
});

test('an amount that the database cannot keep is refused', () => {
  assert.deepEqual(read('9223372036854775807', 'JPY'), money(minorMax, 'JPY'));
  assert.equal(read('9223372036854775808', 'JPY'), undefined);
  assert.deepEqual(read('-9223372036854775807', 'JPY'), money(-minorMax, 'JPY'));
  assert.equal(read('-9223372036854775808', 'JPY'), undefined);
});
