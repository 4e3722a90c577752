import { addDays, addMonths, clampedDay, type Day, daysBetween, earlierOf, laterOf, partsOf } from './calendar.ts';
import { sliceOf } from './share.ts';

/** `month`: the same for each month, the last takes the rest. `day`: by the days of each month. */
export type SpreadMethod = 'month' | 'day';

export type Spread = { readonly from: Day; readonly to: Day; readonly method: SpreadMethod };

/** Share of an amount for one month, on its last day. */
export type SpreadPart = { readonly date: Day; readonly amount: bigint };

/**
 * An amount spread over the months of a period, each share on the last day of its month. By `month` a period counts
 * from its first day: 15 April to 14 April of the next year are twelve months, of which the first is April. Months that
 * take nothing are left out. The shares sum to the amount, and none has another sign.
 */
export function spreadOver(amount: bigint, { from, to, method }: Spread): SpreadPart[] {
  if (to < from) throw new RangeError(`${to} is before ${from}`);
  const shares = method === 'month' ? byMonth(amount, from, to) : byDay(amount, from, to);
  return shares.filter((share) => share.amount !== 0n);
}

/** The last day of the month that a day is in. */
export function monthEnd(day: Day): Day {
  const { year, month } = partsOf(day);
  return clampedDay(year, month, 31);
}

/** Months that a period has, a part of one counting whole. */
export function monthsIn({ from, to }: Pick<Spread, 'from' | 'to'>): number {
  const [first, last] = [partsOf(from), partsOf(to)];
  const apart = (last.year - first.year) * 12 + last.month - first.month;
  return addMonths(from, apart) > to ? apart : apart + 1;
}

function byMonth(amount: bigint, from: Day, to: Day): SpreadPart[] {
  const months = monthsIn({ from, to });
  const share = amount / BigInt(months);
  return Array.from({ length: months }, (_, index) => ({
    date: monthEnd(addMonths(firstOf(from), index)),
    amount: index < months - 1 ? share : amount - share * BigInt(months - 1),
  }));
}

function byDay(amount: bigint, from: Day, to: Day): SpreadPart[] {
  const of = BigInt(daysBetween(from, to) + 1);
  const shares: SpreadPart[] = [];
  for (let first = firstOf(from); first <= to; first = addMonths(first, 1)) {
    const date = monthEnd(first);
    const begins = BigInt(daysBetween(from, laterOf(first, from)));
    const ends = BigInt(daysBetween(from, addDays(earlierOf(date, to), 1)));
    shares.push({ date, amount: sliceOf(amount, { from: begins, to: ends, of }) });
  }
  return shares;
}

function firstOf(day: Day): Day {
  const { year, month } = partsOf(day);
  return clampedDay(year, month, 1);
}
