import { addDays } from '../../core/calendar.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
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
import { paymentFacts } from './payment-facts.ts';
import { creditPayments, owedSales } from './receivables.ts';

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

export const drillReceivables: Drill = ({ organization }, { row, column, asAt, ageFrom }) => {
  const client = uuidIn(row, 'client');
  if (client === undefined && row !== 'total') throw unknownRow();
  if (column === 'credit') return { facts: creditFacts(organization, asAt, client) };
  const [above, upTo] = overdueDays(column, ['credit']);
  const from = ageFrom === 'due_date' ? sql`due_date` : sql`sale_date`;
  return {
    facts: sql`
      select sale_date as day, 'sale' as kind, id, sum(amount)::bigint as amount
      from (${owedSales(organization, asAt, client)}) as owed
      where ${asAt}::date - ${from} > ${above} and ${asAt}::date - ${from} <= ${upTo}
      group by sale_date, id`,
  };
};

/** Between how many days overdue a column of an ageing is. */
export function overdueDays(column: string, others: readonly string[] = []): readonly [above: number, upTo: number] {
  const bucket = Object.hasOwn(buckets, column) ? buckets[column] : undefined;
  if (bucket === undefined) throw unknownColumn([...Object.keys(buckets), ...others]);
  return bucket;
}

function creditFacts(organization: string, day: string, client: string | undefined): Sql {
  return sql`
    select payment_date as day, 'payment' as kind, id, credit as amount
    from (${creditPayments(organization, day, client)}) as unused`;
}

export const drillStatement: Drill = ({ organization }, { row, column, range, client }) => {
  if (client === undefined) throw required('client_id');
  if (column !== 'amount') throw unknownColumn(['amount']);
  const { from, to } = range.current;
  const where = sql`l.client_id = ${client} and (a.type = 'accounts_receivable' or a.system_role = 'client_credit')`;
  const entry = uuidIn(row, 'journal_entry');
  if (entry !== undefined) {
    return { facts: accountLines(organization, { where: sql`${where} and l.entry_id = ${entry}`, from, to }) };
  }
  if (row === 'closing') return { facts: accountLines(organization, { where, to }) };
  if (row !== 'opening') throw unknownRow();
  const before = accountLines(organization, { where, to });
  return { facts: sql`select * from (${before}) as all_lines where day < ${from}` };
};

const cash = sql`a.type in ('cash', 'bank')`;

/** Where the business stands today: of which accounts it is the balance. */
const standings: Readonly<Record<string, { readonly where: Sql; readonly amount: Sql }>> = {
  cash: { where: cash, amount: sql`l.amount` },
  receivable: { where: sql`a.system_role = 'receivable'`, amount: sql`l.amount` },
  client_credit: { where: sql`a.system_role = 'client_credit'`, amount: sql`-l.amount` },
  tax_due: { where: sql`a.system_role in ('tax_output', 'tax_input')`, amount: sql`-l.amount` },
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

/** As the overview counts it: what is still to pay now of what was due before today. */
function overdue({ organization, today }: Context): Behind {
  return {
    facts: sql`
      select sale_date as day, 'sale' as kind, sale_id as id, sum(amount)::bigint as amount from report_debts
      where organization_id = ${organization} and due_date <= ${addDays(today, -1)}
      group by sale_date, sale_id`,
  };
}
