import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import { ascending, descending, orderedBy } from '../../../core/order.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { forbidden, insufficientScope, validationFailed } from '../../../operation/errors.ts';
import { lacking } from '../../../operation/lacking.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Decimal, Id, Money, OrFile, SignedQuantity } from '../../../wire/index.ts';
import { accountMovements } from '../../ledger/index.ts';
import { type Amounts, comparedFields, Figure, figure, percentOf, sharesOf } from '../figure.ts';
import { comparedSeries, compareInput, intervals, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, currencyOf, fileInput, metaOf, ReportInterval, ReportMeta, ReportPeriod } from '../report.ts';
import { groupsLeft, netOf, type RevenueCell, revenueCells } from './revenue-facts.ts';
import { groupColumns, groupFields, nameOf, namesOf } from './revenue-groups.ts';

const groupsMax = 1_000;
const groupsDefault = 100;
const groups = ['product', 'variant', 'category'] as const;

const sums = {
  units: SignedQuantity,
  net: Money.describe('Sales less discounts and returns, excluding tax and charges.'),
  cost: Money,
  margin: Money,
  margin_percent: Decimal.nullable().describe('Percentage of net.'),
};

const ofInterval = { net: sums.net, cost: Money, margin: Money, margin_percent: sums.margin_percent };
const series = {
  series: z.array(z.object(ofInterval)).describe('The same for each of `intervals`; empty without an interval.'),
};

/** Of the margin. */
const marginCompared = Figure.omit({ amount: true, series: true }).shape;

const share = Decimal.nullable().describe('Percentage of the total margin; all rows add up to 100.00.');

const Margin = z.object({
  group_by: z.enum(groups),
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  intervals: z.array(ReportInterval),
  rows: z.array(z.object({ ...groupFields, ...sums, ...marginCompared, ...series, share })),
  totals: z.object({ ...sums, ...marginCompared, ...series }),
  reconciliation: z
    .object({ cost: Money, ledger: Money, difference: Money })
    .nullable()
    .describe(
      'Cost here against cost of sales in the ledger; counts, write-offs and adjustments differ. Null for one product.',
    ),
  cut: cutField,
  meta: ReportMeta,
});
type Margin = z.output<typeof Margin>;

