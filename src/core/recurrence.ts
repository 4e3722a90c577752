import { addDays, addMonths, type Day, dayIn, dayOfMonth, lastDay } from './calendar.ts';

export type Frequency = 'day' | 'week' | 'month' | 'year';

/**
 * Recurrence of something: `every` so many days, weeks, months or years from `start` on.
 *
 * `anchor` is the day of the month that was agreed on. Where a month has no such day its last is meant, and the month
 * after that is on the anchor again: 31 January, 28 February, 31 March. It counts for months and years alone.
 */
export type Recurrence = {
  readonly frequency: Frequency;
  readonly every: number;
  readonly start: Day;
  readonly anchor?: number | undefined;
  /** The last day that an occurrence may be on. */
  readonly until?: Day | undefined;
  /** Number of occurrences in all, if limited. */
  readonly count?: number | undefined;
};

/** Missed occurrences: make none, the last of them, or each. */
export type CatchUp = 'skip' | 'one' | 'all';

/** An occurrence by its number, from zero, which is that of `start`. */
export type Occurrence = { readonly number: number; readonly day: Day };

const daysPerWeek = 7;
const monthsPerYear = 12;

/** The occurrence with this number, or undefined where it is over by then. */
export function occurrenceAt(recurrence: Recurrence, number: number): Occurrence | undefined {
  if (!Number.isInteger(number) || number < 0) throw new RangeError(`no occurrence has the number ${number}`);
  const { until = lastDay, count } = recurrence;
  if (count !== undefined && number >= count) return undefined;
  const day = dayOf(recurrence, number);
  return day === undefined || day > until ? undefined : { number, day };
}

/** Occurrences to make today from this number on, and the next one, if there is one. */
export type DueOccurrences = {
  readonly make: readonly Occurrence[];
  readonly skipped: number;
  readonly next: Occurrence | undefined;
};

/**
 * Finds the occurrences that are due. One is due on its day; with the policy `skip` only on that day, with `one` the
 * last that was missed is made too late, with `all` each is, at most `max` in one go.
 */
export function dueOccurrences(
  recurrence: Recurrence,
  from: number,
  { today, catchUp, max }: { readonly today: Day; readonly catchUp: CatchUp; readonly max: number },
): DueOccurrences {
  const make: Occurrence[] = [];
  let skipped = 0;
  let next = occurrenceAt(recurrence, from);
  while (next !== undefined && next.day <= today && make.length < max) {
    const after = occurrenceAt(recurrence, next.number + 1);
    const isPast = catchUp === 'skip' ? next.day < today : after !== undefined && after.day <= today;
    if (catchUp !== 'all' && isPast) skipped += 1;
    else make.push(next);
    next = after;
  }
  return { make, skipped, next };
}

function dayOf({ frequency, every, start, anchor = dayOfMonth(start) }: Recurrence, number: number): Day | undefined {
  if (!Number.isInteger(every) || every < 1) throw new RangeError(`nothing comes every ${every} days`);
  const steps = every * number;
  try {
    if (frequency === 'day') return addDays(start, steps);
    if (frequency === 'week') return addDays(start, steps * daysPerWeek);
    return addMonths(start, frequency === 'month' ? steps : steps * monthsPerYear, anchor);
  } catch (error) {
    // The calendar ends in the year 9999.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const minuteMs = 60_000;
/** No place on Earth is further than this from UTC. */
const offsetMaxMs = 16 * 60 * minuteMs;

/** The first minute, RFC 3339 in UTC, in which it is this day in `timeZone`: midnight, where there is one. */
export function beginningOf(day: Day, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - offsetMaxMs;
  let after = midnight + offsetMaxMs;
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs;
    if (dayIn(new Date(middle).toISOString(), timeZone) >= day) after = middle;
    else before = middle;
  }
  return new Date(after).toISOString();
}
