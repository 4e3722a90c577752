import { z } from 'zod';
import { sum } from '../../core/list.ts';
import { forbidden, insufficientScope, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Money, OrFile, SignedQuantity } from '../../wire/index.ts';
import { accountMovements, type Cell, digits } from '../ledger/index.ts';
import { percentOf, sharesOf } from './figure.ts';
import { rangeInput, rangeOf, type ReportRange } from './period-input.ts';
import { inFormat, type Table, table } from './report-file.ts';
import { baseMoney, formatInput, metaOf, ReportMeta, ReportPeriod } from './report.ts';
import { type RevenueCell, revenueCells } from './revenue-facts.ts';
import { nameOf, namesOf } from './revenue-groups.ts';

const groupsMax = 1_000;
const groupsDefault = 100;
const groups = ['product', 'variant', 'category'] as const;

const sums = {
  units: SignedQuantity,
  net: Money.describe('What was sold, less discounts and returns, without tax and charges.'),
  cost: Money,
  margin: Money,
  margin_percent: z.string().nullable().describe('Of net.'),
};

const Margin = z.object({
  group_by: z.enum(groups),
  period: ReportPeriod,
  rows: z.array(
    z.object({
      kind: z.enum(['group', 'others', 'unassigned']),
      key: z.string().nullable(),
      label: z.string(),
      ...sums,
      share: z.string().nullable().describe('Of margin, in percent; all rows together are 100.00.'),
    }),
  ),
  totals: z.object(sums),
  reconciliation: z
    .object({ cost: Money, ledger: Money, difference: Money })
    .describe('Cost here, and cost of sales in the ledger: the difference is counts, write-offs and adjustments.'),
  meta: ReportMeta,
});
type Margin = z.output<typeof Margin>;

export const getProductMargin = operation({
  name: 'get_product_margin',
  summary: 'What each product earned in a range of days: net sales less what the goods cost, and the margin on them.',
  guidance: 'Needs the permission costs:read. Returns and voids count on their own day.',
  http: 'GET /reports/product-margin',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    group_by: z.enum(groups).default('product'),
    limit: z
      .int()
      .min(1)
      .max(groupsMax)
      .default(groupsDefault)
      .describe('Those that sold most; the rest is in one row.'),
    format: formatInput,
  }),
  output: OrFile(Margin),
  refuses: [validationFailed, forbidden, insufficientScope],
  async run(context, input) {
    needCosts(context);
    const range = await rangeOf(context, input);
    const question = { group: input.group_by, range, filter: {}, groupsMax: input.limit };
    const [cells, ledger, meta] = await Promise.all([
      revenueCells(context, question),
      costInLedger(context, range),
      metaOf(context),
    ]);
    const rows = await rowsOf(context, input.group_by, cells);
    const money = baseMoney(context);
    const cost = sum(cells.map((one) => one.cost));
    const report: Margin = {
      group_by: input.group_by,
      period: range.current,
      rows,
      totals: sumsOf(context, cells),
      reconciliation: { cost: money(cost), ledger: money(ledger), difference: money(ledger - cost) },
      meta,
    };
    return inFormat(input.format, report, asTable);
  },
});

/** Whoever may not see what goods cost learns nothing from a margin either. */
export function needCosts({ actor }: Context): void {
  if (actor.permissions.has('costs:read')) return;
  throw (actor.kind === 'mcp_token' ? insufficientScope : forbidden)({ needs: 'costs:read' });
}

async function costInLedger(context: Context, { current }: ReportRange): Promise<bigint> {
  const moved = await accountMovements(context, ['expense'], [current]);
  const cost = moved.filter(({ type }) => type === 'cost_of_goods_sold');
  return sum(cost.map(({ debit, credit }) => debit - credit));
}

function netOf({ gross, discounts, returns }: RevenueCell): bigint {
  return gross - discounts - returns;
}

function sumsOf(context: Context, cells: readonly RevenueCell[]): Margin['totals'] {
  const money = baseMoney(context);
  const [net, cost] = [sum(cells.map(netOf)), sum(cells.map((one) => one.cost))];
  return {
    units: sum(cells.map(({ units }) => units)),
    net: money(net),
    cost: money(cost),
    margin: money(net - cost),
    margin_percent: percentOf(net - cost, net),
  };
}

/** The largest margin first, then the rest of them, then what is no product: free lines. */
async function rowsOf(
  context: Context,
  group: Margin['group_by'],
  cells: readonly RevenueCell[],
): Promise<Margin['rows']> {
  const margin = (cell: RevenueCell) => netOf(cell) - cell.cost;
  const place = { group: 0, others: 1, unassigned: 2 } as const;
  const order = cells.toSorted(
    (a, b) =>
      place[a.kind] - place[b.kind] ||
      (margin(a) === margin(b) ? (`${a.key}` < `${b.key}` ? -1 : 1) : margin(a) < margin(b) ? 1 : -1),
  );
  const names = await namesOf(
    context,
    group,
    order.flatMap(({ kind, key }) => (kind === 'group' && key !== null ? [key] : [])),
  );
  const shares = sharesOf(order.map(margin));
  return order.map((cell, index) => {
    const { kind, key } = cell;
    return {
      kind,
      ...nameOf(names, { group, kind, key }),
      ...sumsOf(context, [cell]),
      share: shares[index] ?? null,
    };
  });
}

function asTable({ group_by: group, period, rows, totals }: Margin): Table {
  const cells = (of: Margin['totals']): Cell[] => {
    return [digits(z.encode(SignedQuantity, of.units)), of.net, of.cost, of.margin, digits(of.margin_percent)];
  };
  const header = [group, 'key', 'units', 'net', 'cost', 'margin', 'margin_percent', 'share'];
  return table(`margin-by-${group}-${period.from}-${period.to}`, header, [
    ...rows.map((row): Cell[] => [row.label, row.key, ...cells(row), digits(row.share)]),
    ['total', null, ...cells(totals), null],
  ]);
}
