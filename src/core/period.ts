import {
  addDays,
  addYears,
  clampedDay,
  type Day,
  dayOfMonth,
  dayOfWeek,
  daysBetween,
  earlierOf,
  firstDay,
  lastDay,
  laterOf,
  partsOf,
} from './calendar.ts';

/** From the first day to the last, both included. */
export type Period = { readonly from: Day; readonly to: Day };

/** A piece of a series; `isWhole` says that the series did not cut it off at its ends. */
export type Interval = Period & { readonly isWhole: boolean };

/** Weeks begin on Monday; fiscal units are counted from the day that the fiscal year begins on. */
export type IntervalUnit =
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'fiscal_month'
  | 'fiscal_quarter'
  | 'fiscal_year';

/** 29 February is 28 in a common year. */
export type FiscalStart = { readonly month: number; readonly day: number };

/** More than ten years of days, and few enough to answer. */
export const intervalsMax = 4_000;

const reasons = {
  period_reversed: 'a period does not end before it begins',
  intervals_too_many: `a series has ${intervalsMax} intervals at most`,
} as const;

/** A fault of the input of a period. */
export class PeriodFault extends Error {
  override readonly name = 'PeriodFault';
  readonly code: keyof typeof reasons;

  constructor(code: keyof typeof reasons) {
    super(reasons[code]);
    this.code = code;
  }
}

export function period(from: Day, to: Day): Period {
  if (to < from) throw new PeriodFault('period_reversed');
  return { from, to };
}

export function contains({ from, to }: Period, day: Day): boolean {
  return from <= day && day <= to;
}

export function daysIn({ from, to }: Period): number {
  return daysBetween(from, to) + 1;
}

/** The week, month, quarter or year that the day is in. */
export function periodOf(unit: IntervalUnit, day: Day, fiscal: FiscalStart = calendarYear): Period {
  if (unit === 'day') return { from: day, to: day };
  if (unit === 'week') return weekOf(day);
  const start = unit.startsWith('fiscal') ? fiscal : calendarYear;
  return monthsOf(day, monthsPerUnit[unit], start);
}

/** The period cut into units, oldest first and without a gap; the first and the last may be cut off. */
export function intervalsOf(whole: Period, unit: IntervalUnit, fiscal: FiscalStart = calendarYear): Interval[] {
  const intervals: Interval[] = [];
  let next: Day | undefined = whole.from;
  while (next !== undefined && next <= whole.to) {
    if (intervals.length === intervalsMax) throw new PeriodFault('intervals_too_many');
    const full: Period = periodOf(unit, next, fiscal);
    const [from, to] = [laterOf(full.from, whole.from), earlierOf(full.to, whole.to)];
    intervals.push({ from, to, isWhole: from === full.from && to === full.to });
    next = full.to < lastDay ? addDays(full.to, 1) : undefined;
  }
  return intervals;
}

/**
 * The default comparison of a period: as many days just before it, or for whole calendar months, as many months.
 *
 * Undefined where that would begin before the calendar does.
 */
export function previousPeriod({ from, to }: Period): Period | undefined {
  const months = wholeMonthsIn({ from, to });
  const days = daysIn({ from, to });
  if (months === 0 && daysBetween(firstDay, from) < days) return undefined;
  const start = months > 0 ? startOf(monthIndex(from) - months, calendarYear) : addDays(from, -days);
  return start === undefined ? undefined : { from: start, to: addDays(from, -1) };
}

/**
 * The same dates a year earlier, 29 February becoming 28; of whole calendar months the whole months, so that February
 * of a leap year keeps its last day. Undefined as for {@link previousPeriod}.
 */
export function previousYear({ from, to }: Period): Period | undefined {
  if (partsOf(from).year === 1) return undefined;
  const last = addYears(to, -1);
  return { from: addYears(from, -1), to: wholeMonthsIn({ from, to }) > 0 ? periodOf('month', last).to : last };
}

