import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyAmount, anyRules, anyTaxes, rate, vat19, vat7 } from './any-sale.test.ts';
import { sum } from './list.ts';
import { divide } from './rounding.ts';
import { applyTaxes, hundredPercent, sumTaxes, type Taxable, type TaxRate, type TaxRules, withoutTax } from './tax.ts';

const runs = { numRuns: 1_000 };
const perDocument: TaxRules = { pricesIncludeTax: false, taxRounding: 'per_document', roundingMode: 'half_up' };
const perLine: TaxRules = { ...perDocument, taxRounding: 'per_line' };
const inclusive: TaxRules = { ...perDocument, pricesIncludeTax: true };

const anyItems: fc.Arbitrary<Taxable[]> = anyTaxes.chain((taxSets) =>
  fc.array(fc.record({ amount: anyAmount, taxes: fc.constantFrom(...taxSets) }), { maxLength: 8 }),
);

function items(taxes: readonly TaxRate[], ...amounts: bigint[]): Taxable[] {
  return amounts.map((amount) => ({ amount, taxes }));
}

test('vector 1: seven lines of 1.13 at 19 % owe 1.50 per document and 1.47 per line', () => {
  const lines = items([vat19], ...Array<bigint>(7).fill(113n));
  const document = applyTaxes(lines, perDocument).map((line) => line.tax);
  assert.deepEqual(document, [22n, 22n, 22n, 21n, 21n, 21n, 21n]);
  assert.equal(sum(document), 150n);
  assert.equal(sum(applyTaxes(lines, perLine).map((line) => line.tax)), 147n);
});

test('vector 2: two times 379.00 with 21 % inside is 626.45 net and 131.55 tax', () => {
  const taxed = applyTaxes(items([rate('vat21', 21_000_000n)], 37_900n, 37_900n), inclusive);
  assert.deepEqual(
    taxed.map((line) => line.net),
    [31_323n, 31_322n],
  );
  assert.deepEqual(
    taxed.map((line) => line.tax),
    [6577n, 6578n],
  );
  assert.equal(sum(taxed.map((line) => line.net)), 62_645n);
  assert.equal(sum(taxed.map((line) => line.tax)), 13_155n);
});

test('vector 2: what is inside a gross is what the tax office finds', () => {
  const cases: [amounts: bigint[], percentage: bigint, net: bigint, tax: bigint][] = [
    [[1_600_000n, 1_000_000n], 7_000_000n, 2_429_907n, 170_093n],
    [[50_000n], 10_000_000n, 45_455n, 4545n],
    [[299n], 4_000_000n, 288n, 11n],
  ];
  for (const [amounts, percentage, net, tax] of cases) {
    const taxed = applyTaxes(items([rate('r', percentage)], ...amounts), inclusive);
    assert.deepEqual([sum(taxed.map((one) => one.net)), sum(taxed.map((one) => one.tax))], [net, tax]);
  }
});

test('vector 8: 5 % and then 9.975 % on top of 100 is 5.00 and 10.47', () => {
  const first = rate('gst', 5_000_000n, { sequence: 1 });
  const second = rate('qst', 9_975_000n, { sequence: 2, compound: true });
  const [taxed] = applyTaxes(items([second, first], 10_000n), perDocument);
  assert.deepEqual(taxed, {
    net: 10_000n,
    tax: 1547n,
    withheld: 0n,
    taxes: [
      { rate: first, base: 10_000n, amount: 500n },
      { rate: second, base: 10_500n, amount: 1047n },
    ],
  });
});

test('vector 8: compound taxes inside a price are divided out by the product of their rates', () => {
  const first = rate('gst', 5_000_000n, { sequence: 1 });
  const second = rate('qst', 9_975_000n, { sequence: 2, compound: true });
  const [taxed] = applyTaxes(items([first, second], 11_547n), inclusive);
  assert.deepEqual(taxed, {
    net: 10_000n,
    tax: 1547n,
    withheld: 0n,
    taxes: [
      { rate: first, base: 10_000n, amount: 500n },
      { rate: second, base: 10_500n, amount: 1047n },
    ],
  });
  assert.equal(withoutTax(11_547n, [second, first], 'half_up'), 10_000n);
  assert.equal(withoutTax(11_547n, [{ ...second, compound: false }, first], 'half_up'), 10_043n);
});

test('vector 8: withholding lowers what is paid and neither the net nor the tax', () => {
  const kept = rate('irpf', 15_000_000n, { kind: 'withholding', sequence: 2 });
  for (const rules of [perDocument, perLine]) {
    const [taxed] = applyTaxes(items([vat19, kept], 10_000n), rules);
    assert.deepEqual([taxed?.net, taxed?.tax, taxed?.withheld], [10_000n, 1900n, 1500n]);
  }
  const [taxed] = applyTaxes(items([vat19, kept], 11_900n), inclusive);
  assert.deepEqual([taxed?.net, taxed?.tax, taxed?.withheld], [10_000n, 1900n, 1500n]);
});

test('a compound withholding tax counts from the net and the taxes, and no tax counts from what is withheld', () => {
  const kept = rate('kept', 10_000_000n, { kind: 'withholding', sequence: 2, compound: true });
  const last = rate('last', 10_000_000n, { sequence: 3, compound: true });
  const [taxed] = applyTaxes(items([rate('vat', 20_000_000n), kept, last], 10_000n), perDocument);
  assert.deepEqual(
    taxed?.taxes.map(({ base, amount }) => [base, amount]),
    [
      [10_000n, 2000n],
      [12_000n, 1200n],
      [12_000n, 1200n],
    ],
  );
});

test('an item without taxes is its own net', () => {
  for (const rules of [perDocument, perLine, inclusive]) {
    assert.deepEqual(applyTaxes(items([], 5n, 7n), rules), [
      { net: 5n, tax: 0n, withheld: 0n, taxes: [] },
      { net: 7n, tax: 0n, withheld: 0n, taxes: [] },
    ]);
  }
  assert.deepEqual(applyTaxes([], perDocument), []);
});

test('a tax of 0 % is listed with its base', () => {
  const free = rate('zero', 0n);
  for (const rules of [perDocument, inclusive]) {
    assert.deepEqual(applyTaxes(items([free], 500n), rules)[0]?.taxes, [{ rate: free, base: 500n, amount: 0n }]);
  }
});

test('items with different taxes are rounded apart, wherever they stand', () => {
  const mixed = [...items([vat19], 113n), ...items([vat7], 113n), ...items([vat19], 113n)];
  assert.deepEqual(
    applyTaxes(mixed, perDocument).map((line) => line.tax),
    [22n, 8n, 21n],
  );
  assert.deepEqual(sumTaxes(applyTaxes(mixed, perDocument)), [
    { rate: vat19, base: 226n, amount: 43n },
    { rate: vat7, base: 113n, amount: 8n },
  ]);
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

test('a negative tax rate is a mistake', () => {
  assert.throws(() => applyTaxes(items([vat19, rate('r', -1n)], 1n), perDocument), /never negative/);
});
