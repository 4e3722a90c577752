import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rate, vat19, vat7 } from '../../test/support/any-sale.ts';
import { sum } from './list.ts';
import { applyTaxes, sumTaxes, type Taxable, type TaxRate, type TaxRules, withoutTax } from './tax.ts';

const perDocument: TaxRules = { pricesIncludeTax: false, taxRounding: 'per_document', roundingMode: 'half_up' };
const perLine: TaxRules = { ...perDocument, taxRounding: 'per_line' };
const inclusive: TaxRules = { ...perDocument, pricesIncludeTax: true };

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
    [[500n], 10_000_000n, 455n, 45n],
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

test('items are one group only where all their taxes are the same', () => {
  const named = (...ids: string[]) => ids.map((id) => rate(id, 10_000_000n));
  const mixed = [...items(named('a', 'bc'), 14n), ...items(named('ab', 'c'), 14n)];
  assert.deepEqual(
    applyTaxes(mixed, perDocument).map((line) => line.tax),
    [2n, 2n],
  );
});

test('of two taxes with one sequence the one with the lower id comes first', () => {
  const [a, b] = [rate('a', 10_000_000n), rate('b', 20_000_000n, { compound: true })];
  for (const taxes of [
    [a, b],
    [b, a],
  ]) {
    assert.deepEqual(applyTaxes(items(taxes, 1000n), perDocument)[0]?.taxes, [
      { rate: a, base: 1000n, amount: 100n },
      { rate: b, base: 1100n, amount: 220n },
    ]);
  }
});

test('the tax of a group falls on its items in proportion to their amounts', () => {
  const kept = rate('kept', 10_000_000n, { kind: 'withholding' });
  const exclusive = applyTaxes(items([vat19, kept], 10_000n, 1n, 500n), perDocument);
  assert.deepEqual(
    exclusive.map((line) => [line.tax, line.withheld]),
    [
      [1900n, 1000n],
      [0n, 0n],
      [95n, 50n],
    ],
  );
  const inside = applyTaxes(items([vat19, kept], 11_900n, 119n, 595n), inclusive);
  assert.deepEqual(
    inside.map((line) => [line.net, line.tax, line.withheld]),
    [
      [10_000n, 1900n, 1000n],
      [100n, 19n, 10n],
      [500n, 95n, 50n],
    ],
  );
});

test('a negative tax rate is a mistake', () => {
  assert.throws(() => applyTaxes(items([vat19, rate('r', -1n)], 1n), perDocument), /never negative/);
});
