import { minorDigits, unitPriceExtraDigits } from './currency.ts';
import { powerOfTen, quantityScale } from './decimal.ts';
import { type Discount, discountDocument, type DocumentDiscount, type TakenDiscount } from './discount.ts';
import { at } from './list.ts';
import { documentMax } from './money.ts';
import { divide, type RoundingMode } from './rounding.ts';
import { SaleFault, type SaleFaultPlace } from './sale-fault.ts';
import {
  type AppliedTax,
  applyTaxes,
  hundredPercent,
  sumTaxes,
  type Taxable,
  type Taxed,
  type TaxRate,
  type TaxRules,
  withoutTax,
} from './tax.ts';

export { SaleFault, type SaleFaultPlace } from './sale-fault.ts';
export type { Discount, DocumentDiscount, TakenDiscount } from './discount.ts';

/**
 * Quantity in 1/100,000, unit price in millionths of a minor unit, each tax once at most. A quantity below zero takes
 * something back, such as empty crates: all amounts of its line have that sign.
 */
export type DraftLine = {
  readonly quantity: bigint;
  readonly unitPrice: bigint;
  readonly discount?: Discount | undefined;
  readonly taxes: readonly TaxRate[];
};

/** Shipping, service, a tip: an amount in minor units that no discount touches. */
export type DraftCharge = { readonly kind: string; readonly amount: bigint; readonly taxes: readonly TaxRate[] };

export type SaleDraft = TaxRules & {
  readonly currency: string;
  readonly lines: readonly DraftLine[];
  readonly discounts?: readonly DocumentDiscount[] | undefined;
  readonly charges?: readonly DraftCharge[] | undefined;
  /** In minor units: 5n where the smallest coin is 0.05. The total goes to the nearest multiple, ties up. */
  readonly cashRoundingIncrement?: bigint | undefined;
};

/**
 * Amounts of a line, in minor units of the sale's currency.
 *
 * `gross`, `lineDiscount`, `subtotal` and `discountAllocated` are in terms of the price as it was asked: without tax,
 * or with it where prices include tax. `net`, and `undiscounted` (the net, had there been no discount), never have tax
 * in them. So these hold exactly, for every line and for the totals:
 * - subtotal = gross − lineDiscount
 * - subtotal − discountAllocated = net, or net + tax where prices include tax
 * - total = net + tax − withheld − afterTaxDiscount
 */
export type PricedLine = Taxed & {
  readonly gross: bigint;
  readonly lineDiscount: bigint;
  readonly subtotal: bigint;
  readonly discountAllocated: bigint;
  readonly undiscounted: bigint;
  readonly afterTaxDiscount: bigint;
  readonly total: bigint;
};
export type PricedCharge = Taxed & { readonly kind: string; readonly total: bigint };

/**
 * Sums of the lines, except that `charges` is the net of the charges, and that `tax`, `taxes` and `withheld` have the
 * taxes of the charges in them. `total` is what the client is to pay:
 * net + charges + tax − withheld − afterTaxDiscount + rounding.
 */
export type SaleTotals = {
  readonly gross: bigint;
  readonly lineDiscount: bigint;
  readonly documentDiscount: bigint;
  readonly undiscounted: bigint;
  readonly net: bigint;
  readonly charges: bigint;
  readonly tax: bigint;
  readonly taxes: readonly AppliedTax[];
  readonly withheld: bigint;
  readonly afterTaxDiscount: bigint;
  readonly rounding: bigint;
  readonly total: bigint;
};

export type PricedSale = {
  readonly currency: string;
  readonly lines: readonly PricedLine[];
  readonly charges: readonly PricedCharge[];
  /** Amount of each document discount, in the order given. */
  readonly discounts: readonly TakenDiscount[];
  readonly totals: SaleTotals;
};

/**
 * Prices a sale: the one place where quantities and prices become amounts.
 *
 * Each line is rounded once, after its own discount; all that follows adds and shares out rounded amounts, so that
 * every sum is exact. Throws {@link SaleFault} for what a caller can get wrong.
 */
