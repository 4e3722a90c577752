import type { Period } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  type Behind,
  columnOf,
  daysOf,
  type Drill,
  type FigureAsked,
  unknownColumn,
  unknownRow,
  uuidIn,
} from './drilldown.ts';
import { resultsBehind } from './drill-ledger.ts';
import { fiscalYearTo } from '../books/fiscal-year.ts';
import { needCosts } from '../revenue/get-product-margin.ts';
import { paymentFacts } from '../cash-basis/payment-facts.ts';
import { type RevenueFilter, revenueFacts } from '../revenue/revenue-facts.ts';
import { groupingOf, type RevenueGroup } from '../revenue/revenue-groups.ts';
import type { Basis } from '../report.ts';
import { spansTable } from '../cash-basis/settlement-steps.ts';
import { trendBasisOf, type TrendMetric, trendMetrics } from '../revenue/trend-values.ts';

/** Contribution of each fact of revenue to a column. */
const columns = {
  gross: sql`case when is_sold then undiscounted else 0 end`,
  discounts: sql`case when is_sold then undiscounted - net else 0 end`,
  returns: sql`case when is_sold then 0 else -sign * net end`,
  net: sql`sign * net`,
  charges: sql`sign * charges`,
  tax: sql`sign * tax`,
  total: sql`sign * (net + charges + tax)`,
  cost: sql`sign * cost`,
  margin: sql`sign * (net - cost)`,
  units: sql`sign * quantity`,
} as const satisfies Record<string, Sql>;

type Asked = {
  readonly group: RevenueGroup;
  readonly filter: RevenueFilter;
  readonly days: Period;
  readonly where: Sql;
  readonly amount: Sql;
};

function saleFacts(context: Context, { group, filter, days, where, amount }: Asked): Sql {
  return sql`
    with ${spansTable([days])}, facts as (${revenueFacts(context, { group, filter })})
    select day, 'sale' as kind, sale_id as id, ${amount} as amount from facts where ${where}`;
}

export const drillRevenue: Drill = (context, asked) => {
  const { row, column, range, filter } = asked;
  const group = asked.group ?? 'period';
  if (group === 'payment_method') return drillMethods(context, asked);
  if (column === 'cost' || column === 'margin') needCosts(context);
  const name = Object.hasOwn(columns, column) ? column : 'net';
  const amount = columnOf<Sql>(columns, name);
  const days = daysOf(asked, Object.keys(columns));
  const all = { filter, where: sql`true`, amount };
  if (row === 'total') return unitOf(column, saleFacts(context, { ...all, group: 'period', days }));
  if (group === 'period') {
    const place = range.intervals.findIndex(({ label }) => label === row);
    const own = range.intervals[place];
    if (own === undefined) throw unknownRow();
    if (column !== 'compared') return { facts: saleFacts(context, { ...all, group, days: own }) };
    const before = range.comparedIntervals[place];
    const where = sql`${before !== undefined}::boolean`;
    return { facts: saleFacts(context, { ...all, where, group, days: before ?? own }) };
  }
  if (row === 'charges') return { facts: chargesBehind(context, { filter, days, group, column }) };
  return unitOf(column, saleFacts(context, { ...all, group, days, where: rowOf(group, row) }));
};

const methodColumns = {
  gross: sql`received`,
  returns: sql`refunded`,
  net: sql`received - refunded`,
  total: sql`received - refunded`,
} as const satisfies Record<string, Sql>;

/** Payments and refunds, where revenue is grouped by what they went by. */
function drillMethods({ organization }: Context, asked: FigureAsked): Behind {
  const method = uuidIn(asked.row, 'payment_method');
  if (method === undefined && asked.row !== 'total') throw unknownRow();
  const days = daysOf(asked, Object.keys(methodColumns));
  const amount = Object.hasOwn(methodColumns, asked.column)
    ? columnOf<Sql>(methodColumns, asked.column)
    : methodColumns.net;
  return {
    facts: sql`
      select day, kind, id, ${amount} as amount from (${paymentFacts(organization, days)}) as moved
      where ${method === undefined ? sql`true` : sql`method_id = ${method}`}`,
  };
}