export const getProductMargin = operation({
  name: 'get_product_margin',
  summary: 'Get the margin per product for a period: net sales less cost of goods sold.',
  guidance: 'Needs the permission costs:read. Returns and voids count on their own date.',
  http: 'GET /reports/product-margin',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    ...compareInput,
    interval: z.enum(intervals).optional().describe('Adds a series of margins by this interval.'),
    product_id: Id('product').optional(),
    group_by: z.enum(groups).default('product'),
    limit: z
      .int()
      .min(1)
      .max(groupsMax)
      .default(groupsDefault)
      .describe('Number of rows, highest sales first; the rest is one row.'),
    ...fileInput,
  }),
  output: OrFile(Margin),
  refuses: [validationFailed, forbidden, insufficientScope, pagesRefused],
  async run(context, input) {
    needCosts(context);
    const range = await rangeOf(context, input);
    const { product_id } = input;
    const question = { group: input.group_by, range, filter: { product_id }, groupsMax: input.limit };
    const [cells, ledger, meta] = await Promise.all([
      revenueCells(context, question),
      product_id === undefined ? costInLedger(context, range) : undefined,
      metaOf(context),
    ]);
    const rows = await rowsOf(context, { group: input.group_by, range }, cells);
    const money = baseMoney(context);
    const cost = sum(cells.filter(isCurrent).map((one) => one.cost));
    const report: Margin = {
      group_by: input.group_by,
      period: range.current,
      compared_period: range.compared ?? null,
      intervals: [...range.intervals],
      rows,
      totals: sumsOf(context, cells, range),
      reconciliation:
        ledger === undefined ? null : { cost: money(cost), ledger: money(ledger), difference: money(ledger - cost) },
      cut: cutOf({
        list: 'rows',
        shown: input.limit,
        left: groupsLeft(cells, input.limit),
        rest: rows.find(({ kind }) => kind === 'others')?.margin ?? null,
        how: withLimit(groupsMax),
      }),
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

/** A margin would disclose the cost of goods, so it needs the same permission. */
export function needCosts({ actor }: Context): void {
  if (actor.permissions.has('costs:read')) return;
  throw lacking(actor, 'costs:read');
}

async function costInLedger(context: Context, { current }: ReportRange): Promise<bigint> {
  const moved = await accountMovements(context, ['expense'], [current]);
  const cost = moved.filter(({ type }) => type === 'cost_of_goods_sold');
  return sum(cost.map(({ debit, credit }) => debit - credit));
}

function isCurrent(cell: RevenueCell): boolean {
  return !cell.is_compared;
}

function marginOf(cells: readonly RevenueCell[]): bigint {
  return sum(cells.map((cell) => netOf(cell) - cell.cost));
}

function sumsOf(context: Context, cells: readonly RevenueCell[], range: ReportRange): Margin['totals'] {
  const money = baseMoney(context);
  const own = cells.filter(isCurrent);
  const net = sum(own.map(netOf));
  const before = cells.filter((cell) => cell.is_compared);
  const figures: Amounts = {
    amount: marginOf(own),
    series: [],
    compared: range.compared === undefined ? undefined : marginOf(before),
    comparedSeries: comparedSeries(range, (piece) => marginOf(before.filter(({ bucket }) => bucket === piece))),
  };
  const { amount, compared, compared_series, change, change_percent } = figure(figures, currencyOf(context));
  return {
    units: sum(own.map(({ units }) => units)),
    net: money(net),
    cost: money(sum(own.map((one) => one.cost))),
    margin: amount,
    margin_percent: percentOf(marginOf(own), net),
    compared,
    compared_series,
    change,
    change_percent,
    series: range.intervals.map((_, index) => {
      const within = own.filter(({ bucket }) => bucket === index);
      const sold = sum(within.map(netOf));
      const earned = marginOf(within);
      return {
        net: money(sold),
        cost: money(sold - earned),
        margin: money(earned),
        margin_percent: percentOf(earned, sold),
      };
    }),
  };
}

type Shown = { readonly group: Margin['group_by']; readonly range: ReportRange };
type Group = Pick<RevenueCell, 'kind' | 'key'> & { readonly cells: readonly RevenueCell[]; readonly margin: bigint };

/** The largest margin first, then the rest of them, then what is no product: free lines. */
async function rowsOf(
  context: Context,
  { group, range }: Shown,
  cells: readonly RevenueCell[],
): Promise<Margin['rows']> {
  const place = { group: 0, others: 1, unassigned: 2 } as const;
  const order = groupsOf(cells).toSorted(
    orderedBy(
      ascending(({ kind }) => place[kind]),
      descending(({ margin }) => margin),
      ascending(({ key }) => key ?? ''),
    ),
  );
  const keys = order.flatMap(({ kind, key }) => (kind === 'group' && key !== null ? [key] : []));
  const names = await namesOf(context, group, keys);
  const shares = sharesOf(order.map(({ margin }) => margin));
  return order.map(({ kind, key, cells: own }, index) => ({
    kind,
    ...nameOf(names, { group, kind, key }),
    ...sumsOf(context, own, range),
    share: shares[index] ?? null,
  }));
}

function groupsOf(cells: readonly RevenueCell[]): Group[] {
  return [...Map.groupBy(cells, ({ kind, key }) => `${kind} ${key}`).values()].flatMap((own) => {
    const [first] = own;
    return first === undefined
      ? []
      : [{ kind: first.kind, key: first.key, cells: own, margin: marginOf(own.filter(isCurrent)) }];
  });
}

function asTable({ group_by: group, period, rows, totals }: Margin): Table {
  const name = `margin-by-${group}-${period.from}-${period.to}`;
  const fields = { ...groupColumns, ...sums, ...comparedFields, share };
  return recordTable(name, { fields, headings: { label: group } }, [...rows, { ...totals, label: 'total' }]);
}
