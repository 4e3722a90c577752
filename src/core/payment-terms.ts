import { addDays, addMonths, clampedDay, type Day, daysBetween, lastDay, partsOf } from './calendar.ts';
import { periodOf } from './period.ts';

/** `value` is a number of days, for `day_of_following_month` a day from 1 to 31, or a number of monthly instalments. */
export type PaymentTerms = {
  readonly type: 'days_after_issue' | 'days_after_month_end' | 'day_of_following_month' | 'monthly_instalments';
  readonly value: number;
  /** Tiers of early-payment discount, shortest period first; percentages as they are written. */
  readonly early_discounts?: readonly { readonly percent: string; readonly days: number }[] | undefined;
};

/** Due date of a document issued on this day. Never after the last day of the calendar. */
export function dueDateOf(issued: Day, { type, value }: PaymentTerms): Day {
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`payment terms of ${value} days`);
  if (type === 'days_after_issue') return daysAfter(issued, value);
  if (type === 'monthly_instalments') return addMonths(issued, value);
  const monthEnd = periodOf('month', issued).to;
  if (type === 'days_after_month_end') return daysAfter(monthEnd, value);
  if (value < 1 || value > 31) throw new RangeError(`no month has a day ${value}`);
  if (monthEnd === lastDay) return lastDay;
  const { year, month } = partsOf(addDays(monthEnd, 1));
  return clampedDay(year, month, value);
}

function daysAfter(from: Day, days: number): Day {
  return daysBetween(from, lastDay) < days ? lastDay : addDays(from, days);
}
