import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Money, OrFile } from '../../../wire/index.ts';
import { keyBalances } from '../../ledger/index.ts';
import {
  type Activity,
  directCells,
  directKinds,
  type FlowCell,
  indirectCells,
  indirectKinds,
} from './cash-flow-cells.ts';
import { cashTypes } from '../cash-accounts.ts';
import { type Amounts, Figure, figure, figureFields } from '../figure.ts';
import { comparedSeries, compareInput, intervalInput, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, currencyOf, fileInput, metaOf, ReportInterval, ReportMeta, ReportPeriod } from '../report.ts';

const methods = ['direct', 'indirect'] as const;
const activities = ['operating', 'investing', 'financing'] as const satisfies Activity[];

const Activities = z.object({ operating: Figure, investing: Figure, financing: Figure });

const about = { method: z.enum(methods), activity: z.enum(activities), kind: z.string() };

const CashFlow = z.object({
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  intervals: z.array(ReportInterval),
  rows: z.array(Figure.extend({ ...about, key: z.string() })),
  totals: z.object({
    direct: Activities,
    indirect: Activities,
    net_change: Figure.describe('The same by both methods.'),
    opening_cash: Money.describe('Cash and bank balances before the first day.'),
    closing_cash: Money,
  }),
  meta: ReportMeta,
});
type CashFlow = z.output<typeof CashFlow>;

export const getCashFlow = operation({
  name: 'get_cash_flow',
  summary: 'Get the cash flow statement for a period, by the direct and the indirect method.',
  guidance: 'Compare with the previous period or year, or split it into a series by `interval`.',
  http: 'GET /reports/cash-flow',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({ ...rangeInput, ...compareInput, interval: intervalInput, ...fileInput }),
  output: OrFile(CashFlow),
  refuses: [validationFailed, pagesRefused],
  async run(context, input) {
    const range = await rangeOf(context, input);
    const moved = directCells(context, range);
    const [direct, indirect, balances, meta] = await Promise.all([
      moved,
      moved.then((cells) => indirectCells(context, range, cells)),
      keyBalances(context, { types: cashTypes, roles: [] }, range.current.to),
      metaOf(context),
    ]);
    const currency = currencyOf(context);
    const change = amountsOf(direct, range);
    checkAgreement(change, amountsOf(indirect, range));
    const closing = sum(balances.map(({ balance }) => balance));
    const figureOf = (cells: Cells) => figure(amountsOf(cells, range), currency);
    const by = (kinds: Kinds, cells: Cells) => {
      const of = (activity: Activity) => figureOf(cells.filter(({ kind }) => kinds[kind] === activity));
      return { operating: of('operating'), investing: of('investing'), financing: of('financing') };
    };
    const rowsOf = (method: CashFlow['rows'][number]['method'], kinds: Kinds, cells: Cells) =>
      Object.entries(kinds).map(([kind, activity]) => {
        const own = figureOf(cells.filter((cell) => cell.kind === kind));
        return { method, activity, kind, key: `${method}:${kind}`, ...own };
      });
    const money = baseMoney(context);
    const report: CashFlow = {
      period: range.current,
      compared_period: range.compared ?? null,
      intervals: [...range.intervals],
      rows: [...rowsOf('direct', directKinds, direct), ...rowsOf('indirect', indirectKinds, indirect)],
      totals: {
        direct: by(directKinds, direct),
        indirect: by(indirectKinds, indirect),
        net_change: figure(change, currency),
        opening_cash: money(closing - change.amount),
        closing_cash: money(closing),
      },
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

type Cells = readonly FlowCell<string>[];
type Kinds = Readonly<Record<string, Activity>>;

function amountsOf(cells: Cells, range: ReportRange): Amounts {
  const { intervals, compared } = range;
  const total = (of: Cells) => sum(of.map(({ amount }) => amount));
  const own = cells.filter((cell) => !cell.is_compared);
  const before = cells.filter((cell) => cell.is_compared);
  return {
    amount: total(own),
    series: intervals.map((_, index) => total(own.filter(({ bucket }) => bucket === index))),
    compared: compared === undefined ? undefined : total(before),
    comparedSeries: comparedSeries(range, (piece) => total(before.filter(({ bucket }) => bucket === piece))),
  };
}

/** Books that balance cannot fail this: what does is our bug, and no report. */
function checkAgreement(direct: Amounts, indirect: Amounts): void {
  const agrees =
    direct.amount === indirect.amount &&
    direct.compared === indirect.compared &&
    direct.series.every((amount, index) => amount === indirect.series[index]);
  if (!agrees) throw new Error(`cash moved by ${direct.amount} directly and by ${indirect.amount} indirectly`);
}

function asTable({ period, intervals, rows, totals }: CashFlow): Table {
  const columns = { fields: { ...about, ...figureFields }, headings: { series: intervals.map(({ label }) => label) } };
  return recordTable(`cash-flow-${period.from}-${period.to}`, columns, [
    ...rows,
    ...methods.flatMap((method) =>
      activities.map((activity) => ({ method, activity, kind: 'total', ...totals[method][activity] })),
    ),
    { method: 'total', kind: 'net_change', ...totals.net_change },
    { method: 'total', kind: 'opening_cash', amount: totals.opening_cash },
    { method: 'total', kind: 'closing_cash', amount: totals.closing_cash },
  ]);
}
