import * as fc from 'fast-check';
import { minorDigits, unitPriceExtraDigits } from '../../../src/core/currency.ts';
import { at, sum } from '../../../src/core/list.ts';
import { type PricedLine, type PricedSale, priceSale, type SaleDraft } from '../../../src/core/sale.ts';
import { priceWithoutTax, type TaxRate } from '../../../src/core/tax.ts';
import type {
  Adjustment,
  DocumentFacts,
  DocumentLine,
  LineTax,
  TaxCategory,
  TaxTotal,
} from '../../../src/render/facts.ts';
import { anyDetails, detailsOf, itemOf } from './any-details.ts';
import { line as plainLine, sampleFacts } from './facts.ts';

/** A tax of a sale, and what it is called on its invoice. */
type Known = { readonly rate: TaxRate; readonly category: TaxCategory };

function known(category: TaxCategory, percent: bigint): Known {
  const rate = { percentage: percent * 1_000_000n, kind: 'standard', compound: false, sequence: 1 } as const;
  return { category, rate: { id: `${category}${percent}`, ...rate } };
}

/** Taxes that may be on one invoice together. */
const families: readonly (readonly Known[])[] = [
  [known('S', 19n), known('S', 7n), known('Z', 0n), known('E', 0n)],
  [known('S', 20n), known('AE', 0n), known('G', 0n)],
  [known('K', 0n)],
  [known('O', 0n)],
  [known('E', 0n)],
  [known('L', 7n), known('L', 3n)],
  [known('M', 4n), known('M', 0n)],
];

const withheld: TaxRate = { id: 'held', percentage: 3_000_000n, kind: 'withholding', compound: false, sequence: 2 };

/** Money as it is asked for: from nothing to thousands, in hundredths and finer. */
const anyPrice = fc.oneof(fc.bigInt({ min: 0n, max: 10_000_000_000n }), fc.bigInt({ min: 0n, max: 500_000n }));
const anyQuantity = fc.oneof(
  fc.bigInt({ min: 1n, max: 12n }).map((units) => units * 100_000n),
  fc.bigInt({ min: 1n, max: 10_000_000n }),
);

const anyLine = fc.record({
  quantity: anyQuantity,
  unitPrice: anyPrice,
  percentOff: fc.option(fc.bigInt({ min: 0n, max: 100_000_000n }), { nil: undefined }),
  tax: fc.nat(),
});

const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => `x${text}`);

const anyShape = fc.record({
  family: fc.constantFrom(...families),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'CHF', 'JPY'),
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  documentPercent: fc.option(fc.bigInt({ min: 1n, max: 50_000_000n }), { nil: undefined }),
  charge: fc.option(fc.record({ amount: fc.bigInt({ min: 1n, max: 5_000n }), tax: fc.nat() }), { nil: undefined }),
  pricesIncludeTax: fc.boolean(),
  taxRounding: fc.constantFrom('per_document', 'per_line'),
  roundingMode: fc.constantFrom('half_up', 'half_even'),
  isWithheld: fc.boolean(),
  isCash: fc.boolean(),
  paidPart: fc.bigInt({ min: 0n, max: 100n }),
  about: fc.record({
    type: fc.constantFrom('invoice', 'credit_note', 'deposit_invoice', 'debit_note'),
    texts: fc.array(anyText, { minLength: 8, maxLength: 8 }),
    details: anyDetails,
  }),
});

type Shape = typeof anyShape extends fc.Arbitrary<infer Value> ? Value : never;

/** Any invoice or credit note that our own arithmetic of sales can come to. */
export const anyFacts: fc.Arbitrary<DocumentFacts> = anyShape.map((shape) => {
  const draft = draftOf(shape);
  return factsOf(shape, draft, priceSale(draft));
});

function draftOf(shape: Shape): SaleDraft {
  const digits = minorDigits(shape.currency) ?? 2;
  const taxesAt = (tax: number): readonly TaxRate[] => {
    const { rate } = at(shape.family, tax % shape.family.length);
    return shape.isWithheld ? [rate, withheld] : [rate];
  };
  return {
    currency: shape.currency,
    pricesIncludeTax: shape.pricesIncludeTax,
    // Whole yen rounded line by line are further from the percentage than the standard lets pass.
    taxRounding: digits === 0 ? 'per_document' : shape.taxRounding,
    roundingMode: shape.roundingMode,
    lines: shape.lines.map(({ quantity, unitPrice, percentOff, tax }) => ({
      quantity,
      unitPrice,
      taxes: taxesAt(tax),
      ...(percentOff === undefined ? {} : { discount: { percent: percentOff } }),
    })),
    ...(shape.documentPercent === undefined
      ? {}
      : { discounts: [{ applies: 'before_tax', percent: shape.documentPercent }] }),
    ...(shape.charge === undefined
      ? {}
      : { charges: [{ kind: 'freight', amount: shape.charge.amount, taxes: taxesAt(shape.charge.tax) }] }),
    ...(shape.isCash ? { cashRoundingIncrement: 5n } : {}),
  };
}

