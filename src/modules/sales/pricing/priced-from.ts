import type { TakenDiscount } from '../../../core/discount.ts';
import { at } from '../../../core/list.ts';
import type { PricedCharge, PricedLine, SaleTotals } from '../../../core/sale.ts';
import type { SoldSale } from '../../../core/sale-return.ts';
import type { AppliedTax } from '../../../core/tax.ts';
import type { LineRow, StoredCharge, StoredDiscount, StoredTax } from '../sale-row.ts';
import type { StoredSale } from '../store.ts';

/** Returns are slices of this. */
export function pricedFrom({ row, lines }: StoredSale): SoldSale {
  return {
    currency: row.currency,
    lines: lines.map(pricedLine),
    charges: row.charges.map(pricedCharge),
    discounts: row.discounts.map(takenDiscount),
  };
}

function takenDiscount({ applies, amount, lines }: StoredDiscount): TakenDiscount {
  return { applies, amount: BigInt(amount), lines: lines?.map((position) => position - 1) };
}

function pricedLine(line: LineRow): PricedLine {
  return {
    gross: line.gross,
    lineDiscount: line.line_discount,
    subtotal: line.gross - line.line_discount,
    discountAllocated: line.discount_allocated,
    undiscounted: line.undiscounted,
    net: line.net,
    tax: line.tax,
    withheld: line.withheld,
    afterTaxDiscount: line.after_tax_discount,
    total: line.total,
    taxes: line.taxes.map(appliedTax),
  };
}

function pricedCharge({ kind, net, tax, total, taxes }: StoredCharge): PricedCharge {
  const amounts = { net: BigInt(net), tax: BigInt(tax), total: BigInt(total) };
  return { kind, ...amounts, withheld: amounts.net + amounts.tax - amounts.total, taxes: taxes.map(appliedTax) };
}

function appliedTax({ rate_id: id, kind, compound, sequence, base, amount, ...tax }: StoredTax): AppliedTax {
  const fixed = typeof tax.fixed === 'string' ? BigInt(tax.fixed) : null;
  const rate = { id, percentage: BigInt(tax.percentage), fixed, kind, compound, sequence };
  return { rate, base: BigInt(base), amount: BigInt(amount) };
}

/** Taxes as they are kept, with the copies of their rates that the sale has. */
export function taxesAsSold(taxes: readonly AppliedTax[], sold: readonly StoredTax[]): StoredTax[] {
  const rates = new Map(sold.map((tax) => [tax.rate_id, tax]));
  return taxes.map(({ rate, base, amount }) => {
    const tax = rates.get(rate.id);
    if (tax === undefined) throw new RangeError(`tax rate ${rate.id} was never charged`);
    return { ...tax, base: base.toString(), amount: amount.toString() };
  });
}

/** Totals as columns of a row. */
export function totalColumns(totals: SaleTotals) {
  return {
    gross: totals.gross,
    line_discount: totals.lineDiscount,
    document_discount: totals.documentDiscount,
    undiscounted: totals.undiscounted,
    net: totals.net,
    charges_net: totals.charges,
    tax: totals.tax,
    withheld: totals.withheld,
    after_tax_discount: totals.afterTaxDiscount,
    rounding: totals.rounding,
    total: totals.total,
  };
}

/** The amounts of a line as columns of its row. */
export function lineColumns(lines: readonly PricedLine[], index: number) {
  const line = at(lines, index);
  return {
    gross: line.gross,
    line_discount: line.lineDiscount,
    discount_allocated: line.discountAllocated,
    undiscounted: line.undiscounted,
    net: line.net,
    tax: line.tax,
    withheld: line.withheld,
    after_tax_discount: line.afterTaxDiscount,
    total: line.total,
  };
}
