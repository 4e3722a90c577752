import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyAmount, anyRules, anyTaxes, rate } from '../../test/support/any-sale.ts';
import { sum } from './list.ts';
import { divide } from './rounding.ts';
import { applyTaxes, hundredPercent, sumTaxes, type Taxable, type TaxRate, type TaxRules } from './tax.ts';

const runs = { numRuns: 1_000 };
const perDocument: TaxRules = { pricesIncludeTax: false, taxRounding: 'per_document', roundingMode: 'half_up' };
const inclusive: TaxRules = { ...perDocument, pricesIncludeTax: true };

const anyItems: fc.Arbitrary<Taxable[]> = anyTaxes.chain((taxSets) =>
  fc.array(fc.record({ amount: anyAmount, taxes: fc.constantFrom(...taxSets) }), { maxLength: 8 }),
);

function items(taxes: readonly TaxRate[], ...amounts: bigint[]): Taxable[] {
  return amounts.map((amount) => ({ amount, taxes }));
}

test('per document, no item is taxed a whole unit more or less than its part', () => {
  fc.assert(
    fc.property(fc.array(anyAmount, { minLength: 1, maxLength: 9 }), anyTaxes, (amounts, [taxes = []]) => {
      const taxed = applyTaxes(items(taxes, ...amounts), perDocument);
      const whole = sum(amounts);
      for (const { rate: one, amount: charged } of sumTaxes(taxed)) {
        for (const [position, line] of taxed.entries()) {
          const part = line.taxes.find((tax) => tax.rate.id === one.id)?.amount ?? 0n;
          const error = part * whole - charged * (amounts[position] ?? 0n);
          assert.ok(whole === 0n || (error < whole && error > -whole));
        }
      }
    }),
    runs,
  );
});

test('per document, the tax of equal items is the rounded tax of their sum', () => {
  fc.assert(
    fc.property(
      fc.array(anyAmount, { minLength: 1, maxLength: 9 }),
      fc.bigInt({ min: 0n, max: hundredPercent }),
      (amounts, percentage) => {
        const taxed = applyTaxes(items([rate('r', percentage)], ...amounts), perDocument);
        const expected = divide(sum(amounts) * percentage, hundredPercent, 'half_up');
        assert.equal(sum(taxed.map((line) => line.tax)), expected);
      },
    ),
    runs,
  );
});

test('per document, the net inside equal items is the rounded net of their sum', () => {
  fc.assert(
    fc.property(
      fc.array(anyAmount, { minLength: 1, maxLength: 9 }),
      fc.bigInt({ min: 0n, max: hundredPercent }),
      (amounts, percentage) => {
        const taxed = applyTaxes(items([rate('r', percentage)], ...amounts), inclusive);
        const expected = divide(sum(amounts) * hundredPercent, hundredPercent + percentage, 'half_up');
        assert.equal(sum(taxed.map((line) => line.net)), expected);
      },
    ),
    runs,
  );
});

test('net and tax are never negative and sum to the price that includes them', () => {
  fc.assert(
    fc.property(anyItems, anyRules, (all, rules) => {
      for (const [position, line] of applyTaxes(all, rules).entries()) {
        const asked = all[position]?.amount;
        assert.equal(rules.pricesIncludeTax ? line.net + line.tax : line.net, asked);
        assert.ok(line.net >= 0n && line.tax >= 0n && line.withheld >= 0n);
        assert.ok(line.taxes.every((tax) => tax.amount >= 0n && tax.base >= 0n));
        const of = (kind: TaxRate['kind']) => line.taxes.filter((tax) => tax.rate.kind === kind);
        assert.equal(sum(of('standard').map((tax) => tax.amount)), line.tax);
        assert.equal(sum(of('withholding').map((tax) => tax.amount)), line.withheld);
      }
    }),
    runs,
  );
});

test('the rows per rate sum to what the lines sum to', () => {
  fc.assert(
    fc.property(anyItems, anyRules, (all, rules) => {
      const taxed = applyTaxes(all, rules);
      const rows = sumTaxes(taxed);
      assert.equal(new Set(rows.map((row) => row.rate.id)).size, rows.length);
      assert.equal(sum(rows.map((row) => row.amount)), sum(taxed.map((line) => line.tax + line.withheld)));
      for (const row of rows) {
        const own = taxed.flatMap((line) => line.taxes.filter((tax) => tax.rate.id === row.rate.id));
        assert.equal(row.base, sum(own.map((tax) => tax.base)));
        assert.equal(row.amount, sum(own.map((tax) => tax.amount)));
      }
    }),
    runs,
  );
});

test('the order in which taxes are named moves nothing', () => {
  fc.assert(
    fc.property(anyItems, anyRules, (all, rules) => {
      const turned = all.map((item, position) =>
        position % 2 === 0 ? { ...item, taxes: item.taxes.toReversed() } : item,
      );
      assert.deepEqual(applyTaxes(turned, rules), applyTaxes(all, rules));
    }),
    runs,
  );
});

test('a single item is taxed the same per line and per document', () => {
  fc.assert(
    fc.property(anyItems, anyRules, (all, rules) => {
      for (const item of all.slice(0, 1)) {
        const [line, document] = (['per_line', 'per_document'] as const).map((taxRounding) =>
          applyTaxes([item], { ...rules, taxRounding }),
        );
        assert.deepEqual(line, document);
      }
    }),
    runs,
  );
});

test('vector 4: what is credited is taxed as the exact negative of what was billed', () => {
  fc.assert(
    fc.property(anyItems, anyRules, (all, rules) => {
      const credited = applyTaxes(
        all.map((item) => ({ ...item, amount: -item.amount })),
        rules,
      );
      for (const [position, line] of applyTaxes(all, rules).entries()) {
        const negative = credited[position];
        assert.deepEqual([negative?.net, negative?.tax, negative?.withheld], [-line.net, -line.tax, -line.withheld]);
        assert.deepEqual(
          negative?.taxes.map((tax) => tax.amount),
          line.taxes.map((tax) => -tax.amount),
        );
      }
    }),
    runs,
  );
});
