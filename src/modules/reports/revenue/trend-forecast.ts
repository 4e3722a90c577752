import { z } from 'zod';
import { addDays, addMonths, type Day, firstDay, lastDay } from '../../../core/calendar.ts';
import { forecast, seasonalIndexes } from '../../../core/forecast.ts';
import { type FiscalStart, intervalsOf, type IntervalUnit, type Period, periodOf } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day as DayOf, Decimal, Money } from '../../../wire/index.ts';
import { fewIntervalsWarning } from '../../../render/report-locale.ts';
import { labelOf, type ReportRange } from '../period-input.ts';
import { baseMoney } from '../report.ts';
import { trendValues } from './trend-values.ts';

const aheadMax = 24;

export const forecastInput = z.int().min(0).max(aheadMax).default(0).describe('Number of intervals to forecast.');

export const TrendForecast = z.array(
  z.object({
    from: DayOf,
    to: DayOf,
    label: z.string(),
    estimate: Money,
    low: Money.nullable().describe('80% prediction interval: this to the next field; null with too little history.'),
    high: Money.nullable(),
    seasonal_index: Decimal.nullable(),
  }),
);

/** Intervals in a season. */
const seasons: Readonly<Record<IntervalUnit, number>> = {
  day: 7,
  week: 52,
  month: 12,
  quarter: 4,
  year: 1,
  fiscal_month: 12,
  fiscal_quarter: 4,
  fiscal_year: 1,
};

const monthsBack = 48;
const daysBack = 28;
/** From here on there are as many days before. */
const earliest = '0006-01-01';

/** Four seasons before a day, or four years. */
function before(day: Day, unit: IntervalUnit): Day {
  if (day < earliest) return firstDay;
  return unit === 'day' ? addDays(day, -daysBack) : addMonths(day, -monthsBack);
}

type Asked = Parameters<typeof trendValues>[1] & {
  readonly unit: IntervalUnit;
  readonly fiscal: FiscalStart;
  readonly ahead: number;
};

export type Foretold = {
  readonly estimates: z.output<typeof TrendForecast>;
  /** Of the intervals that are known, by the day that each begins on. */
  readonly indexes: ReadonlyMap<Day, string>;
  readonly warnings: readonly string[];
};

export const nothingForetold: Foretold = { estimates: [], indexes: new Map(), warnings: [] };

/** Forecasts the intervals after the last whole one from more history than the range has. */
export async function foretell(context: Context, range: ReportRange, asked: Asked): Promise<Foretold> {
  const { unit, fiscal, ahead } = asked;
  const season = seasons[unit];
  const last = range.intervals.findLast((one) => !one.is_partial);
  if (last === undefined) return { ...nothingForetold, warnings: [fewIntervalsWarning(season)] };
  const from = periodOf(unit, before(last.from, unit), fiscal).from;
  const known = intervalsOf({ from, to: last.to }, unit, fiscal);
  const values = await trendValues(context, asked, known);
  // A business begins with its first amount, and was not doing badly before.
  const first = values.findIndex((value) => value !== 0n);
  const amounts = first < 0 ? [] : values.slice(first);
  const estimates = forecast(amounts, { season, ahead });
  if (estimates === undefined) return { ...nothingForetold, warnings: [fewIntervalsWarning(season)] };
  const money = baseMoney(context);
  const optional = (minor: bigint | undefined) => (minor === undefined ? null : money(minor));
  return {
    estimates: after(last, { unit, fiscal, ahead }).flatMap((days, index) => {
      const estimate = estimates[index];
      if (estimate === undefined) return [];
      const { amount, low, high, index: own } = estimate;
      const bounds = { low: optional(low), high: optional(high) };
      return [{ ...days, label: labelOf(days, unit), estimate: money(amount), ...bounds, seasonal_index: shown(own) }];
    }),
    indexes: new Map(
      seasonalIndexes(amounts, season).flatMap((index, place) => {
        const text = shown(index);
        return text === null ? [] : [[known[place + first]?.from ?? '', text] as const];
      }),
    ),
    warnings: [],
  };
}

const indexDecimals = 4;

function shown(index: number | undefined): string | null {
  return index === undefined ? null : index.toFixed(indexDecimals);
}

function after({ to }: Period, { unit, fiscal, ahead }: Pick<Asked, 'unit' | 'fiscal' | 'ahead'>): Period[] {
  const found: Period[] = [];
  let end = to;
  while (found.length < ahead && end < lastDay) {
    const next = periodOf(unit, addDays(end, 1), fiscal);
    found.push(next);
    end = next.to;
  }
  return found;
}
