import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, OrFile } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { comparedDay, comparisons, rowsFrom, sections, standingAt, totalsFrom } from './balance-sheet-rows.ts';
import { type Amounts, comparedFields, Figure, figure } from '../figure.ts';
import { fiscalYearBy } from './fiscal-year.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { balanceStatement } from '../statements/balance-statement.ts';
import { partyBalances } from '../statements/party-balances.ts';
import { layoutInput, Statement, statementLanguage, statementTable } from '../statements/statement.ts';
import { basisInput, currencyOf, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';

/** Earnings are on no account of equity until a year is closed. */
const counted: Readonly<Record<string, string>> = {
  retained_earnings: 'Retained earnings',
  current_year_earnings: 'Current year earnings',
};

const Row = Figure.extend({
  section: z.enum(sections),
  key: z.string().describe('Id of the account, or the name of the earnings computed from the ledger.'),
  account_id: Id('account').nullable(),
  code: z.string().nullable(),
  name: z.string(),
});

const BalanceSheet = z.object({
  as_at: Day,
  compared_as_at: Day.nullable(),
  fiscal_year: ReportPeriod.describe('The fiscal year of the date, up to it: its profit is the current year earnings.'),
  rows: z.array(Row),
  totals: z.object({
    current_assets: Figure,
    fixed_assets: Figure,
    assets: Figure,
    current_liabilities: Figure,
    long_term_liabilities: Figure,
    liabilities: Figure,
    retained_earnings: Figure.describe(
      'Of all previous fiscal years: computed, plus the balances of retained earnings accounts.',
    ),
    current_year_earnings: Figure,
    equity: Figure,
    liabilities_and_equity: Figure.describe('Equals total assets.'),
    working_capital: Figure.describe('Current assets less current liabilities.'),
  }),
  statement: Statement,
  meta: ReportMeta,
});
type BalanceSheet = z.output<typeof BalanceSheet>;

export const getBalanceSheet = operation({
  name: 'get_balance_sheet',
  summary: 'Get the balance sheet: assets, liabilities and equity at the end of a date.',
  guidance: 'Earnings are computed by fiscal year. Compare with a month or a year earlier; `layout` is of a standard.',
  http: 'GET /reports/balance-sheet',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({
    as_at: Day.optional().describe('Default: today.'),
    compare: z.enum(comparisons).optional().describe('Compare with the same date a month or a year earlier.'),
    include_zero: z.boolean().default(false).describe('Include accounts with a zero balance.'),
    layout: layoutInput,
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(BalanceSheet),
  refuses: [validationFailed, pagesRefused],
  async run(context, { as_at: asked, compare, include_zero: includesZero, layout: askedLayout, format, language }) {
    const asAt = asked ?? context.today;
    const before = compare === undefined ? undefined : comparedDay(asAt, compare);
    const settings = await settingsOf(context);
    const { statementLayout, chart } = settings;
    const layout = askedLayout ?? statementLayout;
    const year = fiscalYearBy(settings, asAt);
    const ofParties = (day: string) => (layout === 'plain' ? [] : partyBalances(context, day));
    const [now, past, parties, pastParties, meta] = await Promise.all([
      standingAt(context, year),
      before === undefined ? undefined : standingAt(context, fiscalYearBy(settings, before)),
      ofParties(asAt),
      before === undefined ? [] : ofParties(before),
      metaOf(context),
    ]);
    const currency = currencyOf(context);
    const rows = rowsFrom(now, past);
    const shown = rows.filter(({ amounts, account, isListed }) => {
      return account === undefined || !isNothing(amounts) || (includesZero && isListed);
    });
    const totals = totalsFrom(rows, past !== undefined);
    const report: BalanceSheet = {
      as_at: asAt,
      compared_as_at: before ?? null,
      fiscal_year: year,
      rows: shown.map(({ section, key, account, amounts }) => {
        const { id = null, code = null, name = counted[key] ?? key } = account ?? {};
        return { section, key, account_id: id, code, name, ...figure(amounts, currency) };
      }),
      totals: {
        current_assets: figure(totals.current_assets, currency),
        fixed_assets: figure(totals.fixed_assets, currency),
        assets: figure(totals.assets, currency),
        current_liabilities: figure(totals.current_liabilities, currency),
        long_term_liabilities: figure(totals.long_term_liabilities, currency),
        liabilities: figure(totals.liabilities, currency),
        retained_earnings: figure(totals.retained_earnings, currency),
        current_year_earnings: figure(totals.current_year_earnings, currency),
        equity: figure(totals.equity, currency),
        liabilities_and_equity: figure(totals.liabilities_and_equity, currency),
        working_capital: figure(totals.working_capital, currency),
      },
      meta,
    };
    if (layout === 'plain') return inFormat(context, { format, language }, report, asTable);
    const days = [{ lines: now, parties }, ...(past === undefined ? [] : [{ lines: past, parties: pastParties }])];
    const statement = balanceStatement(context, days, { layout, chart, includesZero, language });
    return inFormat(
      context,
      { format, language: format === 'pdf' ? statementLanguage(context, language) : language },
      { ...report, statement },
      () => statementTable(context, statement, { name: `balance-sheet-${asAt}`, intervals: [], language }),
    );
  },
});

function isNothing({ amount, compared = 0n }: Amounts): boolean {
  return amount === 0n && compared === 0n;
}

function asTable({ as_at: asAt, rows, totals }: BalanceSheet): Table {
  const fields = { ...Row.pick({ section: true, code: true, name: true, amount: true }).shape, ...comparedFields };
  return recordTable(`balance-sheet-${asAt}`, { fields, headings: { name: 'account' } }, [
    ...rows,
    ...Object.entries(totals).map(([name, total]) => ({ section: 'total', name, ...total })),
  ]);
}
