import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { forbidden, insufficientScope, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { Id, OrFile, Text } from '../../../wire/index.ts';
import { digits } from '../../ledger/index.ts';
import { compareInput, rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { type Table, table } from '../printing/report-table.ts';
import { baseMoney, basisInput, currencyOf, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { refuseUnknownChannel } from '../unknown-filters.ts';
import {
  changeOf,
  comparedGroups,
  comparisonMetrics,
  comparisonSorts,
  type Order,
  ranked,
  together,
} from './comparison-groups.ts';
import { type ComparisonFrame, comparisonOf, ComparisonRow, ComparisonTotals } from './comparison-rows.ts';
import { needCosts } from './get-product-margin.ts';
import { groupsLeft, revenueCells } from './revenue-facts.ts';
import { groupingOf, nameOf, namesOf } from './revenue-groups.ts';

const rowsMax = 1_000;
const rowsDefault = 100;
/** Products whose change is split one by one; those beyond, of the smallest change, count as `other`. */
const splitMax = 10_000;

export const comparisonGroups = [
  ...(['client', 'client_group', 'country', 'product', 'variant', 'category', 'member'] as const),
  ...(['location', 'channel'] as const),
] as const;

/** Sales have seasons, which the period before would show as a change. */
export const comparedByDefault = 'previous_year';

const Comparison = z.object({
  group_by: z.enum(comparisonGroups),
  metric: z.enum(comparisonMetrics),
  period: ReportPeriod,
  compared_period: ReportPeriod,
  rows: z.array(ComparisonRow),
  totals: ComparisonTotals,
  cut: cutField,
  meta: ReportMeta,
});
type Comparison = z.output<typeof Comparison>;

export const comparePeriods = operation({
  name: 'compare_periods',
  summary: 'Compare sales and margin of two periods by client, product or category, largest fall first.',
  guidance:
    'Says who buys less, and by product how much of a change is price, volume, mix or cost. Default: the year before.',
  http: 'GET /reports/period-comparison',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    ...compareInput,
    group_by: z.enum(comparisonGroups).default('client'),
    metric: z
      .enum(comparisonMetrics)
      .default('net_sales')
      .describe('What rows are sorted by, and files split into parts; margin needs the permission costs:read.'),
    sort: z
      .enum(comparisonSorts)
      .default('fall')
      .describe('Largest fall first, largest rise first, or largest change first.'),
    limit: z.int().min(1).max(rowsMax).default(rowsDefault).describe('Number of groups; the rest is one row.'),
    client_id: Id('client').optional(),
    member_id: Id('member').optional(),
    location_id: Id('location').optional(),
    channel: Text(50).optional(),
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(Comparison),
  refuses: [validationFailed, forbidden, insufficientScope, pagesRefused],
  async run(context, input) {
    const { group_by: group, metric, limit, client_id, member_id, location_id, channel } = input;
    if (metric === 'margin') needCosts(context);
    const range = await rangeOf(context, { ...input, compare: input.compare ?? comparedByDefault });
    const { current, compared = current } = range;
    const isSplit = splits(group);
    const [cells, meta] = await Promise.all([
      revenueCells(context, {
        group,
        range,
        filter: { client_id, member_id, location_id, channel },
        groupsMax: isSplit ? splitMax : limit,
        order: orderOf(isSplit ? { metric, sort: 'size' } : input),
      }),
      metaOf(context),
    ]);
    if (cells.length === 0) await refuseUnknownChannel(context, channel);
    const groups = comparedGroups(cells, isSplit);
    const shown = ranked(groups, input);
    const names = await namesOf(
      context,
      group,
      shown.flatMap(({ kind, key }) => (kind === 'group' && key !== null ? [key] : [])),
    );
    const frame: ComparisonFrame = {
      currency: currencyOf(context),
      hasUnits: groupingOf(group).level === 'line',
      seesCosts: context.actor.permissions.has('costs:read'),
    };
    const rest = shown.find(({ kind }) => kind === 'others');
    const report: Comparison = {
      group_by: group,
      metric,
      period: current,
      compared_period: compared,
      rows: shown.map((one) => ({
        kind: one.kind,
        ...nameOf(names, { group, kind: one.kind, key: one.key }),
        ...comparisonOf(one, frame),
      })),
      totals: comparisonOf(together(groups, isSplit), frame),
      cut: cutOf({
        list: 'rows',
        shown: limit,
        left: groupsLeft(cells, limit),
        rest: rest === undefined ? null : baseMoney(context)(changeOf(rest, metric)),
        how: withLimit(rowsMax),
      }),
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

/** Only goods and services have a price by the unit; a category or a client has many. */
function splits(group: Comparison['group_by']): boolean {
  return group === 'product' || group === 'variant';
}

function orderOf({ metric, sort }: Pick<Order, 'metric' | 'sort'>): Sql {
  const cost = metric === 'margin' ? sql`cost` : sql`0`;
  const change = sql`
    sum((gross - discounts - returns - ${cost}) * case when is_compared then -1 else 1 end)`;
  return sort === 'size' ? sql`abs(${change}) desc` : sort === 'rise' ? sql`${change} desc` : change;
}

const columns = [
  ...(['units', 'compared_units', 'net', 'compared_net', 'cost', 'compared_cost'] as const),
  ...(['margin', 'compared_margin', 'change', 'change_percent'] as const),
  ...(['price', 'volume', 'mix', 'unit_cost', 'new', 'gone', 'other'] as const),
];

function asTable({ group_by: group, metric, period, rows, totals }: Comparison): Table {
  const { units, compared_units } = ComparisonTotals.shape;
  return table(`period-comparison-by-${group}-${period.from}-${period.to}`, [group, 'key', ...columns], (row) =>
    [...rows, { ...totals, label: 'total', key: null }].map(({ net, cost, margin, ...one }) => {
      const figure = metric === 'margin' && margin !== null ? margin : net;
      return row({
        [group]: one.label,
        key: one.key,
        units: digits(z.encode(units, one.units)),
        compared_units: digits(z.encode(compared_units, one.compared_units)),
        net: net.amount,
        compared_net: net.compared,
        ...(cost !== null && { cost: cost.amount, compared_cost: cost.compared }),
        ...(margin !== null && { margin: margin.amount, compared_margin: margin.compared }),
        change: figure.change,
        change_percent: digits(figure.change_percent),
        ...figure.parts,
      });
    }),
  );
}