function unitOf(column: string, facts: Sql): Behind {
  return { facts, unit: column === 'units' ? 'quantity' : 'money' };
}

/** The rest of the groups is in no row of its own that could be named: a higher limit shows them. */
function rowOf(group: RevenueGroup, row: string): Sql {
  if (row === 'unassigned') return sql`key is null`;
  const { kind } = groupingOf(group);
  if (kind === undefined) return sql`key::text = ${row}`;
  const id = uuidIn(row, kind);
  if (id === undefined) throw unknownRow();
  return sql`key = ${id}`;
}

type ChargesAsked = Pick<Asked, 'filter' | 'days' | 'group'> & { readonly column: string };

/** In groups of lines, charges and their tax are the excess of the sale over its lines. */
function chargesBehind(context: Context, { filter, days, group, column }: ChargesAsked): Sql {
  const parts = { charges: ['charges'], tax: ['tax'], total: ['charges', 'tax'] } as const;
  const wanted: readonly string[] = columnOf<readonly string[]>(parts, column);
  const part = (of: RevenueGroup, amount: Sql) =>
    saleFacts(context, { filter, days, group: of, where: sql`true`, amount });
  const charges = wanted.includes('charges') ? columns.charges : sql`0`;
  if (!wanted.includes('tax')) return part('period', charges);
  return sql`(${part('period', sql`${charges} + ${columns.tax}`)})
    union all (${part(group, sql`-(${columns.tax})`)})`;
}

const marginColumns = ['units', 'net', 'cost', 'margin'];

export const drillMargin: Drill = (context, asked) => {
  needCosts(context);
  if (!marginColumns.includes(asked.column)) throw unknownColumn(marginColumns);
  const group = asked.group ?? 'product';
  const amount = columnOf<Sql>(columns, asked.column);
  const where = asked.row === 'total' ? sql`true` : rowOf(group, asked.row);
  return unitOf(asked.column, saleFacts(context, { group, filter: {}, days: asked.range.current, where, amount }));
};

const comparedColumn = /^compared_(?=[a-z]+$)/;

/** Figures of either period; the parts of a change are computed, and no records are behind them. */
export const drillComparison: Drill = (context, { row, column, range, filter, group = 'client' }) => {
  const name = column.replace(comparedColumn, '');
  if (!marginColumns.includes(name)) {
    throw unknownColumn(marginColumns.flatMap((one) => [one, `compared_${one}`]));
  }
  if (name === 'cost' || name === 'margin') needCosts(context);
  const days = name === column ? range.current : (range.compared ?? range.current);
  const where = row === 'total' ? sql`true` : rowOf(group, row);
  return unitOf(name, saleFacts(context, { group, filter, days, where, amount: columnOf<Sql>(columns, name) }));
};

export const drillTrends: Drill = async (context, asked) => {
  const { row, column, range, metric } = asked;
  if (metric === 'margin') throw fault('/metric', 'unknown_metric', `Write one of: ${trendMetrics.join(', ')}.`);
  const basis = await trendBasisOf(context, metric, asked.basis);
  const place = range.intervals.findIndex(({ label }) => label === row);
  const own = row === 'total' ? range.current : range.intervals[place];
  if (own === undefined) throw unknownRow();
  const before = range.comparedIntervals[place];
  const days: Readonly<Record<string, Period | undefined>> = {
    amount: own,
    previous_year: before ?? own,
    year_to_date: column === 'year_to_date' ? await fiscalYearTo(context, own.to) : own,
  };
  const asDays = columnOf<Period | undefined>(days, column) ?? own;
  return metricBehind(context, { metric, basis, days: asDays, isNothing: column === 'previous_year' && !before });
};

type MetricAsked = {
  readonly metric: TrendMetric;
  readonly basis: Basis;
  readonly days: Period;
  readonly isNothing?: boolean;
};

/** Net sales are sales; every other figure is of the ledger. */
export function metricBehind(context: Context, { metric, basis, days, isNothing }: MetricAsked): Behind {
  if (metric !== 'net_sales' && isNothing !== true) return resultsBehind(context, metric, { days, basis });
  const where = sql`${isNothing !== true}::boolean`;
  return { facts: saleFacts(context, { group: 'period', filter: {}, days, where, amount: columns.net }) };
}
