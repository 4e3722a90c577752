import { z } from 'zod';
import type { Day as CoreDay } from '../../core/calendar.ts';
import { daysOf, type NamedPeriod, namedPeriods } from '../../core/named-period.ts';
import {
  contains,
  counterpartOf,
  daysIn,
  type FiscalStart,
  type IntervalUnit,
  intervalsOf,
  later,
  type Period,
  piecesOf,
  previousPeriod,
  previousYear,
  toDate,
} from '../../core/period.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Day } from '../../wire/index.ts';
import { settingsOf } from '../organization/index.ts';

export const intervals = [
  ...(['day', 'week', 'month', 'quarter', 'year'] as const),
  ...(['fiscal_month', 'fiscal_quarter', 'fiscal_year'] as const),
] as const satisfies readonly IntervalUnit[];

/** A year of days. */
const intervalsMax = 400;

export const rangeInput = {
  period: z.enum(namedPeriods).optional().describe('Instead of `from` and `to`. Default: this month.'),
  from: Day.optional().describe('First day.'),
  to: Day.optional().describe('Last day, inclusive.'),
};

const comparisons = ['previous_period', 'previous_year', 'custom'] as const;
type Comparison = (typeof comparisons)[number];

export const compareInput = {
  compare: z
    .enum(comparisons)
    .optional()
    .describe('Cut at the same day while the period is running. `custom`: from `compare_from`.'),
  compare_from: Day.optional().describe('First day of a custom comparison.'),
  compare_to: Day.optional().describe(
    'Last day of a custom comparison. Default: the same number of days as the period.',
  ),
};

export const intervalInput = z.enum(intervals).optional().describe('Adds a series, one amount per interval.');

type RangeInput = { period?: NamedPeriod | undefined; from?: CoreDay | undefined; to?: CoreDay | undefined };
type CompareInput = {
  compare?: Comparison | undefined;
  compare_from?: CoreDay | undefined;
  compare_to?: CoreDay | undefined;
};
type ReportInterval = Period & {
  readonly label: string;
  readonly is_partial: boolean;
  readonly state: 'past' | 'current' | 'future';
};

/** The days that a report is about, cut into intervals where they are asked for, and those it is compared with. */
export type ReportRange = {
  readonly current: Period;
  readonly intervals: readonly ReportInterval[];
  readonly compared: Period | undefined;
  /** Comparison of each interval; undefined where the comparison is over. Days may be in two or none. */
  readonly comparedIntervals: readonly (Period | undefined)[];
  /** The comparison cut so that each of these is made of whole pieces. */
  readonly comparedPieces: readonly Period[];
};

export async function rangeOf(
  context: Context,
  input: RangeInput & CompareInput & { interval?: IntervalUnit | undefined },
): Promise<ReportRange> {
  const { interval } = input;
  const isFiscal = input.period?.includes('fiscal') === true || interval?.startsWith('fiscal') === true;
  const fiscal = isFiscal ? (await settingsOf(context)).fiscalYearStart : undefined;
  const current = periodFrom(context, input, fiscal);
  const compared = comparisonOf(context, current, input);
  const found = limited(interval === undefined ? [] : intervalsOf(current, interval, fiscal));
  return {
    current,
    intervals: found.map(({ from, to, isWhole }) => ({
      from,
      to,
      label: labelOf({ from, to }, interval),
      // An interval is over when its last day is.
      is_partial: !isWhole || context.today <= to,
      state: to < context.today ? 'past' : from > context.today ? 'future' : 'current',
    })),
    ...comparedParts(current, compared, found),
  };
}

/** Amounts of the comparison for each interval, from those of its pieces; empty without one. */
export function comparedSeries(
  { comparedIntervals, comparedPieces }: ReportRange,
  amountOf: (piece: number) => bigint,
): (bigint | undefined)[] {
  return comparedIntervals.map((whole) => {
    if (whole === undefined) return undefined;
    return comparedPieces.reduce((total, { from }, piece) => {
      return contains(whole, from) ? total + amountOf(piece) : total;
    }, 0n);
  });
}

function comparedParts(
  current: Period,
  compared: Period | undefined,
  parts: readonly Period[],
): Pick<ReportRange, 'compared' | 'comparedIntervals' | 'comparedPieces'> {
  if (compared === undefined) return { compared, comparedIntervals: [], comparedPieces: [] };
  const comparedIntervals = parts.map((one) => counterpartOf(one, current, compared));
  const found = comparedIntervals.filter((one) => one !== undefined);
  return { compared, comparedIntervals, comparedPieces: piecesOf(compared, found) };
}

function periodFrom({ today }: Context, { period, from, to }: RangeInput, fiscal: FiscalStart | undefined): Period {
  if (period !== undefined && (from !== undefined || to !== undefined)) {
    throw fault('/period', 'not_both', 'Write either `period`, or `from` and `to`.');
  }
  if (from === undefined && to === undefined) return daysOf(period ?? 'this_month', today, fiscal);
  if (from === undefined) throw fault('/from', 'required', 'Write the first day too, in `from`.');
  const last = to ?? today;
  if (last < from) throw fault('/to', 'period_reversed', 'Write a last day that is not before the first.');
  return { from, to: last };
}

function comparisonOf({ today }: Context, current: Period, input: CompareInput): Period | undefined {
  const { compare, compare_from: from, compare_to: to } = input;
  if (compare === 'custom') return customComparison(current, from, to);
  if (from !== undefined || to !== undefined) {
    throw fault('/compare', 'not_custom', 'Write `"compare": "custom"` to compare with these dates.');
  }
  if (compare === undefined) return undefined;
  const soFar = contains(current, today) ? { from: current.from, to: today } : current;
  if (compare === 'previous_year') return previousYear(soFar) ?? none();
  const found = previousPeriod(current) ?? none();
  return contains(current, today) ? toDate(found, current, today) : found;
}

function customComparison(current: Period, from: CoreDay | undefined, to: CoreDay | undefined): Period {
  if (from === undefined)
    throw fault('/compare_from', 'required', 'Write the first day of the comparison, in `compare_from`.');
  const last = to ?? later(from, daysIn(current) - 1);
  if (last < from) throw fault('/compare_to', 'period_reversed', 'Write a last day that is not before the first.');
  return { from, to: last };
}

function none(): never {
  throw noComparison();
}

export function noComparison(): Error {
  return fault('/compare', 'no_comparison', 'There is no earlier period to compare with.');
}

function limited<Interval>(found: readonly Interval[]): readonly Interval[] {
  if (found.length <= intervalsMax) return found;
  throw fault('/interval', 'too_many_intervals', `Choose a longer interval: a series has at most ${intervalsMax}.`);
}

/** `2026-03-05`, `2026-03`, `2026-Q1`, `2026`; a week or a fiscal unit by the day it begins on. */
export function labelOf({ from }: Period, unit: IntervalUnit | undefined): string {
  if (unit === 'year') return from.slice(0, 4);
  if (unit === 'month') return from.slice(0, 7);
  if (unit === 'quarter') return `${from.slice(0, 4)}-Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`;
  return from;
}