export function priceSale(draft: SaleDraft): PricedSale {
  if (minorDigits(draft.currency) === undefined) throw new SaleFault('currency_unknown');
  const { lines, discounts = [], charges = [], roundingMode } = draft;
  const asked = lines.map((line, position) => askedFor(line, position, roundingMode));
  const subtotals = asked.map((line) => line.gross - line.lineDiscount);
  const before = discountDocument(subtotals, discounts, { applies: 'before_tax', roundingMode });
  const taxed = applyTaxes(taxablesOf(lines, before.left, charges), draft);
  const payable = lines.map(({ quantity }, line) => payableOf(at(taxed, line), { line }, quantity < 0n));
  const after = discountDocument(payable, discounts, { applies: 'after_tax', roundingMode });
  const pricedLines = lines.map((line, position) => {
    const { gross, lineDiscount } = at(asked, position);
    const discountAllocated = at(before.shares, position);
    const discount = withoutTaxIf(draft, line, lineDiscount + discountAllocated);
    const afterTaxDiscount = at(after.shares, position);
    return pricedLine(at(taxed, position), { gross, lineDiscount, discountAllocated, discount, afterTaxDiscount });
  });
  const pricedCharges = charges.map(({ kind }, position) => {
    const item = at(taxed, lines.length + position);
    return pricedCharge(kind, item, payableOf(item, { charge: position }));
  });
  const totals = totalsOf(pricedLines, pricedCharges, draft.cashRoundingIncrement);
  if (isBelowZero(totals)) throw new SaleFault('total_negative');
  return {
    currency: draft.currency,
    lines: pricedLines,
    charges: pricedCharges,
    discounts: discounts.map(({ applies, lines: scope }, position) => {
      const amount = at(before.amounts, position) + at(after.amounts, position);
      return { applies, amount, ...(scope && { lines: scope }) };
    }),
    totals,
  };
}

/** Goods taken back lower what others come to, but no sale or return is kept with any of its amounts below zero. */
export function isBelowZero(totals: SaleTotals): boolean {
  const { gross, lineDiscount, documentDiscount, undiscounted, net, tax, withheld, afterTaxDiscount, total } = totals;
  const amounts = [gross, lineDiscount, documentDiscount, undiscounted - net, net, tax, withheld, afterTaxDiscount];
  return total < 0n || amounts.some((amount) => amount < 0n);
}

/** Puts a line together; `discount` is all that was taken off before tax, without the tax that may be in it. */
export function pricedLine(
  { net, tax, withheld, taxes }: Taxed,
  parts: Pick<PricedLine, 'gross' | 'lineDiscount' | 'discountAllocated' | 'afterTaxDiscount'> & { discount: bigint },
): PricedLine {
  const { gross, lineDiscount, discountAllocated, afterTaxDiscount } = parts;
  return {
    gross,
    lineDiscount,
    subtotal: gross - lineDiscount,
    discountAllocated,
    undiscounted: net + parts.discount,
    net,
    tax,
    withheld,
    afterTaxDiscount,
    total: net + tax - withheld - afterTaxDiscount,
    taxes,
  };
}

export function totalsOf(
  lines: readonly PricedLine[],
  charges: readonly PricedCharge[],
  cashRoundingIncrement: bigint | undefined,
): SaleTotals {
  const totals = { gross: 0n, lineDiscount: 0n, documentDiscount: 0n, undiscounted: 0n, net: 0n, afterTaxDiscount: 0n };
  let [chargesNet, tax, withheld, exact] = [0n, 0n, 0n, 0n];
  // Without these, goods taken back would hide amounts that are too large to keep.
  let [back, taxedBack] = [0n, 0n];
  for (const line of lines) {
    totals.gross += line.gross;
    totals.lineDiscount += line.lineDiscount;
    totals.documentDiscount += line.discountAllocated;
    totals.undiscounted += line.undiscounted;
    totals.net += line.net;
    totals.afterTaxDiscount += line.afterTaxDiscount;
    tax += line.tax;
    withheld += line.withheld;
    exact += line.total;
    if (line.gross < 0n) [back, taxedBack] = [back - line.gross, taxedBack - line.net - line.tax];
  }
  for (const charge of charges) {
    chargesNet += charge.net;
    tax += charge.tax;
    withheld += charge.withheld;
    exact += charge.total;
  }
  const total = cashRoundingIncrement === undefined ? exact : inCash(exact, cashRoundingIncrement);
  // Every other amount is a part of one of these two, or of the total.
  const largest = [totals.gross + back, totals.net + chargesNet + tax + taxedBack, total];
  if (largest.some((amount) => amount > documentMax)) throw new SaleFault('amount_too_large');
  const taxes = sumTaxes([...lines, ...charges]);
  return { ...totals, charges: chargesNet, tax, taxes, withheld, rounding: total - exact, total };
}

