// Arbitraries for the laws of pricing, returning and posting a sale.
import * as fc from 'fast-check';
import { type DocumentDiscount, type DraftLine, priceSale, type SaleDraft, SaleFault } from '../../src/core/sale.ts';
import { hundredPercent, type TaxRate, type TaxRules } from '../../src/core/tax.ts';

export const vat19 = rate('vat19', 19_000_000n);
export const vat7 = rate('vat7', 7_000_000n);

export function rate(id: string, percentage: bigint, more: Partial<TaxRate> = {}): TaxRate {
  return { id, percentage, kind: 'standard', compound: false, sequence: 1, ...more };
}

const percent = fc.oneof(
  fc.constantFrom(0n, 5_000_000n, 7_000_000n, 9_975_000n, 19_000_000n, 20_000_000n, hundredPercent),
  fc.bigInt({ min: 0n, max: hundredPercent }),
);

export const anyRules: fc.Arbitrary<TaxRules> = fc.record({
  pricesIncludeTax: fc.boolean(),
  taxRounding: fc.constantFrom('per_document', 'per_line'),
  roundingMode: fc.constantFrom('half_up', 'half_even', 'down'),
});

/** A few sets of the same few rates, so that lines share some of their taxes, all of them or none. */
export const anyTaxes: fc.Arbitrary<readonly (readonly TaxRate[])[]> = fc
  .record({
    standard: fc.array(fc.record({ percentage: percent, compound: fc.boolean(), sequence: fc.nat(2) }), {
      maxLength: 3,
    }),
    withheld: fc.constantFrom(0n, 3_000_000n, 20_000_000n),
  })
  .map(({ standard, withheld }) => [
    ...standard.map((one, index) => rate(`tax${index}`, one.percentage, one)),
    rate('withheld', withheld, { kind: 'withholding', sequence: 3 }),
  ])
  .chain((rates) => fc.array(fc.subarray(rates), { minLength: 1, maxLength: 3 }));

export const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 10n ** 9n }));
const anyQuantity = fc.oneof(
  fc.bigInt({ min: 1n, max: 20n }).map((units) => units * 100_000n),
  fc.bigInt({ min: 1n, max: 10n ** 8n }),
);
const anyUnitPrice = fc.oneof(
  anyAmount.map((minor) => minor * 1_000_000n),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
);
const anyDiscount = fc.option(fc.oneof(fc.record({ percent }), fc.constant({ amount: 0n })), { nil: undefined });

/** Any sale that can be priced, with everything that a sale can have. */
export const anyDraft: fc.Arbitrary<SaleDraft> = fc
  .tuple(anyTaxes, fc.integer({ min: 1, max: 6 }))
  .chain(([taxSets, lineCount]) => {
    const taxes = fc.constantFrom(...taxSets);
    const sold = fc.record({ quantity: anyQuantity, unitPrice: anyUnitPrice, discount: anyDiscount, taxes });
    const line = fc.oneof({ weight: 5, arbitrary: sold }, { weight: 1, arbitrary: sold.map(takenBack) });
    return fc.record({
      lines: fc.array(line, { minLength: lineCount, maxLength: lineCount }),
      charges: fc.array(fc.record({ kind: fc.constant('shipping'), amount: anyAmount, taxes }), { maxLength: 2 }),
      discounts: fc.array(anyDocumentDiscount(lineCount), { maxLength: 3 }),
      cashRoundingIncrement: fc.constantFrom(undefined, 1n, 5n, 100n),
      rules: anyRules,
    });
  })
  .map(({ rules, ...parts }) => ({ currency: 'EUR', ...rules, ...parts }))
  .filter(isWorthSomething);

function takenBack({ quantity, unitPrice, taxes }: DraftLine): DraftLine {
  return { quantity: -quantity, unitPrice, taxes };
}

/** False where more is taken back than is sold, by the sale or by the lines that a discount names. */
function isWorthSomething(draft: SaleDraft): boolean {
  try {
    priceSale(draft);
    return true;
  } catch (error) {
    if (!(error instanceof SaleFault)) throw error;
    if (error.code === 'total_negative' || error.code === 'discount_exceeds_document') return false;
    throw error;
  }
}

function anyDocumentDiscount(lineCount: number): fc.Arbitrary<DocumentDiscount> {
  const positions = Array.from({ length: lineCount }, (_, position) => position);
  return fc.record({
    percent,
    applies: fc.constantFrom('before_tax', 'after_tax'),
    lines: fc.option(fc.subarray(positions), { nil: undefined }),
  });
}
