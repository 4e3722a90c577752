import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { addDays } from '../../../core/calendar.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { sum } from '../../../core/list.ts';
import { daysIn } from '../../../core/period.ts';
import { divide } from '../../../core/rounding.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { forbidden, insufficientScope, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Decimal, Id, Money, OrFile, SignedQuantity } from '../../../wire/index.ts';
import { percentOf } from '../figure.ts';
import { needCosts } from '../revenue/get-product-margin.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { groupColumns, groupFields, nameOf, namesOf } from '../revenue/revenue-groups.ts';
import { type StockFlow, stockFlows } from './stock-moves.ts';
import { stockGroups } from './stock-standing.ts';

const groupsMax = 1_000;
const groupsDefault = 100;
const deadDaysDefault = 90;
const deadDaysMax = 3_660;

const sales = {
  sold: SignedQuantity.nullable().describe('Less returns. Null if a row combines different items.'),
  on_hand: SignedQuantity.nullable().describe('On the last day.'),
  sell_through: Decimal.nullable().describe('Sold, as a percentage of sold plus remaining.'),
  last_sold_on: Day.nullable().describe('Within the period.'),
  is_dead: z.boolean().describe('All remaining stock is dead stock.'),
};
const figures = {
  cost: Money.describe('Cost of goods sold, less client returns.'),
  average_value: Money.describe('Average stock value: the mean of the opening and closing values.'),
  closing_value: Money,
  turnover: Decimal.nullable().describe(
    'Cost divided by average value: the inventory turnover ratio. Null without stock.',
  ),
  days_on_hand: Decimal.nullable().describe('Average days in stock: the days of the period divided by the turnover.'),
  dead_value: Money.describe('Value of stock with no sale in `dead_days`, if it was in stock before them.'),
};

const Turnover = z.object({
  group_by: z.enum(stockGroups),
  period: ReportPeriod,
  dead_days: z.int(),
  rows: z.array(z.object({ ...groupFields, ...sales, ...figures })),
  totals: z.object(figures),
  cut: cutField,
  meta: ReportMeta.omit({ basis: true }),
});
type Turnover = z.output<typeof Turnover>;

export const getInventoryTurnover = operation({
  name: 'get_inventory_turnover',
  summary: 'Get inventory turnover: turnover ratio, days on hand, sell-through and dead stock.',
  guidance:
    'Needs the permission costs:read. Default: the last 365 days. `dead_only` lists dead stock, highest value first.',
  http: 'GET /reports/inventory-turnover',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    group_by: z.enum(stockGroups).default('variant'),
    location_id: Id('location').optional().describe('Only stock and sales at this location.'),
    dead_days: z
      .int()
      .min(1)
      .max(deadDaysMax)
      .default(deadDaysDefault)
      .describe('Days without a sale, up to the last day, that make stock dead.'),
    dead_only: z.boolean().default(false),
    limit: z
      .int()
      .min(1)
      .max(groupsMax)
      .default(groupsDefault)
      .describe('Number of rows, highest value first; the rest is one row.'),
    ...fileInput,
  }),
  output: OrFile(Turnover),
  refuses: [validationFailed, forbidden, insufficientScope, pagesRefused],
  async run(context, input) {
    needCosts(context);
    const { group_by: group, location_id: location, dead_days: deadDays, dead_only: isDeadOnly, limit } = input;
    const { current } = await rangeOf(context, turnoverRange(context, input));
    const [flows, { basis: _, ...meta }] = await Promise.all([
      stockFlows(context, { group, period: current, location, limit, deadDays, isDeadOnly }),
      metaOf(context),
    ]);
    const keys = flows.flatMap(({ key }) => key ?? []);
    const names = await namesOf(context, group, keys);
    const days = daysIn(current);
    const money = baseMoney(context);
    const others = flows.filter(({ kind }) => kind === 'others');
    const report: Turnover = {
      group_by: group,
      period: current,
      dead_days: deadDays,
      rows: flows.map((flow) => {
        const { kind, key } = flow;
        const isOne = kind === 'group' && (group === 'variant' || group === 'product');
        return {
          kind,
          ...nameOf(names, { group, kind, key }),
          ...(isOne ? soldOf(flow) : { sold: null, on_hand: null, sell_through: null }),
          last_sold_on: flow.lastSold,
          is_dead: flow.dead.quantity > 0n && flow.dead.quantity === flow.closing.quantity,
          ...figuresOf(context, [flow], days),
        };
      }),
      totals: figuresOf(context, flows, days),
      cut: cutOf({
        list: 'rows',
        shown: limit,
        left: (flows[0]?.groups ?? 0) - limit,
        how: withLimit(groupsMax),
        rest: money(sum(others.map(({ dead, closing }) => (isDeadOnly ? dead : closing).value))),
      }),
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

const yearDays = 365;

type RangeAsked = Parameters<typeof rangeOf>[1];

/** Without any days: a year up to today. */
export function turnoverRange({ today }: Pick<Context, 'today'>, input: RangeAsked): RangeAsked {
  if (input.period !== undefined || input.from !== undefined || input.to !== undefined) return input;
  return { ...input, from: addDays(today, 1 - yearDays), to: today };
}

function soldOf({ issued, closing }: StockFlow): Pick<Turnover['rows'][number], 'sold' | 'on_hand' | 'sell_through'> {
  const sold = -issued.quantity;
  const onHand = closing.quantity;
  // Of less than nothing there is no part.
  const share = sold < 0n || onHand < 0n ? null : percentOf(sold, sold + onHand);
  return { sold, on_hand: onHand, sell_through: share };
}

const turnoverDecimals = 2;
const daysDecimals = 1;

function figuresOf(context: Context, flows: readonly StockFlow[], days: number): Turnover['totals'] {
  const money = baseMoney(context);
  const cost = -sum(flows.map(({ issued }) => issued.value));
  const closing = sum(flows.map((one) => one.closing.value));
  const twice = closing + sum(flows.map(({ opening }) => opening.value));
  const isKnown = twice > 0n && cost >= 0n;
  return {
    cost: money(cost),
    average_value: money(divide(twice, 2n, 'half_up')),
    closing_value: money(closing),
    turnover: isKnown ? formatDecimal(divide(cost * 2n * 100n, twice, 'half_up'), turnoverDecimals) : null,
    days_on_hand:
      isKnown && cost > 0n
        ? formatDecimal(divide(twice * BigInt(days) * 10n, cost * 2n, 'half_up'), daysDecimals)
        : null,
    dead_value: money(sum(flows.map(({ dead }) => dead.value))),
  };
}

function asTable({ group_by: group, period, rows, totals }: Turnover): Table {
  const name = `inventory-turnover-by-${group}-${period.from}-${period.to}`;
  const fields = { ...groupColumns, ...sales, ...figures };
  return recordTable(name, { fields, headings: { label: group } }, [...rows, { ...totals, label: 'total' }]);
}
