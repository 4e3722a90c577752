import type { Day } from '../../../core/calendar.ts';
import { formatDecimal, percentScale } from '../../../core/decimal.ts';
import { discountedUntil, discountOf } from '../../../core/early-discount.ts';
import { type Money, money } from '../../../core/money.ts';
import { type EarlyDiscountTerm, millionths } from '../../../wire/index.ts';
import type { SaleRecord } from '../sale.ts';
import type { SaleRow, StoredEarlyDiscount } from '../sale-row.ts';
import { dueOf, type SaleFacts } from './settled.ts';

/** Terms of early payment as a sale has them, counted from a day. */
export function datedDiscounts(terms: readonly EarlyDiscountTerm[], from: Day): StoredEarlyDiscount[] {
  return terms.map(({ percent, days }) => ({
    percent: millionths(percent).toString(),
    days,
    until: discountedUntil(from, days),
  }));
}

export function redated(tiers: readonly StoredEarlyDiscount[], from: Day): StoredEarlyDiscount[] {
  return tiers.map((tier) => ({ ...tier, until: discountedUntil(from, tier.days) }));
}

export function earlyDiscountGiven({ percent, days }: StoredEarlyDiscount): EarlyDiscountTerm {
  return { percent: formatDecimal(BigInt(percent), percentScale, 0), days };
}

/** The discount of each tier on the amount due now, and the amount to pay with it. */
export function earlyDiscountRecords(
  row: SaleFacts & Pick<SaleRow, 'early_discounts' | 'currency'>,
): SaleRecord['early_discounts'] {
  return earlyDiscountsOf(row.early_discounts, money(dueOf(row), row.currency));
}

/** The same of what is due, on a sale or an expense. */
export function earlyDiscountsOf(
  tiers: readonly StoredEarlyDiscount[],
  { minor: due, currency }: Money,
): SaleRecord['early_discounts'] {
  return tiers.map(({ percent: digits, days, until }) => {
    const percent = BigInt(digits);
    const discount = discountOf(due, percent);
    return { percent, days, until, discount: money(discount, currency), payable: money(due - discount, currency) };
  });
}
