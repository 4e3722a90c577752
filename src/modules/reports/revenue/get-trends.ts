import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { addMonths } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { contains, type FiscalStart, intervalsOf, type Period, periodOf, piecesOf } from '../../../core/period.ts';
import { divide } from '../../../core/rounding.ts';
import { compoundGrowth, movingAverages } from '../../../core/trend.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Decimal, Money, OrFile } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { percentOf } from '../figure.ts';
import { intervals, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { anyBasisInput, baseMoney, fileInput, metaOf, ReportInterval, ReportMeta, ReportPeriod } from '../report.ts';
import { foretell, forecastInput, type Foretold, nothingForetold, TrendForecast } from './trend-forecast.ts';
import { trendBasisOf, trendMetrics, trendValues } from './trend-values.ts';

const averageMax = 24;
const averageDefault = 3;
const monthsDefault = 12;

const TrendRow = ReportInterval.extend({
  amount: Money,
  change: Money.nullable().describe('Change from the previous interval; null unless both are complete.'),
  change_percent: Decimal.nullable(),
  previous_year: Money.describe('The same days a year earlier, cut at the same day if the interval is still running.'),
  previous_year_percent: Decimal.nullable().describe('Change since then, in percent.'),
  moving_average: Money.nullable().describe('Mean of the last complete intervals; null until there are enough.'),
  seasonal_index: Decimal.nullable().describe(
    'Amount divided by the mean of the season up to it; only with a forecast.',
  ),
  year_to_date: Money.describe('From the start of the fiscal year to the end of the interval.'),
});

const Trends = z.object({
  metric: z.enum(trendMetrics),
  period: ReportPeriod,
  rows: z.array(TrendRow),
  forecast: TrendForecast.describe('Forecast: the mean of the last season times the seasonal index. Estimates.'),
  totals: z.object({
    amount: Money,
    average: Money.nullable().describe('Mean of the complete intervals.'),
    growth_percent: Decimal.nullable().describe('Compound growth per complete interval.'),
  }),
  meta: ReportMeta,
});
type Trends = z.output<typeof Trends>;

export const getTrends = operation({
  name: 'get_trends',
  summary: 'Get trends of a figure by interval: change, previous year, moving average, year to date.',
  guidance: 'Default: net sales of the last twelve months.',
  http: 'GET /reports/trends',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    metric: z.enum(trendMetrics).default('net_sales'),
    interval: z.enum(intervals).default('month'),
    moving_average: z.int().min(2).max(averageMax).default(averageDefault).describe('Number of intervals to average.'),
    forecast: forecastInput,
    basis: anyBasisInput,
    ...fileInput,
  }),
  output: OrFile(Trends),
  refuses: [validationFailed, pagesRefused],
  async run(context, input) {
    const { metric, moving_average: length } = input;
    const [basis, range, { fiscalYearStart: fiscal }] = await Promise.all([
      trendBasisOf(context, metric, input.basis),
      rangeOf(context, { ...trendRange(context, input), compare: 'previous_year' }),
      settingsOf(context),
    ]);
    const pieces = yearPieces(range, fiscal);
    const asked = { metric, basis, unit: input.interval, fiscal, ahead: input.forecast };
    const [values, past, foretold, meta] = await Promise.all([
      trendValues(context, { metric, basis }, pieces),
      trendValues(context, { metric, basis }, range.comparedPieces),
      input.forecast === 0 ? nothingForetold : foretell(context, range, asked),
      metaOf(context, [], basis),
    ]);
    const amounts = range.intervals.map((one) => within(one, pieces, values));
    const before = range.comparedIntervals.map((one) => within(one, range.comparedPieces, past));
    const toDate = range.intervals.map(({ to }) => {
      return within({ from: periodOf('fiscal_year', to, fiscal).from, to }, pieces, values);
    });
    const { rows, totals } = rowsOf(context, range, { amounts, before, toDate, length, foretold });
    const report: Trends = {
      metric,
      period: range.current,
      rows,
      forecast: foretold.estimates,
      totals,
      meta: { ...meta, warnings: [...meta.warnings, ...foretold.warnings] },
    };
    return inFormat(context, input, report, asTable);
  },
});

