/** Chart of the figures of a report that are worth one. */
import { words } from './elements.js';

const rowsMax = 24;

const amountOf = (value) => (typeof value === 'object' && value !== null ? value.amount : value);

/** Bars of the named totals, or lines of them where the report is split into intervals. */
const ofTotals =
  (title, names) =>
  ({ totals, intervals }) => {
    const there = names.filter((name) => totals?.[name] !== undefined);
    if (Array.isArray(intervals) && intervals.length > 1) {
      const points = intervals.map(({ label }, index) => ({
        label,
        values: there.map((name) => totals[name].series?.[index]),
      }));
      return { kind: 'lines', title, names: there.map(words), points };
    }
    const points = there.map((name) => ({ label: words(name), values: [amountOf(totals[name])] }));
    return { kind: 'bars', title, names: ['Amount'], points };
  };

/** Bars of one value of each row. */
const ofRows =
  (title, label, value, more = {}) =>
  ({ rows }) => ({
    kind: 'bars',
    title,
    names: [title],
    points: rows
      .filter(({ kind }) => kind === undefined || kind === 'group' || more.everyKind === true)
      .map((row) => ({ label: String(row[label] ?? ''), values: [amountOf(value(row))] })),
    ...more,
  });

/** A line over days or intervals. */
const ofDays =
  (label, names, values) =>
  ({ rows }) => ({
    kind: 'lines',
    title: names[0],
    names,
    points: rows.map((row) => ({ label: String(row[label] ?? ''), values: values(row) })),
  });

const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'];

const charts = new Map([
  ['profit-and-loss', ofTotals('Profit and loss', ['revenue', 'gross_profit', 'operating_expenses', 'net_profit'])],
  ['balance-sheet', ofTotals('Balance sheet', ['assets', 'liabilities', 'equity', 'working_capital'])],
  ['tax-summary', ofTotals('Tax', ['output_tax', 'input_tax', 'withheld_tax', 'net_due'])],
  ['receivables-aging', ofTotals('Accounts receivable ageing', buckets)],
  ['payables-aging', ofTotals('Accounts payable ageing', buckets)],
  [
    'cash-flow',
    ({ totals, ...report }) =>
      ofTotals('Cash flow', ['operating', 'investing', 'financing', 'net_change'])({
        ...report,
        totals: { ...totals?.direct, net_change: totals?.net_change },
      }),
  ],
  ['revenue', ofRows('Net revenue', 'label', ({ net }) => net)],
  ['product-margin', ofRows('Margin', 'label', ({ margin }) => margin)],
  ['expenses-by-category', ofRows('Expenses', 'name', ({ amount }) => amount)],
  ['payments', ofRows('Net received', 'method', ({ net }) => net, { everyKind: true })],
  ['inventory-valuation', ofRows('Value', 'label', ({ value }) => value)],
  ['inventory-movements', ofRows('Closing value', 'label', ({ value }) => value?.closing)],
  ['inventory-turnover', ofRows('Sold', 'label', ({ sold }) => sold, { isCount: true })],
  ['trial-balance', ofRows('Closing balance', 'name', ({ closing }) => closing)],
  ['trends', ofDays('label', ['This year', 'Previous year'], (row) => [row.amount, row.previous_year])],
  ['client-statement', ofDays('date', ['Balance'], ({ balance }) => [balance])],
  ['general-ledger', ofDays('date', ['Balance'], ({ balance }) => [balance])],
]);

/** Undefined where there is nothing to draw. */
export function chartOf(name, report) {
  const chart = charts.get(name)?.({ ...report, rows: Array.isArray(report.rows) ? report.rows : [] });
  if (chart === undefined || chart.points.length === 0) return undefined;
  if (chart.kind === 'lines' && chart.points.length < 2) return undefined;
  return chart.kind === 'bars' ? { ...chart, points: chart.points.slice(0, rowsMax) } : chart;
}
