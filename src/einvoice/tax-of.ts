import type { Decimal } from '../core/decimal.ts';
import type { Adjustment, DocumentFacts, LineTax } from '../render/facts.ts';
import { distance, minorAmount, order, percentOf, shortest } from './exact.ts';
import type { DocumentAdjustment, LineAdjustment, TaxKey } from './model.ts';
import { speakable } from './xml.ts';

/** True for a tax that the seller charges; the standard knows no tax withheld by the buyer. */
export type ChargedTax = (tax: LineTax) => boolean;

export function taxKeyOf({ category, percent }: Pick<LineTax, 'category' | 'percent'>): TaxKey {
  return { category, percent: category === 'O' ? null : shortest(percent) };
}

/** An adjustment that names no tax has that of the lines, as long as they all have the same. */
export function documentAdjustmentOf(one: Adjustment, facts: DocumentFacts): DocumentAdjustment {
  const tax = one.tax ?? facts.lines[0]?.taxes[0];
  return {
    ...adjustmentOf(one, facts.currency),
    tax: tax === undefined ? { category: 'O', percent: null } : taxKeyOf(tax),
  };
}

export function adjustmentOf(one: Adjustment, currency: string): LineAdjustment {
  const reason = speakable(one.reason);
  const reasonCode = speakable(one.reasonCode);
  return {
    kind: one.kind,
    amount: minorAmount(one.amount, currency),
    ...percentageOf(one, currency),
    reason,
    reasonCode: reason === null && reasonCode === null ? unsaid[one.kind] : reasonCode,
  };
}

/** `Discount` of UNTDID 5189 and `Miscellaneous` of UNTDID 7161: the standard wants a reason of every adjustment. */
const unsaid = { discount: '95', charge: 'ABK' };

const slack: Decimal = { units: 2n, scale: 2 };

/** A percentage is told only with what it is of, and only where the two do come to the amount. */
function percentageOf(
  { percent, base, amount }: Adjustment,
  currency: string,
): Pick<LineAdjustment, 'percent' | 'base'> {
  if (percent === null || base === null) return { percent: null, base: null };
  const of = minorAmount(base, currency);
  const comesTo = percentOf(of, percent, of.scale + percent.scale + 2);
  if (order(distance(comesTo, minorAmount(amount, currency)), slack) > 0) return { percent: null, base: null };
  return { percent: shortest(percent), base: of };
}