/** Cuts a comparison where today cuts the period, so that ten days of this month are compared with ten of the last. */
export function toDate(comparison: Period, current: Period, today: Day): Period {
  if (!contains(current, today) || today === current.to) return comparison;
  const elapsed = Math.min(daysBetween(current.from, today), daysBetween(comparison.from, comparison.to));
  return { from: comparison.from, to: addDays(comparison.from, elapsed) };
}

/**
 * The counterpart of a part of a period in its comparison: the same dates a year before, where that is the comparison;
 * else the same months of whole months, or as many days from the start.
 *
 * Undefined where the comparison is over by then.
 */
export function counterpartOf(part: Period, whole: Period, comparison: Period): Period | undefined {
  const { from, to } = placeIn(part, whole, comparison) ?? {};
  if (from === undefined || to === undefined || from > comparison.to) return undefined;
  return { from, to: earlierOf(to, comparison.to) };
}

function placeIn(part: Period, whole: Period, { from, to }: Period): Period | undefined {
  const yearBefore = previousYear(whole);
  // It may be cut off.
  if (yearBefore?.from === from && to <= yearBefore.to) {
    const before = previousYear(part);
    return before && part.to === whole.to ? { from: before.from, to: yearBefore.to } : before;
  }
  const months = monthIndex(whole.from) - monthIndex(from);
  if (wholeMonthsIn(whole) > 0 && wholeMonthsIn(part) > 0 && dayOfMonth(from) === 1) {
    const [start, end] = [startOf(monthIndex(part.from) - months, calendarYear), monthIndex(part.to) - months + 1];
    const next = startOf(end, calendarYear);
    return start === undefined || next === undefined ? undefined : { from: start, to: addDays(next, -1) };
  }
  const days = daysBetween(whole.from, from);
  return daysBetween(part.from, lastDay) < days
    ? undefined
    : { from: later(part.from, days), to: later(part.to, days) };
}

/** So many days later, or the last that there is. */
export function later(day: Day, days: number): Day {
  return daysBetween(day, lastDay) < days ? lastDay : addDays(day, days);
}

/** A period cut wherever one of its parts begins or ends: pieces that follow one another, without gap or overlap. */
export function piecesOf({ from, to }: Period, parts: readonly Period[]): Period[] {
  const cuts = parts.flatMap((part) => [part.from, ...(part.to < to ? [addDays(part.to, 1)] : [])]);
  const starts = [...new Set([from, ...cuts.filter((day) => from < day && day <= to)])].toSorted();
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return { from: start, to: next === undefined ? to : addDays(next, -1) };
  });
}

const calendarYear: FiscalStart = { month: 1, day: 1 };
const monthsPerUnit = { month: 1, quarter: 3, year: 12, fiscal_month: 1, fiscal_quarter: 3, fiscal_year: 12 } as const;

function weekOf(day: Day): Period {
  const monday = addDays(day, 1 - dayOfWeek(day));
  return { from: monday, to: daysBetween(monday, lastDay) < 6 ? lastDay : addDays(monday, 6) };
}

/** The run of months that the day is in, counted from the start of the year and cut off where the calendar ends. */
function monthsOf(day: Day, length: number, yearStart: FiscalStart): Period {
  const index = monthIndex(day);
  // Before the day of the month that the year starts on, a day still belongs to the month before.
  const current = dayOfMonth(day) < dayOfMonth(startOf(index, yearStart) ?? day) ? index - 1 : index;
  const first = current - ((current - (yearStart.month - 1)) % length);
  const next = startOf(first + length, yearStart);
  return { from: startOf(first, yearStart) ?? firstDay, to: next === undefined ? lastDay : addDays(next, -1) };
}

/** Months since the year 0. */
function monthIndex(day: Day): number {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
}

function startOf(index: number, yearStart: FiscalStart): Day | undefined {
  const year = Math.floor(index / 12);
  return year < 1 || year > 9999 ? undefined : clampedDay(year, (index % 12) + 1, yearStart.day);
}

/** Zero where the period does not begin with a month or does not end with one. */
function wholeMonthsIn({ from, to }: Period): number {
  const isWhole = dayOfMonth(from) === 1 && to === periodOf('month', to).to;
  return isWhole ? monthIndex(to) - monthIndex(from) + 1 : 0;
}