type TrendInput = Parameters<typeof rangeOf>[1];

/** Without any days: the last twelve months, the current one included. */
export function trendRange({ today }: Context, input: TrendInput): TrendInput {
  if (input.period !== undefined || input.from !== undefined || input.to !== undefined) return input;
  const { from, to } = periodOf('month', today);
  return { ...input, from: addMonths(from, 1 - monthsDefault), to };
}

/** Sum of the values of the pieces within these days. */
function within(days: Period | undefined, pieces: readonly Period[], values: readonly bigint[]): bigint {
  if (days === undefined) return 0n;
  return sum(values.filter((_, index) => contains(days, pieces[index]?.from ?? '')));
}

/** The days since the fiscal year began, cut where an interval and where a fiscal year begins. */
function yearPieces({ current, intervals: cut }: ReportRange, fiscal: FiscalStart): Period[] {
  const whole = { from: periodOf('fiscal_year', current.from, fiscal).from, to: current.to };
  return piecesOf(whole, [...cut, ...intervalsOf(whole, 'fiscal_year', fiscal)]);
}

type TrendParts = {
  readonly amounts: readonly bigint[];
  readonly before: readonly bigint[];
  readonly toDate: readonly bigint[];
  readonly length: number;
  readonly foretold: Foretold;
};

function rowsOf(context: Context, range: ReportRange, parts: TrendParts): Pick<Trends, 'rows' | 'totals'> {
  const { amounts, before, toDate, length, foretold } = parts;
  const money = baseMoney(context);
  const points = range.intervals.map(({ is_partial: isPartial }, index) => {
    return { amount: amounts[index] ?? 0n, isWhole: !isPartial };
  });
  const averages = movingAverages(points, length);
  const whole = points.filter(({ isWhole }) => isWhole).map(({ amount }) => amount);
  const rows = range.intervals.map(({ from, to, label, is_partial, state }, index) => {
    const [own, last] = [points[index], points[index - 1]];
    const amount = own?.amount ?? 0n;
    const past = before[index] ?? 0n;
    const average = averages[index];
    const isComparable = own?.isWhole === true && last?.isWhole === true;
    const change = isComparable ? amount - last.amount : undefined;
    return {
      from,
      to,
      label,
      is_partial,
      state,
      amount: money(amount),
      change: change === undefined ? null : money(change),
      change_percent: change === undefined ? null : percentOf(change, last?.amount ?? 0n),
      previous_year: money(past),
      previous_year_percent: percentOf(amount - past, past),
      moving_average: average === undefined ? null : money(average),
      seasonal_index: foretold.indexes.get(from) ?? null,
      year_to_date: money(toDate[index] ?? 0n),
    };
  });
  const average = whole.length === 0 ? null : money(divide(sum(whole), BigInt(whole.length), 'half_up'));
  return { rows, totals: { amount: money(sum(amounts)), average, growth_percent: compoundGrowth(points) ?? null } };
}

function asTable({ metric, period, rows, forecast, totals }: Trends): Table {
  const { label, ...rest } = TrendRow.omit({ state: true, seasonal_index: true }).shape;
  const { seasonal_index, low, high } = TrendForecast.element.shape;
  const columns = { fields: { label, ...rest, seasonal_index, low, high }, headings: { label: 'interval' } };
  return recordTable(`${metric.replaceAll('_', '-')}-${period.from}-${period.to}`, columns, [
    ...rows,
    ...forecast.map(({ estimate, ...one }) => ({ ...one, is_partial: 'estimate', amount: estimate })),
    { label: 'total', ...period, amount: totals.amount, moving_average: totals.average },
  ]);
}