function askedFor(
  { quantity, unitPrice, discount }: DraftLine,
  line: number,
  mode: RoundingMode,
): { readonly gross: bigint; readonly lineDiscount: bigint } {
  if (quantity === 0n) throw new SaleFault('quantity_zero', { line });
  if (unitPrice < 0n) throw new SaleFault('price_negative', { line });
  const exact = quantity * unitPrice;
  const gross = divide(exact, exactPerMinor, mode);
  if (gross > documentMax || gross < -documentMax) throw new SaleFault('amount_too_large', { line });
  if (discount === undefined) return { gross, lineDiscount: 0n };
  if (quantity < 0n) throw new SaleFault('discount_on_return', { line });
  const taken = 'percent' in discount ? discount.percent : discount.amount;
  if (taken < 0n) throw new SaleFault('discount_negative', { line });
  if (taken > ('percent' in discount ? hundredPercent : gross)) throw new SaleFault('discount_exceeds_line', { line });
  if ('amount' in discount) return { gross, lineDiscount: discount.amount };
  const subtotal = divide(exact * (hundredPercent - discount.percent), exactPerMinor * hundredPercent, mode);
  return { gross, lineDiscount: gross - subtotal };
}

/** A quantity times a unit price, in minor units, is this much finer than a minor unit. */
const exactPerMinor = powerOfTen(quantityScale + unitPriceExtraDigits);

function taxablesOf(
  lines: readonly DraftLine[],
  amounts: readonly bigint[],
  charges: readonly DraftCharge[],
): Taxable[] {
  const taxables: Taxable[] = [];
  for (const [line, { taxes, quantity }] of lines.entries()) {
    if (hasRepeated(taxes)) throw new SaleFault('tax_repeated', { line });
    taxables.push({ amount: at(amounts, line), taxes, quantity });
  }
  for (const [position, charge] of charges.entries()) {
    if (charge.amount < 0n) throw new SaleFault('charge_negative', { charge: position });
    if (hasRepeated(charge.taxes)) throw new SaleFault('tax_repeated', { charge: position });
    taxables.push(charge);
  }
  return taxables;
}

function hasRepeated(taxes: readonly TaxRate[]): boolean {
  return taxes.length > 1 && new Set(taxes.map((rate) => rate.id)).size < taxes.length;
}

function payableOf({ net, tax, withheld }: Taxed, place: SaleFaultPlace, isBack = false): bigint {
  const payable = net + tax - withheld;
  if (isBack ? payable > 0n : payable < 0n) throw new SaleFault('withheld_exceeds_payable', place);
  return payable;
}

function withoutTaxIf(rules: TaxRules, line: DraftLine, discount: bigint): bigint {
  return rules.pricesIncludeTax ? withoutTax(discount, line.taxes, rules.roundingMode) : discount;
}

function pricedCharge(kind: string, { net, tax, withheld, taxes }: Taxed, total: bigint): PricedCharge {
  return { kind, net, tax, withheld, total, taxes };
}

/** To the nearest always: the rounding mode of the taxes says nothing about coins. */
function inCash(amount: bigint, increment: bigint): bigint {
  if (increment <= 0n) throw new SaleFault('increment_not_positive');
  return divide(amount, increment, 'half_up') * increment;
}
