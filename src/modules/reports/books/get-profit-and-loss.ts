import { z } from 'zod';
import { costWarning } from '../../../render/report-locale.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import type { Period } from '../../../core/period.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Decimal, Id, Money, OrFile } from '../../../wire/index.ts';
import { type AccountMovement, accountMovements, digits, resultOf } from '../../ledger/index.ts';
import { type Results, resultsOf } from '../cash-basis/cash-results.ts';
import { type Amounts, combine, Figure, figure, figureFields, percentOf } from '../figure.ts';
import { settingsOf } from '../../organization/index.ts';
import { comparedSeries, compareInput, intervalInput, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import {
  anyBasisInput,
  baseMoney,
  currencyOf,
  fileInput,
  metaOf,
  ReportInterval,
  ReportMeta,
  ReportPeriod,
} from '../report.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { resultsStatement } from '../statements/results-statement.ts';
import { layoutInput, Statement, statementLanguage, statementTable } from '../statements/statement.ts';
import { narrowedBasis, dimensionFilterInput, NarrowedTo, narrowedTo } from './dimension-filter.ts';
import { fiscalYearBy } from './fiscal-year.ts';
import { eachFigure, profitSums, type Section, sectionNames, sectionOf } from './profit-sections.ts';

const Row = Figure.extend({
  section: z.enum(sectionNames),
  account_id: Id('account'),
  code: z.string(),
  name: z.string(),
});

const ProfitAndLoss = z.object({
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  intervals: z.array(ReportInterval),
  rows: z.array(Row),
  totals: z.object({
    revenue: Figure,
    cost_of_sales: Figure,
    gross_profit: Figure,
    operating_expenses: Figure,
    operating_profit: Figure,
    other_income: Figure,
    other_expenses: Figure,
    net_profit: Figure,
    gross_margin_percent: Decimal.nullable(),
  }),
  unapplied_receipts: Money.nullable().describe('Cash basis only: unapplied payments of clients, which are no profit.'),
  statement: Statement,
  narrowed_to: NarrowedTo,
  meta: ReportMeta,
});
type ProfitAndLoss = z.output<typeof ProfitAndLoss>;

export const getProfitAndLoss = operation({
  name: 'get_profit_and_loss',
  summary: 'Get the profit and loss statement (income statement) for a period, from the ledger.',
  guidance: 'Compare periods, or split it into a series by `interval`; `layout` gives the order of a standard.',
  http: 'GET /reports/profit-and-loss',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({
    ...rangeInput,
    ...compareInput,
    interval: intervalInput,
    layout: layoutInput,
    basis: anyBasisInput,
    ...dimensionFilterInput,
    ...fileInput,
  }),
  output: OrFile(ProfitAndLoss),
  refuses: [validationFailed, notFound, pagesRefused],
  async run(context, input) {
    const [range, settings] = await Promise.all([rangeOf(context, input), settingsOf(context)]);
    const { layout = settings.statementLayout, format, language } = input;
    const basis = narrowedBasis(input.basis, input) ?? settings.accountingBasis;
    const isCash = basis === 'cash';
    const narrowed = await narrowedTo(context, input);
    const [results, unapplied, meta] = await Promise.all([
      resultsOf(context, basis, range, input),
      isCash ? unappliedReceipts(context, range.current) : undefined,
      metaOf(context, isCash ? [costWarning] : [], basis),
    ]);
    const rows = rowsOf(results, range);
    const report = profitAndLoss(rows, range, currencyOf(context));
    const whole = {
      ...report,
      unapplied_receipts: unapplied === undefined ? null : baseMoney(context)(unapplied),
      narrowed_to: narrowed,
      meta,
    };
    if (layout === 'plain') return inFormat(context, input, whole, asTable);
    const { from } = fiscalYearBy(settings, range.current.to);
    const like = nothingOf(range);
    const statement = resultsStatement(context, rows, {
      layout,
      chart: settings.chart,
      yearFrom: from,
      like,
      language,
    });
    return inFormat(
      context,
      { format, language: format === 'pdf' ? statementLanguage(context, language) : language },
      { ...whole, statement },
      () => statementTable(context, statement, { name: nameOf(range.current), intervals: report.intervals, language }),
    );
  },
});

type AccountRow = { readonly section: Section; readonly about: AccountMovement; readonly amounts: Amounts };

/** Unapplied receipts of the range; negative where more credit was used than came in. */
async function unappliedReceipts(context: Context, period: Period): Promise<bigint> {
  const moved = await accountMovements(context, ['liability'], [period]);
  const credit = moved.filter(({ role }) => role === 'client_credit');
  return sum(credit.map((one) => one.credit - one.debit));
}

function nothingOf(range: ReportRange): Amounts {
  return {
    amount: 0n,
    series: range.intervals.map(() => 0n),
    compared: range.compared === undefined ? undefined : 0n,
    comparedSeries: comparedSeries(range, () => 0n),
  };
}

/** Accounts of income and expense by their code, each with the sign of its class. */
function rowsOf({ moved, before }: Results, range: ReportRange): AccountRow[] {
  const nothing = nothingOf(range);
  const byAccount = Map.groupBy([...moved, ...before], ({ id }) => id);
  const accounts = [...byAccount.values()].flatMap((all) => rowOf(all, { before, nothing, range }) ?? []);
  return accounts.toSorted((a, b) => (a.about.code < b.about.code ? -1 : 1));
}

function profitAndLoss(
  rows: readonly AccountRow[],
  range: ReportRange,
  currency: string,
): Omit<ProfitAndLoss, 'meta' | 'unapplied_receipts' | 'statement' | 'narrowed_to'> {
  return {
    period: range.current,
    compared_period: range.compared ?? null,
    intervals: [...range.intervals],
    rows: sectionNames.flatMap((name) =>
      rows
        .filter(({ section }) => section === name)
        .map(({ section, about: { id, code, name: title }, amounts }) => {
          return { section, account_id: id, code, name: title, ...figure(amounts, currency) };
        }),
    ),
    totals: totalsOf(rows, nothingOf(range), currency),
  };
}

function rowOf(
  all: readonly AccountMovement[],
  { before, nothing, range }: Pick<Results, 'before'> & { readonly nothing: Amounts; readonly range: ReportRange },
): AccountRow | undefined {
  const [about] = all;
  const section = about === undefined ? undefined : sectionOf(about.type);
  if (about === undefined || section === undefined) return undefined;
  const compared = new Set(before);
  const series = nothing.series.map(() => 0n);
  const pieces = range.comparedPieces.map(() => 0n);
  let [amount, past] = [0n, 0n];
  for (const movement of all) {
    const worth = resultOf(movement);
    if (compared.has(movement)) {
      past += worth;
      pieces[movement.period] = (pieces[movement.period] ?? 0n) + worth;
    } else {
      amount += worth;
      if (movement.period < series.length) series[movement.period] = (series[movement.period] ?? 0n) + worth;
    }
  }
  const amounts: Amounts = {
    amount,
    series,
    compared: nothing.compared === undefined ? undefined : past,
    comparedSeries: comparedSeries(range, (piece) => pieces[piece] ?? 0n),
  };
  return { section, about, amounts };
}

function totalsOf(rows: readonly AccountRow[], nothing: Amounts, currency: string): ProfitAndLoss['totals'] {
  const of = (name: Section) =>
    combine(
      rows.filter(({ section }) => section === name).map(({ amounts }) => amounts),
      [],
      nothing,
    );
  const sums = profitSums((plus, minus) => combine(plus.map(of), minus.map(of), nothing));
  return {
    ...eachFigure((name) => figure(sums[name], currency)),
    gross_margin_percent: percentOf(sums.gross_profit.amount, sums.revenue.amount),
  };
}

function nameOf({ from, to }: Period): string {
  return `profit-and-loss-${from}-${to}`;
}

function asTable({ period, intervals, rows, totals, unapplied_receipts: unapplied }: ProfitAndLoss): Table {
  const { gross_margin_percent: margin, ...figures } = totals;
  const fields = { ...Row.pick({ section: true, code: true, name: true }).shape, ...figureFields };
  const headings = { name: 'account', series: intervals.map(({ label }) => label) };
  return recordTable(nameOf(period), { fields, headings }, [
    ...rows,
    ...Object.entries(figures).map(([name, total]) => ({ section: 'total', name, ...total })),
    { section: 'total', name: 'gross_margin_percent', amount: digits(margin) },
    ...(unapplied === null ? [] : [{ section: 'total', name: 'unapplied_receipts', amount: unapplied }]),
  ]);
}
