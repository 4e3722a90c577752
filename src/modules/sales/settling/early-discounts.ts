import type { Day } from '../../../core/calendar.ts';
import { formatDecimal, percentScale } from '../../../core/decimal.ts';
import { discountedUntil, discountOf } from '../../../core/early-discount.ts';
import { money } from '../../../core/money.ts';
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

/** What each lets off of what is due now, and what is to be paid then. */
export function earlyDiscountRecords(
  row: SaleFacts & Pick<SaleRow, 'early_discounts' | 'currency'>,
): SaleRecord['early_discounts'] {
  const due = dueOf(row);
  return row.early_discounts.map(({ percent: digits, days, until }) => {
    const percent = BigInt(digits);
    const discount = discountOf(due, percent);
    return {
      percent,
      days,
      until,
      discount: money(discount, row.currency),
      payable: money(due - discount, row.currency),
    };
  });
}
