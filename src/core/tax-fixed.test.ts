/** Taxes by the unit: deposits, duties, levies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { divide } from './rounding.ts';
import {
  applyTaxes,
  hundredPercent,
  priceWithoutTax,
  priceWithTax,
  type TaxRate,
  type TaxRules,
  withoutTax,
} from './tax.ts';

const runs = { numRuns: 1_000 };
const onTop: TaxRules = { pricesIncludeTax: false, taxRounding: 'per_document', roundingMode: 'half_up' };
const inside: TaxRules = { ...onTop, pricesIncludeTax: true };
const unit = 100_000n;
const micro = 1_000_000n;

const levy: TaxRate = {
  id: 'levy',
  kind: 'standard',
  compound: false,
  sequence: 0,
  percentage: 0n,
  fixed: 25n * micro,
};
const vat: TaxRate = { id: 'vat', percentage: 19_000_000n, kind: 'standard', compound: false, sequence: 1 };
const vatOnLevy: TaxRate = { ...vat, compound: true };

function taxed(amount: bigint, quantity: bigint, taxes: readonly TaxRate[], rules: TaxRules) {
  const [{ net, tax, withheld, taxes: rows } = assert.fail()] = applyTaxes([{ amount, quantity, taxes }], rules);
  return { net, tax, withheld, rows: rows.map(({ amount: of, base }) => [of, base]) };
}

test('a levy of 0.25 on twelve bottles is 3.00, with VAT on it or beside it', () => {
  const twelve = (taxes: readonly TaxRate[]) => taxed(1_200n, 12n * unit, taxes, onTop);
  assert.deepEqual(twelve([levy, vatOnLevy]), {
    net: 1_200n,
    tax: 585n,
    withheld: 0n,
    rows: [
      [300n, 1_200n],
      [285n, 1_500n],
    ],
  });
  assert.deepEqual(twelve([vat, levy]), {
    net: 1_200n,
    tax: 528n,
    withheld: 0n,
    rows: [
      [300n, 1_200n],
      [228n, 1_200n],
    ],
  });
});

test('the same taxes are found inside the price that has them', () => {
  const twelve = (amount: bigint, taxes: readonly TaxRate[]) => taxed(amount, 12n * unit, taxes, inside);
  assert.deepEqual(twelve(1_785n, [levy, vatOnLevy]), {
    net: 1_200n,
    tax: 585n,
    withheld: 0n,
    rows: [
      [300n, 1_200n],
      [285n, 1_500n],
    ],
  });
  assert.deepEqual(twelve(1_728n, [levy, vat]), {
    net: 1_200n,
    tax: 528n,
    withheld: 0n,
    rows: [
      [300n, 1_200n],
      [228n, 1_200n],
    ],
  });
  const duty: TaxRate = { ...levy, id: 'duty', fixed: 10n * micro, sequence: 2 };
  assert.deepEqual(
    twelve(1_848n, [levy, vat, duty]).rows.map(([of]) => of),
    [300n, 228n, 120n],
  );
});

test('a price that is less than its levy is nothing but levy, and one that is just as much as well', () => {
  assert.deepEqual(taxed(10n, unit, [levy], inside), { net: 0n, tax: 10n, withheld: 0n, rows: [[10n, 0n]] });
  assert.deepEqual(taxed(25n, unit, [levy], inside), { net: 0n, tax: 25n, withheld: 0n, rows: [[25n, 0n]] });
  assert.deepEqual(taxed(-10n, unit, [vat], inside), { net: -8n, tax: -2n, withheld: 0n, rows: [[-2n, -8n]] });
});

test('one unit is taxed unless another quantity is said, and parts of one in part', () => {
  assert.equal(applyTaxes([{ amount: 100n, taxes: [levy] }], onTop)[0]?.tax, 25n);
  assert.equal(taxed(100n, unit / 2n, [levy], onTop).tax, 13n);
  assert.equal(taxed(100n, 0n, [levy], onTop).tax, 0n);
});

test('a tax by the unit is rounded line by line, since lines of one price differ in quantity', () => {
  const lines = [{ amount: 100n, quantity: unit / 2n, taxes: [levy] }];
  const both = applyTaxes([...lines, ...lines], onTop);
  assert.deepEqual(
    both.map(({ tax }) => tax),
    [13n, 13n],
  );
});

test('what the buyer owes or keeps back by the unit is in no price', () => {
  const reverse: TaxRate = { ...levy, kind: 'reverse_charge' };
  const withheld: TaxRate = { ...levy, kind: 'withholding' };
  assert.deepEqual(taxed(1_190n, unit, [reverse, vat], inside), {
    net: 1_000n,
    tax: 190n,
    withheld: 0n,
    rows: [
      [25n, 1_000n],
      [190n, 1_000n],
    ],
  });
  assert.deepEqual(taxed(1_190n, unit, [withheld, vat], inside), {
    net: 1_000n,
    tax: 190n,
    withheld: 25n,
    rows: [
      [25n, 1_000n],
      [190n, 1_000n],
    ],
  });
});

test('a negative levy is a mistake, and none at all is none', () => {
  assert.throws(() => taxed(1n, unit, [{ ...levy, fixed: -1n }], onTop), /never negative/);
  assert.equal(taxed(100n, unit, [{ ...vat, fixed: null }], onTop).tax, 19n);
});

const anyPercent = fc.bigInt({ min: 0n, max: hundredPercent });
const anyTaxes = fc.record({
  amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  quantity: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  fixed: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  percentage: anyPercent,
  compound: fc.boolean(),
});

test('on top of a price each tax is what its own words say', () => {
  fc.assert(
    fc.property(anyTaxes, ({ amount, quantity, fixed, percentage, compound }) => {
      const { rows } = taxed(
        amount,
        quantity,
        [
          { ...levy, fixed },
          { ...vat, percentage, compound },
        ],
        onTop,
      );
      const levied = divide(fixed * quantity, unit * micro, 'half_up');
      const base = compound ? amount + levied : amount;
      assert.deepEqual(rows, [
        [levied, amount],
        [divide(base * percentage, hundredPercent, 'half_up'), base],
      ]);
    }),
    runs,
  );
});

test('what is inside a price and what is put on top of its net differ by rounding alone', () => {
  fc.assert(
    fc.property(anyTaxes, ({ amount, quantity, fixed, percentage, compound }) => {
      const taxes = [
        { ...levy, fixed },
        { ...vat, percentage, compound },
      ];
      const { net, tax } = taxed(amount, quantity, taxes, onTop);
      const found = taxed(amount + tax, quantity, taxes, inside);
      assert.equal(found.net + found.tax, amount + tax);
      const off = found.net - net;
      assert.ok(off >= -1n && off <= 1n, `${off}`);
      for (const [index, [of = 0n]] of found.rows.entries()) {
        const [put = 0n] = taxed(amount, quantity, taxes, onTop).rows[index] ?? [];
        assert.ok(of - put >= -2n && of - put <= 2n, `${of - put}`);
      }
    }),
    runs,
  );
});

test('a unit price is given its taxes and freed of them again', () => {
  assert.equal(priceWithTax(100n * micro, [levy, vatOnLevy], onTop), (14_875n * micro) / 100n);
  assert.equal(priceWithTax(100n * micro, [levy, vatOnLevy], inside), (14_875n * micro) / 100n);
  assert.equal(priceWithTax(100n * micro, [], onTop), 100n * micro);
  assert.equal(priceWithoutTax((14_875n * micro) / 100n, [vatOnLevy, levy], 'half_up'), 100n * micro);
  assert.equal(withoutTax(119n, [vat], 'half_up'), 100n);
  assert.equal(withoutTax(119n, [levy, vat], 'half_up'), 100n);
});
