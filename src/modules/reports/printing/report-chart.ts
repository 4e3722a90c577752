import { formatMoney } from '../../../core/money.ts';
import { descending } from '../../../core/order.ts';
import type { ChartFacts } from '../../../render/report-facts.ts';
import type { Cell } from '../../ledger/index.ts';
import type { Table } from './report-table.ts';
import { type ReportStyle, written } from './report-style.ts';

const lyingMax = 10;
const standingMax = 60;

type Bar = { readonly label: string; readonly cell: Cell };
type Drawing = { readonly kind: ChartFacts['kind']; readonly heading: string | null; readonly bars: readonly Bar[] };
type Draw = (table: Table, hand: ReportStyle) => Drawing | undefined;

/** The totals of those names. */
const ofTotals =
  (names: readonly string[]): Draw =>
  ({ header, rows }, { reportLocale }) => {
    const amount = header.indexOf('amount');
    const bars = names.flatMap((name) => {
      const row = rows.find((cells) => cells[0] === 'total' && cells.includes(name));
      return row === undefined ? [] : [{ label: reportLocale.word(name), cell: row[amount] ?? null }];
    });
    return { kind: 'lying', heading: null, bars };
  };

/** One total by interval, for reports that are cut into intervals. */
const ofSeries =
  (name: string): Draw =>
  ({ header, rows }, { reportLocale, format }) => {
    const row = rows.find((cells) => cells[0] === 'total' && cells.includes(name));
    const bars = header.flatMap((title, column) =>
      row !== undefined && /^\d/.test(title) ? [{ label: format.span(title), cell: row[column] ?? null }] : [],
    );
    return bars.length < 2 ? undefined : { kind: 'standing', heading: reportLocale.word(name), bars };
  };

/** One column of all rows, in the order of the report: largest first. */
const ofRows =
  (column: string): Draw =>
  ({ header, rows }, { reportLocale, format }) => {
    const [name = ''] = header;
    const at = header.indexOf(column);
    const bars = rows
      .filter(([label]) => label !== 'total')
      .map((cells) => ({
        label: reportLocale.restOf(written(cells[0] ?? null, format), name),
        cell: cells[at] ?? null,
      }));
    return { kind: 'lying', heading: reportLocale.word(column), bars };
  };

/** The same of rows that follow each other in time. */
const ofDays =
  (column: string): Draw =>
  (table, hand) => {
    const drawing = ofRows(column)(table, hand);
    const bars = drawing?.bars.map(({ label, cell }) => ({ label: hand.format.span(label), cell })) ?? [];
    return { kind: 'standing', heading: hand.reportLocale.word(column), bars };
  };

/** Spending by category, largest first. */
const ofCategories: Draw = ({ header, rows }, { format }) => {
  const amount = header.indexOf('amount');
  const bars = rows
    .filter(([section]) => section === 'category')
    .map((cells) => ({ label: written(cells[2] ?? null, format), cell: cells[amount] ?? null }));
  return { kind: 'lying', heading: null, bars: bars.toSorted(descending(({ cell }) => minorOf(cell))) };
};

function minorOf(cell: Cell): bigint {
  return typeof cell === 'object' && cell !== null && 'minor' in cell ? cell.minor : 0n;
}

/** Amounts by age, from the row of totals or from one row for each age. */
const ofAges: Draw = ({ header, rows }, { reportLocale }) => {
  const isAge = (name: Cell | undefined): name is string => typeof name === 'string' && age.test(name);
  const total = rows.find(([first]) => first === 'total');
  const amount = header.indexOf('amount');
  const bars = header.some(isAge)
    ? header.flatMap((name, at) => (isAge(name) ? [{ label: reportLocale.word(name), cell: total?.[at] ?? null }] : []))
    : rows.flatMap((row) => (isAge(row[1]) ? [{ label: reportLocale.word(row[1]), cell: row[amount] ?? null }] : []));
  return { kind: 'lying', heading: reportLocale.word('balance'), bars };
};
const age = /^(?:current|days_\d+_\d+|over_\d+_days)$/;

const profit = ['revenue', 'gross_profit', 'operating_expenses', 'net_profit'];
const taxes = ['output_tax', 'input_tax', 'withheld_tax', 'net_due'];

const drawings = new Map<string, readonly Draw[]>([
  ['revenue-by', [ofRows('net')]],
  ['margin-by', [ofRows('margin')]],
  ['period-comparison-by', [ofRows('change')]],
  ['profit-and-loss', [ofSeries('net_profit'), ofTotals(profit)]],
  ['balance-sheet', [ofTotals(['assets', 'liabilities', 'equity'])]],
  ['tax-summary', [ofTotals(taxes)]],
  ['receivables-aging', [ofAges]],
  ['payables-aging', [ofAges]],
  ['statement', [ofAges]],
  ['revenue-by-period', [ofDays('net')]],
  ['expenses-by-category', [ofCategories]],
  ['payments', [ofRows('net')]],
  ['inventory-valuation', [ofRows('value')]],
  ...['net-sales', 'revenue', 'gross-profit', 'expenses', 'net-profit'].map(
    (metric) => [metric, [ofDays('amount')]] as const,
  ),
]);

/** The picture of a report; null where there is nothing to compare. */
export function chartOf(report: string, table: Table, hand: ReportStyle): ChartFacts | null {
  const [grouped] = report.split('-by-');
  const draws = drawings.get(report) ?? (grouped === report ? [] : (drawings.get(`${grouped}-by`) ?? []));
  for (const draw of draws) {
    const drawing = draw(table, hand);
    if (drawing === undefined) continue;
    const { kind, heading } = drawing;
    const bars = drawing.bars.slice(0, kind === 'lying' ? lyingMax : standingMax).flatMap(({ label, cell }) => {
      if (typeof cell !== 'object' || cell === null || !('minor' in cell)) return [];
      // Only for its length, which is rounded to what an eye can see.
      return [{ label, value: hand.format.amount(cell.minor), size: Number(formatMoney(cell)) }];
    });
    if (bars.filter(({ size }) => size !== 0).length < 2) return null;
    return { kind, heading, alt: bars.map(({ label, value }) => `${label}: ${value}`).join('; '), bars };
  }
  return null;
}