function factsOf(shape: Shape, draft: SaleDraft, sale: PricedSale): DocumentFacts {
  const [name = 'x', description = 'x', note = 'x', terms = 'x', seller = 'x', buyer = 'x', said = 'x'] =
    shape.about.texts;
  const { details } = shape.about;
  const reason = details.told.includes('reason') ? said : null;
  const lines = sale.lines.map((priced, index) => {
    const taxes = [taxNamed(shape, at(draft.lines, index).taxes)];
    return {
      ...plainLine({ id: String(index + 1), name, description, taxes, quantity: quantityOf(draft, index) }),
      ...itemOf(details),
      ...(draft.pricesIncludeTax ? inclusive(draft, priced, index) : exclusive(draft, priced, index)),
    };
  });
  const adjustments = adjustmentsOf(shape, draft, sale, reason);
  const sample = sampleFacts();
  const isOutOfScope = shape.family.some(({ category }) => category === 'O');
  // A business exempt for its size has a number of the tax office only.
  const isSmall = details.isSmall && shape.family.every(({ category }) => category === 'E' || category === 'O');
  return {
    ...sample,
    type: shape.about.type,
    currency: shape.currency,
    seller: {
      ...sample.seller,
      legalName: seller,
      tradingName: isOutOfScope ? null : 'Nordlicht',
      taxIds: sample.seller.taxIds.filter(({ scheme }) => !isSmall || scheme === 'local'),
    },
    buyer:
      sample.buyer === null
        ? null
        : {
            ...sample.buyer,
            legalName: buyer,
            address: { ...sample.buyer.address, country: details.buyerCountry },
          },
    ...detailsOf(details, { terms, isDelivered: shape.family.some(({ category }) => category === 'K') }),
    lines,
    adjustments,
    taxes: taxesOf(shape, sale),
    totals: totalsOf(shape, sale, { lines, adjustments }),
    taxCurrency: details.told.includes('tax currency')
      ? { currency: 'NOK', rate: { units: 117n, scale: 1 }, day: null, tax: sale.totals.tax * 11n }
      : null,
    texts: { ...sample.texts, note },
  };
}

function exclusive(draft: SaleDraft, priced: PricedLine, index: number): Partial<DocumentLine> {
  return {
    unitPrice: { units: at(draft.lines, index).unitPrice, scale: priceScale(draft) },
    adjustments: priced.lineDiscount > 0n ? [discount(priced.lineDiscount)] : [],
    net: priced.subtotal,
    tax: priced.tax,
  };
}

/** In tax-inclusive prices the line shows the whole reduction, without tax. */
function inclusive(draft: SaleDraft, priced: PricedLine, index: number): Partial<DocumentLine> {
  const { unitPrice, taxes } = at(draft.lines, index);
  const off = priced.undiscounted - priced.net;
  return {
    unitPrice: { units: priceWithoutTax(unitPrice, taxes, draft.roundingMode), scale: priceScale(draft) },
    adjustments: off > 0n ? [discount(off)] : [],
    net: priced.net,
    tax: priced.tax,
  };
}

function priceScale(draft: SaleDraft): number {
  return (minorDigits(draft.currency) ?? 2) + unitPriceExtraDigits;
}

function quantityOf(draft: SaleDraft, index: number): DocumentLine['quantity'] {
  return { units: at(draft.lines, index).quantity, scale: 5 };
}

function discount(amount: bigint, tax: LineTax | null = null, reason: string | null = null): Adjustment {
  return { kind: 'discount', reason, reasonCode: null, percent: null, base: null, amount, tax };
}

function taxNamed(shape: Shape, [rate]: readonly TaxRate[]): LineTax {
  const one = shape.family.find((candidate) => candidate.rate.id === rate?.id) ?? at(shape.family, 0);
  return { category: one.category, percent: { units: one.rate.percentage, scale: 6 }, name: 'VAT' };
}

/** A discount on the document is one for each tax, as the standard wants it. */
function adjustmentsOf(shape: Shape, draft: SaleDraft, sale: PricedSale, reason: string | null): readonly Adjustment[] {
  const charges = sale.charges.map(({ net }, index): Adjustment => {
    const tax = taxNamed(shape, at(draft.charges ?? [], index).taxes);
    return { kind: 'charge', reason, reasonCode: null, percent: null, base: null, amount: net, tax };
  });
  if (draft.pricesIncludeTax) return charges;
  const discounts = shape.family.flatMap(({ rate }) => {
    const own = sale.lines.filter((_, index) => at(draft.lines, index).taxes[0]?.id === rate.id);
    const amount = sum(own.map(({ discountAllocated }) => discountAllocated));
    return amount > 0n ? [discount(amount, taxNamed(shape, [rate]), reason)] : [];
  });
  return [...discounts, ...charges];
}

function taxesOf(shape: Shape, sale: PricedSale): readonly TaxTotal[] {
  return sale.totals.taxes.map(({ rate, base, amount }) => {
    const isHeld = rate.kind === 'withholding';
    const tax = isHeld
      ? { category: 'S' as const, percent: { units: rate.percentage, scale: 6 }, name: 'Withheld' }
      : taxNamed(shape, [rate]);
    const exemption = tax.category === 'E' ? { reason: '§ 4 Nr. 21 UStG', code: null } : null;
    return { ...tax, base, amount, exemption, withheld: isHeld };
  });
}

type Rows = Pick<DocumentFacts, 'lines' | 'adjustments'>;

function totalsOf(shape: Shape, { totals }: PricedSale, { lines, adjustments }: Rows): DocumentFacts['totals'] {
  const sumKind = (kind: string) => sum(adjustments.filter((one) => one.kind === kind).map(({ amount }) => amount));
  const net = totals.net + totals.charges;
  const gross = net + totals.tax;
  const prepaid = (totals.total * shape.paidPart) / 100n;
  return {
    lines: sum(lines.map((one) => one.net)),
    discounts: sumKind('discount'),
    charges: sumKind('charge'),
    net,
    tax: totals.tax,
    gross,
    withheld: totals.withheld,
    rounding: totals.rounding,
    prepaid,
    due: totals.total - prepaid,
  };
}
