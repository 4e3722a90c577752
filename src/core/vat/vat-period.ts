import { addDays, addMonths, type Day } from '../calendar.ts';
import type { Period } from '../period.ts';

/** Months of each period by which VAT is declared. */
export const vatPeriods = {
  month: 1,
  two_months: 2,
  quarter: 3,
  four_months: 4,
  half_year: 6,
  year: 12,
} as const;
export type VatPeriod = keyof typeof vatPeriods;

/** The period that a day is in, counted from the first day of some period. */
export function vatPeriodOf(day: Day, length: VatPeriod, start: Day): Period {
  const months = vatPeriods[length];
  const elapsed = monthsBetween(start, day);
  const from = addMonths(start, Math.floor(elapsed / months) * months);
  return { from, to: addDays(addMonths(from, months), -1) };
}

/** Whole months from the first day of one month to that of another. */
function monthsBetween(start: Day, day: Day): number {
  const [startYear = 0, startMonth = 0] = start.split('-').map(Number);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return (year - startYear) * 12 + month - startMonth;
}
