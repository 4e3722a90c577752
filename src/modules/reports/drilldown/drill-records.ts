import { addDays } from '../../../core/calendar.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  accountLines,
  type Behind,
  columnOf,
  daysOf,
  type Drill,
  required,
  unknownColumn,
  unknownRow,
  uuidIn,
} from './drilldown.ts';
import { metricBehind } from './drill-sales.ts';
import { paymentFacts } from '../cash-basis/payment-facts.ts';
import { type Among, creditPayments, owedSales } from '../aging/receivables.ts';
import { isToldIn, ownAmount, statementCurrency } from '../aging/statement-lines.ts';

const paymentColumns: Readonly<Record<string, Sql>> = {
  received: sql`received`,
  refunded: sql`refunded`,
  fees: sql`fees`,
  net: sql`received - refunded - fees`,
  unapplied: sql`unapplied`,
};

export const drillPayments: Drill = ({ organization }, { row, column, range }) => {
  const method = uuidIn(row, 'payment_method');
  if (method === undefined && row !== 'total') throw unknownRow();
  return {
    facts: sql`
      select day, kind, id, ${columnOf(paymentColumns, column)} as amount
      from (${paymentFacts(organization, range.current)}) as moved
      where ${method === undefined ? sql`true` : sql`method_id = ${method}`}`,
  };
};

/** Of what is owed, by how many days it is overdue. */
const buckets: Readonly<Record<string, readonly [above: number, upTo: number]>> = {
  current: [-4_000_000, 0],
  days_1_30: [0, 30],
  days_31_60: [30, 60],
  days_61_90: [60, 90],
  over_90_days: [90, 4_000_000],
  total: [-4_000_000, 4_000_000],
};

export const drillReceivables: Drill = ({ organization }, { row, column, asAt, ageFrom, currency }) => {
  const client = uuidIn(row, 'client');
  if (client === undefined && row !== 'total') throw unknownRow();
  if (column === 'credit') return { facts: creditFacts(organization, asAt, { client, currency }), currency };
  const [above, upTo] = overdueDays(column, ['credit']);
  const from = ageFrom === 'due_date' ? sql`due_date` : sql`sale_date`;
  return {
    facts: sql`
      select sale_date as day, 'sale' as kind, id,
        sum(${currency === undefined ? sql`amount` : sql`currency_amount`})::bigint as amount
      from (${owedSales(organization, asAt, { client, currency })}) as owed
      where ${asAt}::date - ${from} > ${above} and ${asAt}::date - ${from} <= ${upTo}
      group by sale_date, id`,
    currency,
  };
};

/** Between how many days overdue a column of an ageing is. */
export function overdueDays(column: string, others: readonly string[] = []): readonly [above: number, upTo: number] {
  const bucket = Object.hasOwn(buckets, column) ? buckets[column] : bucketNamed(column);
  if (bucket === undefined) throw unknownColumn([...Object.keys(buckets), ...others]);
  return bucket;
}

/** Of an ageing with buckets of its own: such as `days_16_30`, and `over_30_days`. */
function bucketNamed(column: string): readonly [above: number, upTo: number] | undefined {
  const [, first, last, over] = /^(?:days_(\d{1,4})_(\d{1,4})|over_(\d{1,4})_days)$/.exec(column) ?? [];
  if (over !== undefined) return [Number(over), 4_000_000];
  return first === undefined ? undefined : [Number(first) - 1, Number(last)];
}

function creditFacts(organization: string, day: string, among: Among): Sql {
  const amount = among.currency === undefined ? sql`credit` : sql`currency_credit`;
  return sql`
    select payment_date as day, 'payment' as kind, id, ${amount} as amount
    from (${creditPayments(organization, day, among)}) as unused`;
}

export const drillStatement: Drill = async (context, asked) => {
  const { organization, db } = context;
  const { row, column, range, client } = asked;
  if (client === undefined) throw required('client_id');
  if (column !== 'amount') throw unknownColumn(['amount']);
  const told = statementCurrency(context, client, asked.currency);
  const { currency } = await db.one<{ currency: string }>(sql`select ${told.told} as currency`);
  const { from, to } = range.current;
  const where = sql`l.client_id = ${client} and (a.type = 'accounts_receivable' or a.system_role = 'client_credit')
    and ${isToldIn(told)}`;
  const lines = (more: { where: Sql; from?: string }) => accountLines(organization, { ...more, amount: ownAmount, to });
  const entry = uuidIn(row, 'journal_entry');
  if (entry !== undefined) return { facts: lines({ where: sql`${where} and l.entry_id = ${entry}`, from }), currency };
  if (row === 'closing') return { facts: lines({ where }), currency };
  if (row !== 'opening') throw unknownRow();
  return { facts: sql`select * from (${lines({ where })}) as all_lines where day < ${from}`, currency };
};

const cash = sql`a.type in ('cash', 'bank')`;

/** Accounts behind each balance of today. */
const standings: Readonly<Record<string, { readonly where: Sql; readonly amount: Sql }>> = {
  cash: { where: cash, amount: sql`l.amount` },
  receivable: { where: sql`a.system_role = 'receivable'`, amount: sql`l.amount` },
  client_credit: { where: sql`a.system_role = 'client_credit'`, amount: sql`-l.amount` },
  tax_due: {
    where: sql`(a.type in ('tax_payable', 'tax_receivable') or a.system_role in ('tax_output', 'tax_input'))`,
    amount: sql`-l.amount`,
  },
};

export const drillDashboard: Drill = (context, asked) => {
  const { row, column } = asked;
  if (row === 'net_sales' || row === 'net_profit') {
    return metricBehind(context, { metric: row, basis: 'accrual', days: daysOf(asked) });
  }
  if (column !== 'amount') throw unknownColumn(['amount']);
  const standing = Object.hasOwn(standings, row) ? standings[row] : undefined;
  if (standing !== undefined) return { facts: accountLines(context.organization, { ...standing, to: context.today }) };
  if (row !== 'overdue') throw unknownRow();
  return overdue(context);
};

/** Overdue as the overview counts it: the amount due now of debts due before today. */
function overdue({ organization, today }: Context): Behind {
  return {
    facts: sql`
      select sale_date as day, 'sale' as kind, sale_id as id, sum(amount)::bigint as amount from report_debts
      where organization_id = ${organization} and due_date <= ${addDays(today, -1)}
      group by sale_date, sale_id`,
  };
}
