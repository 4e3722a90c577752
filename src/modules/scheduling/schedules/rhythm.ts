import { addDays, clampedDay, type Day, dayIn, dayOfWeek, partsOf } from '../../../core/calendar.ts';
import {
  beginningOf,
  type DueOccurrences,
  dueOccurrences,
  occurrenceAt,
  type Recurrence,
} from '../../../core/recurrence.ts';

export const frequencies = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Frequency = (typeof frequencies)[number];

/** In the order of the calendar: Monday is 1. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const hourMs = 3_600_000;
const hoursPerDay = 24;
const daysPerWeek = 7;
const monthsPerYear = 12;
const monthsPerQuarter = 3;
/** Clocks change before this hour. */
const changedBy = 4;

/** On which days a report is due. `weekday`: of weeks, Monday is 1. `anchor_day`: of months, quarters and years. */
export type Days = {
  readonly frequency: Frequency;
  readonly weekday: number | null;
  readonly anchor_day: number | null;
};
export type Rhythm = Days & { readonly start_date: Day; readonly hour: number; readonly occurrence: number };

/** The first such day from `from` on. Quarters and years begin with their first month. */
export function firstDay({ frequency, weekday, anchor_day: anchor }: Days, from: Day): Day {
  if (frequency === 'day') return from;
  if (frequency === 'week') return addDays(from, ((weekday ?? 1) - dayOfWeek(from) + daysPerWeek) % daysPerWeek);
  const step = { month: 1, quarter: monthsPerQuarter, year: monthsPerYear }[frequency];
  const { year, month } = partsOf(from);
  const current = month - ((month - 1) % step);
  for (let first = current; ; first += step) {
    const day = dayInMonth(year, first, anchor ?? 1);
    if (day >= from) return day;
  }
}

function dayInMonth(year: number, month: number, date: number): Day {
  return clampedDay(year + Math.floor((month - 1) / monthsPerYear), ((month - 1) % monthsPerYear) + 1, date);
}

/**
 * The instant, RFC 3339 in UTC, in which it is this hour of the day in `timeZone`. Counted from whichever end of the
 * day is on the same side of a change of clocks, which happens early in the morning.
 */
export function dueAt(day: Day, hour: number, timeZone: string): string {
  if (hour < changedBy) return later(beginningOf(day, timeZone), hour);
  return later(beginningOf(addDays(day, 1), timeZone), hour - hoursPerDay);
}

function later(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * hourMs).toISOString();
}

/** The first day that is due after this moment, from `from` on. */
export function nextDay(days: Days & { readonly hour: number }, from: Day, { now, timeZone }: Clock): Day {
  const first = firstDay(days, from);
  return dueAt(first, days.hour, timeZone) > now ? first : firstDay(days, addDays(first, 1));
}

type Clock = { readonly now: string; readonly timeZone: string };

/** What is due by now: the last occurrence that was missed, and how many before it are left out. */
export function dueNow(rhythm: Rhythm, { now, timeZone }: Clock): DueOccurrences {
  const today = dayIn(now, timeZone);
  const isTime = dueAt(today, rhythm.hour, timeZone) <= now;
  return dueOccurrences(recurrenceOf(rhythm), rhythm.occurrence, {
    today: isTime ? today : addDays(today, -1),
    catchUp: 'one',
    max: 1,
  });
}

/** The day of an occurrence. The calendar ends in the year 9999, and no schedule lives that long. */
export function dayOfOccurrence(rhythm: Rhythm, number: number): Day {
  return occurrenceAt(recurrenceOf(rhythm), number)?.day ?? rhythm.start_date;
}

function recurrenceOf({ frequency, start_date: start, anchor_day: anchor }: Rhythm): Recurrence {
  return {
    frequency: frequency === 'quarter' ? 'month' : frequency,
    every: frequency === 'quarter' ? monthsPerQuarter : 1,
    start,
    anchor: anchor ?? undefined,
  };
}
