import { z } from 'zod';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { ageBucket, type AgeBucket } from '../../core/ageing.ts';
import { sum } from '../../core/list.ts';
import { type Money as CoreMoney } from '../../core/money.ts';
import { formatDecimal } from '../../core/decimal.ts';
import { divide } from '../../core/rounding.ts';
import { sql } from '../../db/sql.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../wire/index.ts';
import { type Cell, keyBalances } from '../ledger/index.ts';
import { type Credit, creditsAsAt, type Owed, owedAsAt } from './receivables.ts';
import { ageInput, ageStart, baseMoney, formatInput, metaOf, ReportMeta } from './report.ts';
import { inFormat, type Table, table } from './report-file.ts';

const clientsMax = 1_000;
const clientsDefault = 100;
const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies AgeBucket[];

const sums = {
  sales: z.int().describe('How many are owed for.'),
  current: Money.describe('Not due yet, or made on the day.'),
  days_1_30: Money,
  days_31_60: Money,
  days_61_90: Money,
  over_90_days: Money,
  total: Money,
  credit: Money.describe('What the client has paid and not used.'),
};

const Aging = z.object({
  as_at: Day,
  age_from: ageStart,
  rows: z.array(z.object({ client_id: Id('client').nullable(), client: z.string(), ...sums })),
  totals: z.object(sums),
  reconciliation: z
    .object({ sales: Money, ledger: Money, difference: Money })
    .describe('What is owed for sales, and the balance of the receivable account.'),
  credit_sales: Money.describe('Sold in the last 90 days and not paid on the day itself.'),
  days_sales_outstanding: z
    .string()
    .nullable()
    .describe('What is owed, in days of such sales; null where there were none.'),
  meta: ReportMeta,
});
type Aging = z.output<typeof Aging>;

export const getReceivablesAging = operation({
  name: 'get_receivables_aging',
  summary: 'Who owes how much on a day, and for how long it has been overdue.',
  guidance: 'A day that is past stays as it was: later payments do not count.',
  http: 'GET /reports/receivables-aging',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    as_at: Day.optional().describe('Default: today.'),
    age_from: ageInput,
    limit: z
      .int()
      .min(1)
      .max(clientsMax)
      .default(clientsDefault)
      .describe('Clients who owe most; the rest is in one row.'),
    format: formatInput,
  }),
  output: OrFile(Aging),
  refuses: [pagesRefused],
  async run(context, { as_at: asked, age_from: start, limit, format }) {
    const asAt = asked ?? context.today;
    const [owed, credits, sold, [receivable], meta] = await Promise.all([
      owedAsAt(context, asAt, start),
      creditsAsAt(context, asAt),
      soldOnAccount(context, asAt),
      keyBalances(context, { types: [], roles: ['receivable'] }, asAt),
      metaOf(context),
    ]);
    const money = baseMoney(context);
    const clients = [...byClient(owed, credits)].map(([id, debt]) => ({ id, name: debt.name, ...aged(debt, asAt) }));
    const order = clients.toSorted((a, b) =>
      a.total === b.total ? (a.name < b.name ? -1 : 1) : a.total < b.total ? 1 : -1,
    );
    const rest = order.slice(limit);
    const total = merged(clients);
    const ledger = receivable?.balance ?? 0n;
    const report: Aging = {
      as_at: asAt,
      age_from: start,
      rows: [
        ...order
          .slice(0, limit)
          .map(({ id, name, ...debt }) => ({ client_id: id, client: name, ...shown(debt, money) })),
        ...(rest.length === 0 ? [] : [{ client_id: null, client: 'Others', ...shown(merged(rest), money) }]),
      ],
      totals: shown(total, money),
      reconciliation: { sales: money(total.total), ledger: money(ledger), difference: money(ledger - total.total) },
      credit_sales: money(sold),
      days_sales_outstanding: outstandingDays(total.total, sold),
      meta,
    };
    return inFormat(context, format, report, asTable);
  },
});

