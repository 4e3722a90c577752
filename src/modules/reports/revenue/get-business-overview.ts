import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { addDays } from '../../../core/calendar.ts';
import { ascending, descending, orderedBy } from '../../../core/order.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { sum } from '../../../core/list.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { divide } from '../../../core/rounding.ts';
import { plannedOnce, sql } from '../../../db/sql.ts';
import { type CutList, cutField, cutOf } from '../../../operation/cut.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Decimal, Money, OrFile } from '../../../wire/index.ts';
import { type AccountMovement, accountMovements, digits, keyBalances } from '../../ledger/index.ts';
import { cashTypes, isCash } from '../cash-accounts.ts';
import { type Amounts, Figure, figure } from '../figure.ts';
import { compareInput, rangeInput, rangeOf } from '../period-input.ts';
import { baseMoney, currencyOf, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { inFormat } from '../printing/report-file.ts';
import { type Table, table } from '../printing/report-table.ts';
import { OverviewParts, overviewParts, partsOf } from './overview-parts.ts';
import { netOf, type RevenueCell, revenueCells } from './revenue-facts.ts';
import { namesOf, type RevenueGroup } from './revenue-groups.ts';
import { tally } from './revenue-rows.ts';

const topMax = 5;
const burnMonths = 3;

const Top = z.array(z.object({ id: z.string(), name: z.string(), net: Money }));

const Overview = z.object({
  period: ReportPeriod,
  compared_period: ReportPeriod,
  net_sales: Figure,
  sales_count: z.int(),
  net_profit: Figure,
  cash: Money.describe('Cash and bank balances today. The next fields are as of today too.'),
  receivable: Money,
  overdue: z.object({ count: z.int(), amount: Money }),
  client_credit: Money.describe('Unapplied credit of clients.'),
  tax_due: Money.describe('Output tax less input tax: an estimate.'),
  monthly_burn: Money.nullable().describe(
    'Average net cash outflow per month over three full months (burn rate); null if the cash flow was positive.',
  ),
  runway_months: Decimal.nullable(),
  low_stock: z.int().describe('Items at or below a location’s low-stock threshold, as in the stock alerts.'),
  out_of_stock: z.int().describe('Items out of stock at all locations.'),
  top_clients: Top,
  top_products: Top,
  ...OverviewParts,
  cut: cutField,
  meta: ReportMeta,
});
type Overview = z.output<typeof Overview>;

export const getBusinessOverview = operation({
  name: 'get_business_overview',
  summary: 'Get key figures (dashboard): sales and profit, cash, receivables, payables, tax, stock, top clients.',
  guidance: 'Start here. Default: month to date, compared with the same days of the previous month.',
  http: 'GET /reports/dashboard',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'tool',
  seldom: ['include', 'compare_from', 'compare_to', 'format', 'language'],
  cost: 5,
  input: z.strictObject({
    ...rangeInput,
    ...compareInput,
    include: z
      .array(z.enum(overviewParts))
      .max(overviewParts.length)
      .optional()
      .describe('Further parts, as of today, whatever the period.'),
    ...fileInput,
  }),
  output: OrFile(Overview),
  refuses: [validationFailed, pagesRefused],
  async run(context, { include = [], ...input }) {
    const range = await rangeOf(context, { ...input, compare: input.compare ?? 'previous_period' });
    const { current, compared = current } = range;
    // Nothing says what the best were before.
    const alone = { ...range, compared: undefined, comparedIntervals: [], comparedPieces: [] };
    const best = (group: RevenueGroup) => revenueCells(context, { group, range: alone, filter: {}, groupsMax: topMax });
    const [sales, clients, products, profit, before, today, parts, meta] = await Promise.all([
      revenueCells(context, { group: 'period', range, filter: {}, groupsMax: topMax }),
      best('client'),
      best('product'),
      accountMovements(context, ['revenue', 'expense'], [current]),
      accountMovements(context, ['revenue', 'expense'], [compared]),
      standing(context),
      partsOf(context, include),
      metaOf(context),
    ]);
    const currency = currencyOf(context);
    const sold = tally(sales, { currency, range, isCompared: true, seesCosts: false, level: 'sale' });
    const earned: Amounts = { amount: profitOf(profit), series: [], compared: profitOf(before) };
    const topClients = await topOf(context, 'client', clients);
    const topProducts = await topOf(context, 'product', products);
    const report: Overview = {
      period: current,
      compared_period: compared,
      net_sales: figure(sold.net, currency),
      sales_count: Number(sold.sales),
      net_profit: figure(earned, currency),
      ...today,
      top_clients: topClients,
      top_products: topProducts,
      ...parts,
      cut: [
        ...cutOfTop(context, 'top_clients', clients, topClients),
        ...cutOfTop(context, 'top_products', products, topProducts),
      ],
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

function profitOf(moved: readonly AccountMovement[]): bigint {
  return sum(moved.map(({ debit, credit }) => credit - debit));
}

type OverviewBalances = Pick<
  Overview,
  | 'cash'
  | 'receivable'
  | 'overdue'
  | 'client_credit'
  | 'tax_due'
  | 'monthly_burn'
  | 'runway_months'
  | 'low_stock'
  | 'out_of_stock'
>;

/** Balances of today, whatever the range. */
async function standing(context: Context): Promise<OverviewBalances> {
  const money = baseMoney(context);
  const { today } = context;
  const taxTypes = ['tax_payable', 'tax_receivable'] as const;
  const months = lastWholeMonths(today);
  const [balances, moved, overdue, stock] = await Promise.all([
    keyBalances(
      context,
      { types: [...cashTypes, ...taxTypes], roles: ['receivable', 'clientCredit', 'taxOutput', 'taxInput'] },
      today,
    ),
    accountMovements(context, ['asset'], [months]),
    overdueOn(context),
    stockCounts(context),
  ]);
  const withRole = (role: string) => balances.find((one) => one.role === role)?.balance ?? 0n;
  const isTax = ({ type, role }: { readonly type: string; readonly role: string | null }) =>
    taxTypes.some((one) => one === type) || role === 'tax_output' || role === 'tax_input';
  const cash = sum(balances.filter(({ type }) => isCash(type)).map(({ balance }) => balance));
  const cameIn = sum(moved.filter(({ type }) => isCash(type)).map(({ debit, credit }) => debit - credit));
  const burn = cameIn < 0n ? divide(-cameIn, BigInt(burnMonths), 'half_up') : 0n;
  return {
    cash: money(cash),
    receivable: money(withRole('receivable')),
    overdue: { count: Number(overdue.count), amount: money(overdue.amount) },
    client_credit: money(-withRole('client_credit')),
    tax_due: money(-sum(balances.filter(isTax).map(({ balance }) => balance))),
    monthly_burn: burn === 0n ? null : money(burn),
    runway_months: burn === 0n || cash < 0n ? null : formatDecimal(divide(cash * 10n, burn, 'down'), 1),
    low_stock: Number(stock.low),
    out_of_stock: Number(stock.out),
  };
}

function lastWholeMonths(today: string): Period {
  const { from } = periodOf('month', today);
  let first = from;
  for (let month = 0; month < burnMonths; month += 1) first = periodOf('month', addDays(first, -1)).from;
  return { from: first, to: addDays(from, -1) };
}

function overdueOn({ db, organization, today }: Context): Promise<{ count: bigint; amount: bigint }> {
  return db.one(
    plannedOnce(sql`
      select count(distinct sale_id) as count, coalesce(sum(amount), 0)::bigint as amount from report_debts
      where organization_id = ${organization} and due_date < ${today}`),
  );
}

function stockCounts({ db, organization }: Context): Promise<{ low: bigint; out: bigint }> {
  return db.one(sql`
    select count(*) filter (where available > 0 and is_low) as low,
      count(*) filter (where available <= 0) as out
    from report_stock_on_hand where organization_id = ${organization}`);
}

async function topOf(
  context: Context,
  group: RevenueGroup,
  cells: readonly RevenueCell[],
): Promise<Overview['top_clients']> {
  const top = cells.filter(({ kind }) => kind === 'group');
  const names = await namesOf(
    context,
    group,
    top.map(({ key }) => key ?? ''),
  );
  const money = baseMoney(context);
  return top
    .map((cell) => ({ name: names.get(cell.key ?? ''), key: cell.key ?? '', net: netOf(cell) }))
    .filter(({ net }) => net > 0n)
    .toSorted(
      orderedBy(
        descending(({ net }) => net),
        ascending(({ key }) => key),
      ),
    )
    .map(({ name, net }) => ({ id: name?.key ?? '', name: name?.label ?? '', net: money(net) }));
}

/** Sales outside the top groups; sales without a group are neither shown nor counted as others. */
function cutOfTop(
  context: Context,
  list: 'top_clients' | 'top_products',
  cells: readonly RevenueCell[],
  top: Overview['top_clients'],
): CutList[] {
  const group = list === 'top_clients' ? 'client' : 'product';
  const all = sum(cells.filter(({ kind }) => kind !== 'unassigned').map(netOf));
  const shown = sum(top.map(({ net }) => net.minor));
  return cutOf({
    list,
    shown: top.length,
    left: (cells[0]?.groups ?? 0) - top.length,
    rest: baseMoney(context)(all - shown),
    how: `get_revenue with \`group_by\` ${group} lists all of them.`,
  });
}

function asTable(overview: Overview): Table {
  const { period, net_sales: sales, net_profit: profit, overdue } = overview;
  const compared = ({ compared: past, change_percent: percent }: Figure) => {
    return { compared: past, change_percent: digits(percent) };
  };
  return table(`dashboard-${period.from}-${period.to}`, ['figure', 'value', 'compared', 'change_percent'], (row) => [
    row({ figure: 'net_sales', value: sales.amount, ...compared(sales) }),
    row({ figure: 'sales_count', value: overview.sales_count }),
    row({ figure: 'net_profit', value: profit.amount, ...compared(profit) }),
    row({ figure: 'cash', value: overview.cash }),
    row({ figure: 'receivable', value: overview.receivable }),
    row({ figure: 'overdue_count', value: overdue.count }),
    row({ figure: 'overdue_amount', value: overdue.amount }),
    row({ figure: 'client_credit', value: overview.client_credit }),
    row({ figure: 'tax_due', value: overview.tax_due }),
    row({ figure: 'monthly_burn', value: overview.monthly_burn }),
    row({ figure: 'runway_months', value: digits(overview.runway_months) }),
    row({ figure: 'low_stock', value: overview.low_stock }),
    row({ figure: 'out_of_stock', value: overview.out_of_stock }),
  ]);
}
