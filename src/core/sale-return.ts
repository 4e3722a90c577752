import { discountDocument, type TakenDiscount } from './discount.ts';
import { at, sum } from './list.ts';
import type { RoundingMode } from './rounding.ts';
import { pricedLine, type PricedLine, type PricedSale, SaleFault, totalsOf } from './sale.ts';
import { shareOut, sliceOf } from './share.ts';
import { taxedOf } from './tax.ts';

/**
 * The units `from`…`to` `of` the quantity sold on `line`, when those before `from` were returned earlier; all of them
 * below zero where the line took something back.
 */
export type ReturnPart = { readonly line: number; readonly from: bigint; readonly to: bigint; readonly of: bigint };

export type SaleReturn = {
  readonly parts: readonly ReturnPart[];
  /** Positions of the charges that are given back, each as a whole. */
  readonly charges?: readonly number[] | undefined;
  readonly pricesIncludeTax: boolean;
  readonly roundingMode: RoundingMode;
  /**
   * Undefined where the sale was not rounded to a coin: `by` how much, `of` which total, and the part of it returned
   * `before`. All returns together then give back what was paid, though none but the last may be a sum of coins.
   */
  readonly rounding?: { readonly by: bigint; readonly of: bigint; readonly before: bigint } | undefined;
};

/** The sale that returns are slices of. */
export type SoldSale = Pick<PricedSale, 'currency' | 'lines' | 'charges' | 'discounts'>;

/**
 * The amounts of a return of part of a sale, positive, one line per part.
 *
 * Every amount is a slice of what the line came to when it was sold, discounts, taxes and rates of that day included.
 * Nothing is priced or shared out again, so the lines that stay keep their amounts, and a line that is returned in
 * pieces gives back exactly itself.
 */
export function priceReturn(sale: SoldSale, given: SaleReturn): PricedSale {
  const lines = given.parts.map((part, position) => {
    if (!isWithin(part)) throw new SaleFault('return_exceeds_sold', { line: position });
    return returnedLine(at(sale.lines, part.line), part, given);
  });
  const charges = (given.charges ?? []).map((position) => at(sale.charges, position));
  const exact = totalsOf(lines, charges, undefined);
  const rounding = roundingOf(exact.total, given);
  return {
    currency: sale.currency,
    lines,
    charges,
    discounts: discountsBack(sale, given, exact),
    totals: { ...exact, rounding, total: exact.total + rounding },
  };
}

/** A line that took something back is itself taken back from zero down to its quantity. */
function isWithin({ from, to, of }: ReturnPart): boolean {
  return of < 0n ? from <= 0n && from > to && to >= of : from >= 0n && from < to && to <= of;
}

/** Discounts given up by the returned lines: together exactly what those lines had, each in proportion to its share. */
function discountsBack(sale: SoldSale, given: SaleReturn, back: PricedSale['totals']): TakenDiscount[] {
  const before = partsBack(sale, given, 'before_tax');
  const after = partsBack(sale, given, 'after_tax');
  const [early, late] = [shared(back.documentDiscount, before), shared(back.afterTaxDiscount, after)];
  return sale.discounts.map(({ applies }, index) => ({ applies, amount: at(early, index) + at(late, index) }));
}

/** Share of each discount in the returned parts, finer than a minor unit. */
function partsBack(
  { lines, discounts }: SoldSale,
  { parts, roundingMode }: SaleReturn,
  applies: TakenDiscount['applies'],
): bigint[] {
  const amounts = lines.map((line) => (applies === 'before_tax' ? line.subtotal : line.net + line.tax - line.withheld));
  const taken = discountDocument(amounts, discounts, { applies, roundingMode });
  return taken.parts.map((shares) => {
    return sum(parts.map(({ line, from, to, of }) => (at(shares, line) * (to - from) * precision) / of));
  });
}

/** Of a minor unit: so that parts of small amounts still count. */
const precision = 1_000_000n;

function shared(total: bigint, weights: readonly bigint[]): bigint[] {
  return total === 0n ? weights.map(() => 0n) : shareOut(total, weights);
}

function roundingOf(exact: bigint, { rounding, roundingMode }: SaleReturn): bigint {
  if (rounding === undefined || rounding.by === 0n) return 0n;
  const { by, of, before } = rounding;
  return sliceOf(by, { from: before, to: before + exact, of }, roundingMode);
}

/** Slices what must add up over several returns, and derives the rest, so that the identities of a line hold too. */
function returnedLine(sold: PricedLine, part: ReturnPart, rules: SaleReturn): PricedLine {
  const slice = (amount: bigint) => sliceOf(amount, part, rules.roundingMode);
  const rates = sold.taxes.map((tax) => tax.rate);
  const amounts = sold.taxes.map((tax) => slice(tax.amount));
  const taxed = taxedOf(slice(sold.net), rates, amounts);
  const lineDiscount = slice(sold.lineDiscount);
  const discountAllocated = slice(sold.discountAllocated);
  const asked = rules.pricesIncludeTax ? taxed.net + taxed.tax : taxed.net;
  return pricedLine(taxed, {
    gross: asked + lineDiscount + discountAllocated,
    lineDiscount,
    discountAllocated,
    discount: rules.pricesIncludeTax ? slice(sold.undiscounted - sold.net) : lineDiscount + discountAllocated,
    afterTaxDiscount: slice(sold.afterTaxDiscount),
  });
}
