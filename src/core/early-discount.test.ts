import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  discountedTaxes,
  discountedUntil,
  discountOf,
  discountOn,
  discountWith,
  workingDay,
} from './early-discount.ts';
import { sum } from './list.ts';

const percent = (text: number) => BigInt(text * 1_000_000);

test('a discount ends so many days after the invoice, and on a weekend on the Monday after it', () => {
  assert.equal(discountedUntil('2026-07-03', 14), '2026-07-17');
  assert.equal(workingDay('2026-07-17'), '2026-07-17');
  assert.equal(discountedUntil('2026-07-04', 14), '2026-07-18');
  assert.equal(workingDay('2026-07-18'), '2026-07-20');
  assert.equal(workingDay('2026-07-19'), '2026-07-20');
  assert.equal(workingDay('2023-12-31'), '2024-01-01');
});

test('money is in time for the largest discount that has not ended, with the days that it takes', () => {
  const tiers = [
    { percent: percent(3), days: 7, until: '2026-07-10' },
    { percent: percent(2), days: 14, until: '2026-07-17' },
  ];
  const on = (paid: string, grace = 0) => discountOn(tiers, { paid, grace })?.percent;
  assert.equal(on('2026-07-10'), percent(3));
  assert.equal(on('2026-07-11'), percent(2));
  assert.equal(on('2026-07-12', 2), percent(3));
  assert.equal(on('2026-07-18'), undefined);
  assert.equal(on('2026-07-19', 2), percent(2));
  assert.equal(on('2026-07-20', 2), undefined);
});

test('1,190.00 at 2 % is paid with 1,166.20, and half of that settles 595.00', () => {
  assert.equal(discountOf(119_000n, percent(2)), 2_380n);
  const of = (paid: bigint, due = 119_000n) => discountWith(paid, { due, percent: percent(2) });
  assert.equal(of(116_620n), 2_380n);
  assert.equal(of(58_310n), 1_190n);
  assert.equal(of(117_000n), 2_000n, 'a smaller discount taken is a smaller discount given');
  assert.equal(of(119_000n), 0n);
  assert.equal(of(120_000n), 0n);
  assert.equal(of(58_310n, 59_500n), 1_190n);
});

test('a discount takes the tax with it, rate by rate', () => {
  const at19 = { base: 100_000n, amount: 19_000n };
  const at7 = { base: 50_000n, amount: 3_500n };
  assert.deepEqual(discountedTaxes([at19], { discount: 2_380n, total: 119_000n }), [{ base: 2_000n, amount: 380n }]);
  assert.deepEqual(discountedTaxes([at19, at7], { discount: 3_450n, total: 172_500n }), [
    { base: 2_000n, amount: 380n },
    { base: 1_000n, amount: 70n },
  ]);
  assert.deepEqual(
    discountedTaxes([at19], { discount: 2_480n, total: 124_000n }),
    [{ base: 2_000n, amount: 380n }],
    'what bears no tax takes its part',
  );
});

test('taxes that lie on the same base each take their part', () => {
  const stacked = [
    { base: 10_000n, amount: 500n },
    { base: 10_000n, amount: 998n },
  ];
  assert.deepEqual(discountedTaxes(stacked, { discount: 1_150n, total: 11_498n }), [
    { base: 1_000n, amount: 50n },
    { base: 1_000n, amount: 100n },
  ]);
});

const cents = fc.bigInt({ min: 0n, max: 10_000_000n });
const someTaxes = fc.array(fc.record({ base: cents, amount: cents }), { minLength: 1, maxLength: 4 });

test('the taxes of a discount are never more than it, nor more than the document has', () => {
  fc.assert(
    fc.property(someTaxes, fc.bigInt({ min: 1n, max: 99n }), (taxes, per) => {
      const total = sum(taxes.map(({ base, amount }) => base + amount));
      const discount = discountOf(total, per * 1_000_000n);
      const off = discountedTaxes(taxes, { discount, total });
      assert.equal(sum(off.map(({ base, amount }) => base + amount)), total === 0n ? 0n : discount);
      off.forEach(({ base, amount }) => assert.ok(base >= 0n && amount >= 0n));
    }),
  );
});

test('money and its discount never settle more than is due, and more money never settles less', () => {
  fc.assert(
    fc.property(cents, cents, fc.bigInt({ min: 1n, max: 99n }), (due, paid, per) => {
      const settled = (money: bigint) => money + discountWith(money, { due, percent: per * 1_000_000n });
      if (paid <= due) assert.ok(settled(paid) <= due);
      assert.ok(settled(paid + 1n) >= settled(paid));
    }),
  );
});