const salesDays = 90;

/** What was sold in the last days and was owed at the end of its own day at least. */
async function soldOnAccount({ db, organization }: Context, day: string): Promise<bigint> {
  const within = sql`between ${day}::date - ${salesDays - 1}::int and ${day}`;
  const { sold } = await db.one<{ sold: bigint }>(sql`
    select (coalesce((
        select sum(total) from report_sales
        where organization_id = ${organization} and kind = 'sale' and sale_date ${within}
          and (voided_on is null or voided_on > ${day})), 0)
      - coalesce((
        select sum(back.total) from report_sales as back
        join report_sales as sale on sale.organization_id = back.organization_id and sale.id = back.original_sale_id
        where back.organization_id = ${organization} and back.kind = 'return' and back.sale_date ${within}
          and back.sale_date = sale.sale_date and (back.voided_on is null or back.voided_on > ${day})), 0)
      - coalesce((
        select sum(amount) from report_settled_at_once
        where organization_id = ${organization} and allocated_on ${within}
          and (reversed_on is null or reversed_on > ${day})), 0))::bigint as sold`);
  return sold;
}

function outstandingDays(owed: bigint, sold: bigint): string | null {
  return sold <= 0n ? null : formatDecimal(divide(owed * BigInt(salesDays) * 10n, sold, 'half_up'), 1);
}

type Debt = { readonly name: string; readonly owed: readonly Owed[]; readonly credit: bigint };
type Aged = Readonly<Record<AgeBucket, bigint>> & {
  readonly sales: bigint;
  readonly total: bigint;
  readonly credit: bigint;
};

function byClient(owed: readonly Owed[], credits: readonly Credit[]): ReadonlyMap<string, Debt> {
  const debts = new Map<string, Debt>();
  for (const [id, own] of Map.groupBy(owed, ({ client_id: client }) => client)) {
    debts.set(id, { name: own[0]?.client ?? id, owed: own, credit: 0n });
  }
  for (const { client_id: id, client, credit } of credits) {
    const debt = debts.get(id) ?? { name: client, owed: [] };
    debts.set(id, { ...debt, credit });
  }
  return debts;
}

function aged({ owed, credit }: Debt, asAt: string): Aged {
  const amounts = { current: 0n, days_1_30: 0n, days_31_60: 0n, days_61_90: 0n, over_90_days: 0n };
  for (const { aged_from: from, amount } of owed) amounts[ageBucket(from, asAt)] += amount;
  return { ...amounts, sales: sum(owed.map(({ sales }) => sales)), total: sum(Object.values(amounts)), credit };
}

function merged(all: readonly Aged[]): Aged {
  const total = (name: keyof Aged) => sum(all.map((one) => one[name]));
  return {
    sales: total('sales'),
    current: total('current'),
    days_1_30: total('days_1_30'),
    days_31_60: total('days_31_60'),
    days_61_90: total('days_61_90'),
    over_90_days: total('over_90_days'),
    total: total('total'),
    credit: total('credit'),
  };
}

function shown(debt: Aged, money: (minor: bigint) => CoreMoney): Aging['totals'] {
  return {
    sales: Number(debt.sales),
    current: money(debt.current),
    days_1_30: money(debt.days_1_30),
    days_31_60: money(debt.days_31_60),
    days_61_90: money(debt.days_61_90),
    over_90_days: money(debt.over_90_days),
    total: money(debt.total),
    credit: money(debt.credit),
  };
}

function asTable({ as_at: asAt, rows, totals }: Aging): Table {
  const cells = (of: Aging['totals']): Cell[] => [of.sales, ...buckets.map((name) => of[name]), of.total, of.credit];
  return table(
    `receivables-aging-${asAt}`,
    ['client', 'sales', ...buckets, 'total', 'credit'],
    [...rows.map((row): Cell[] => [row.client, ...cells(row)]), ['total', ...cells(totals)]],
  );
}
