import { z } from 'zod';
import { formatDecimal } from '../../../core/decimal.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { statementLayouts } from '../../../core/statement-layouts.ts';
import { join, nothing, type Sql, sql } from '../../../db/sql.ts';
import { forbidden, insufficientScope, invalidCursor, notFound, validationFailed } from '../../../operation/errors.ts';
import { cursorInput, limitInput } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Currency, Day, ForeignName, Id, Text } from '../../../wire/index.ts';
import { recordId } from '../../ledger/index.ts';
import { drillBalanceSheet, drillJournal } from './drill-books.ts';
import { drillPayables, drillSpending } from './drill-expenses.ts';
import { drillDimension } from './drill-dimension.ts';
import {
  drillCashFlow,
  drillGeneralLedger,
  drillResults,
  drillTax,
  drillTrialBalance,
  drillVariance,
} from './drill-ledger.ts';
import { refuseOtherNarrowing } from './drill-narrowed.ts';
import { drillDashboard, drillPayments, drillReceivables, drillStatement } from './drill-records.ts';
import { drillComparison, drillMargin, drillRevenue, drillTrends } from './drill-sales.ts';
import { drillStockMoves, drillTurnover, drillValuation } from './drill-stock.ts';
import type { Behind, Drill, FigureAsked } from './drilldown.ts';
import { varianceRange } from '../books/get-budget-variance.ts';
import { turnoverRange } from '../stock/get-inventory-turnover.ts';
import { comparedByDefault } from '../revenue/compare-periods.ts';
import { trendRange } from '../revenue/get-trends.ts';
import { levelsInput } from '../books/dimension-asked.ts';
import { narrowedTo } from '../books/dimension-filter.ts';
import { compareInput, intervalInput, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import { pagingOf } from '../printing/report-pages.ts';
import { ageInput, currencyOf } from '../report.ts';
import type { RevenueFilter } from '../revenue/revenue-facts.ts';
import { revenueGroups } from '../revenue/revenue-groups.ts';
import { trendMetrics } from '../revenue/trend-values.ts';
import { refuseUnknownChannel, refuseUnknownCurrency } from '../unknown-filters.ts';

const drills = {
  'profit-and-loss': drillResults,
  'profit-by-dimension': drillDimension,
  'budget-variance': drillVariance,
  'expenses-by-category': drillSpending,
  revenue: drillRevenue,
  trends: drillTrends,
  'product-margin': drillMargin,
  'period-comparison': drillComparison,
  payments: drillPayments,
  'receivables-aging': drillReceivables,
  'payables-aging': drillPayables,
  'client-statement': drillStatement,
  'tax-summary': drillTax,
  'cash-flow': drillCashFlow,
  'inventory-valuation': drillValuation,
  'inventory-movements': drillStockMoves,
  'inventory-turnover': drillTurnover,
  'balance-sheet': drillBalanceSheet,
  'trial-balance': drillTrialBalance,
  'general-ledger': drillGeneralLedger,
  journal: drillJournal,
  dashboard: drillDashboard,
} as const satisfies Record<string, Drill>;
const names = Object.keys(drills) as [keyof typeof drills, ...(keyof typeof drills)[]];

const kinds = ['journal_entry', 'sale', 'payment', 'refund', 'movement', 'expense'] as const;

const keyMax = 300;

export const getReportDrilldown = operation({
  name: 'get_report_drilldown',
  summary: 'Get the drilldown of a report figure: entries, sales, expenses or payments that make it up.',
  guidance:
    'Send the report’s own input; name the row by its key (an id, a label, a total) and the column, or an interval.',
  http: 'GET /reports/{name}/drilldown',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    name: z.enum(names),
    row: z
      .string()
      .min(1)
      .max(keyMax)
      .describe('An id, a label, a total or the key of a line; `payee:` and a name for a payee who is not a supplier.'),
    column: z.string().min(1).max(keyMax).default('amount'),
    ...rangeInput,
    ...compareInput,
    interval: intervalInput,
    basis: z.enum(['accrual', 'cash']).optional(),
    layout: z.enum(statementLayouts).optional().describe('Of the report; the key of a line begins with it.'),
    group_by: z.enum(revenueGroups).optional(),
    metric: z.enum([...trendMetrics, 'margin']).default('net_sales'),
    as_at: Day.optional(),
    age_from: ageInput,
    client_id: Id('client').optional(),
    dimension_id: Id('dimension').optional().describe('Of profit by dimension.'),
    levels: levelsInput,
    dimension_value_id: Id('dimension_value').optional().describe('As the report itself takes it.'),
    without_dimension_id: Id('dimension').optional().describe('As the report itself takes it.'),
    budget_id: Id('budget').optional().describe('Of budget variance.'),
    currency: Currency.optional().describe('Ageings and statements only: the figure in that currency.'),
    member_id: Id('member').optional(),
    location_id: Id('location').optional(),
    channel: Text(50).optional(),
    limit: limitInput,
    cursor: cursorInput,
  }),
  output: z.object({
    unit: z.enum(['money', 'quantity']),
    total: z.string().describe('The figure: the total of all pages.'),
    data: z.array(
      z.object({
        date: Day,
        type: z.enum(kinds),
        id: z.string(),
        number: z.string().nullable(),
        description: z.string(),
        source: z
          .object({ type: z.string(), id: z.string(), number: z.string().nullable() })
          .describe('The record that posted the journal entry; otherwise the record itself.'),
        client_name: ForeignName.nullable().describe('The client or payee, as called then.'),
        amount: z.string().describe('Amount that it adds to the figure.'),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  refuses: [validationFailed, notFound, forbidden, insufficientScope, invalidCursor],
  async run(context, { limit, cursor, ...input }) {
    const { after, next } = pagingOf(context, 'drilldown', input, cursor);
    const behind = await behindFigure(context, input);
    const [{ total }, found] = await Promise.all([
      context.db.one<{ total: bigint }>(sql`
        select coalesce(sum(amount), 0)::bigint as total from (${behind.facts}) as facts`),
      pageOf(context, behind.facts, { after, limit: limit + 1 }),
    ]);
    if (found.length === 0 && after === undefined) {
      await refuseUnknownCurrency(context, input.currency);
      await refuseUnknownChannel(context, input.channel);
    }
    const data = found.slice(0, limit);
    const last = data.at(-1);
    const hasMore = found.length > limit;
    const unit = behind.unit ?? 'money';
    const currency = behind.currency ?? currencyOf(context);
    const shown = unit === 'quantity' ? quantityText : (minor: bigint) => formatMoney(money(minor, currency));
    return {
      unit,
      total: shown(total),
      data: data.map(({ day, kind, id, source_type: type, source_id, source_number, amount, ...told }) => ({
        date: day,
        type: kind,
        id: recordId(kind, id),
        ...told,
        source: { type, id: recordId(type, source_id), number: source_number },
        amount: shown(amount),
      })),
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? next([last.day, last.kind, last.id]) : null,
    };
  },
});

type Input = Parameters<typeof rangeOf>[1] &
  RevenueFilter & {
    readonly name: keyof typeof drills;
    readonly row: string;
    readonly column: string;
    readonly basis?: 'accrual' | 'cash' | undefined;
    readonly group_by?: (typeof revenueGroups)[number] | undefined;
    readonly metric: FigureAsked['metric'];
    readonly as_at?: string | undefined;
    readonly dimension_id?: string | undefined;
    readonly levels?: number | undefined;
    readonly budget_id?: string | undefined;
    readonly currency?: string | undefined;
    readonly age_from: FigureAsked['ageFrom'];
  };

async function behindFigure(context: Context, input: Input): Promise<Behind> {
  const { name, row, column, basis, metric, client_id, member_id, location_id, channel } = input;
  const { currency, dimension_id, dimension_value_id, without_dimension_id, budget_id } = input;
  const ofLines = { dimension_value_id, without_dimension_id };
  const ofBooks = { dimension_id, levels: input.levels, ...ofLines, budget_id };
  refuseOtherNarrowing(name, { client_id, member_id, location_id, channel, currency, ...ofBooks });
  await narrowedTo(context, ofLines);
  const drill: Drill = drills[name];
  return drill(context, {
    row,
    column,
    basis,
    metric,
    group: input.group_by,
    client: client_id,
    dimension: dimension_id,
    levels: input.levels,
    currency,
    range: await rangeAsked(context, input),
    asAt: input.as_at ?? context.today,
    ageFrom: input.age_from,
    compare: input.compare,
    filter: { client_id, member_id, location_id, channel, ...ofLines },
  });
}

/** The range as the report itself reads it, with its defaults. */
function rangeAsked(context: Context, input: Input): Promise<ReportRange> {
  const { name, group_by: group = 'period', interval } = input;
  if (name === 'trends') {
    const asked = trendRange(context, { ...input, interval: interval ?? 'month' });
    return rangeOf(context, { ...asked, compare: 'previous_year' });
  }
  if (name === 'budget-variance') return varianceRange(context, input).then((period) => rangeOf(context, period));
  if (name === 'inventory-turnover') return rangeOf(context, turnoverRange(context, input));
  if (name === 'period-comparison') return rangeOf(context, { ...input, compare: input.compare ?? comparedByDefault });
  if (name === 'dashboard') return rangeOf(context, { ...input, compare: input.compare ?? 'previous_period' });
  const isPeriods = name === 'revenue' && group === 'period';
  return rangeOf(context, { ...input, interval: interval ?? (isPeriods ? 'month' : undefined) });
}

type Row = {
  readonly day: string;
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly amount: bigint;
  readonly number: string | null;
  readonly description: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly source_number: string | null;
  readonly client_name: string | null;
};

type PageAsked = { readonly after: readonly string[] | undefined; readonly limit: number };

/** One row for each record, by day; those that add nothing in the end are left out. */
function pageOf({ db, organization }: Context, facts: Sql, { after, limit }: PageAsked): Promise<Row[]> {
  const [day, kind, id] = after ?? [];
  const seek = after === undefined ? nothing : sql`where (day, kind, id) > (${day}::date, ${kind}::text, ${id}::uuid)`;
  return db.many<Row>(sql`
    with page as (
      select * from (
        select day, kind, id, sum(amount)::bigint as amount from (${facts}) as facts
        group by day, kind, id having sum(amount) <> 0) as grouped
      ${seek} order by day, kind, id limit ${limit}
    )
    select page.day, page.kind, page.id, page.amount, entry_type as source_type, entry_id as source_id, source.*,
      case when page.kind = 'journal_entry' then entry.number else source_number end as number,
      coalesce(entry.memo, client_name, moved_type, '') as description
    from page
    left join report_entries as entry
      on page.kind = 'journal_entry' and entry.organization_id = ${organization} and entry.id = page.id
    cross join lateral (
      select coalesce(entry.source_type, page.kind) as entry_type, coalesce(entry.source_id, page.id) as entry_id
    ) as posted
    left join lateral (${sources(organization)}) as source on true
    order by page.day, page.kind, page.id`);
}

/** Names of records, by type and id in `posted`: a record unknown to every branch has neither number nor party. */
function sources(organization: string): Sql {
  const branch = (type: string, table: Sql, columns: Sql) => sql`
    select ${columns} from ${table} as record
    where posted.entry_type = ${type} and record.organization_id = ${organization} and record.id = posted.entry_id`;
  const named = (name: Sql) => sql`record.number as source_number, ${name} as client_name, null::text as moved_type`;
  const branches = [
    branch('sale', sql`report_sales`, named(sql`record.client_name`)),
    branch('payment', sql`report_payments`, named(sql`record.client_name`)),
    branch('refund', sql`report_named_refunds`, named(sql`record.client_name`)),
    branch('expense', sql`report_expenses`, named(sql`record.payee_name`)),
    branch('supplier_payment', sql`report_supplier_payments`, named(sql`record.supplier_name`)),
    branch('supplier_refund', sql`report_supplier_refunds`, named(sql`record.supplier_name`)),
    branch('money_transfer', sql`report_money_transfers`, named(sql`null::text`)),
    branch('journal_entry', sql`report_entries`, named(sql`null::text`)),
    branch('movement', sql`report_stock_movements`, sql`null::text, null::text, record.type`),
  ];
  return join(branches, sql` union all `);
}

const quantityDecimals = 5;

function quantityText(quantity: bigint): string {
  return formatDecimal(quantity, quantityDecimals, 0);
}
