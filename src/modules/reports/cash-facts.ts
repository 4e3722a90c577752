import type { Day } from '../../core/calendar.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { type AccountMovement, accountMovements } from '../ledger/index.ts';
import type { ReportRange } from './period-input.ts';
import type { Basis } from './report.ts';
import { isSaleEntry, isWorthOf, type Spans, spansTable, stepsTable } from './settlement-steps.ts';

const debts = sql`('accounts_receivable', 'accounts_payable')`;
const results = sql`('revenue', 'expense')`;

/**
 * What was earned and spent as it was paid, as rows of account, day, amount (debits positive) and the record behind:
 *
 * - of a sale, so much of every amount of its entry as its payments settle, cost of goods included;
 * - of another record that is owed for, so much as is no longer owed on it by its own entries;
 * - whatever else touches income and expense, in full on its day: it was paid at once, or is no matter of money. So is
 *   the cost of goods that moved without a sale, whenever their supplier is paid.
 */
export function cashFacts({ organization }: Context, spans: Spans): Sql {
  return sql`
    with ${spansTable(spans)}, ${stepsTable(organization)}, ${owedTable(organization)}
    select steps.is_compared, steps.day, line.account_id, 'sale' as kind, steps.sale_id as id,
      paid_part(line.amount, steps.after, steps.total) - paid_part(line.amount, steps.before, steps.total) as amount
    from steps cross join lateral (
      select l.account_id, sum(l.amount)::bigint as amount
      from report_entries as e
      join report_lines as l on l.organization_id = e.organization_id and l.entry_id = e.id
      join report_accounts as a on a.organization_id = l.organization_id and a.id = l.account_id
      where e.organization_id = ${organization} and ${isWorthOf(sql`steps.sale_id`)} and a.class in ${results}
      group by l.account_id) as line
    union all
    select is_compared, day, account_id, 'journal_entry', id, amount from owed
    union all
    select spans.is_compared, l.entry_date, l.account_id, 'journal_entry', l.entry_id, l.amount
    from spans
    join report_accounts as a on a.organization_id = ${organization} and a.class in ${results}
    join report_lines as l on l.organization_id = ${organization} and l.account_id = a.id
      and l.entry_date between spans.first and spans.last
    join report_entries as e on e.organization_id = ${organization} and e.id = l.entry_id
    where not ${isSaleEntry} and (a.type = 'cost_of_goods_sold' or not ${mayBeOwed} or not ${owesIn(organization)})`;
}

// A payment settles what others owe, and what a movement of stock owes is a matter of goods.
const mayBeOwed = sql`e.source_type not in ('sale', 'payment', 'movement')`;

function owesIn(organization: string): Sql {
  return sql`exists (select from report_lines as owing
    join report_accounts as debt on debt.organization_id = owing.organization_id and debt.id = owing.account_id
    where owing.organization_id = ${organization} and owing.entry_id = e.id and debt.type in ${debts})`;
}

/**
 * `owed`: what is earned or spent on a debt counts by how much of it is settled. The source of an entry says which
 * debt: what its entries that owe are worth beside the debt, less what is still owed, is paid.
 */
function owedTable(organization: string): Sql {
  return sql`debts as (
    select distinct spans.*, e.source_type, e.source_id
    from spans
    join report_accounts as a on a.organization_id = ${organization} and a.type in ${debts}
    join report_lines as l on l.organization_id = ${organization} and l.account_id = a.id
      and l.entry_date between spans.first and spans.last
    join report_entries as e on e.organization_id = ${organization} and e.id = l.entry_id
    where ${mayBeOwed}
  ), debt_lines as (
    select debts.is_compared, debts.first, debts.last, e.source_type, e.source_id, l.entry_id as id, l.entry_date as day,
      l.account_id, l.amount, a.class in ${results} and a.type <> 'cost_of_goods_sold' as is_result,
      a.type in ${debts} as is_debt, a.type in ('cash', 'bank') as is_cash,
      bool_or(a.type in ${debts}) over entry as owes,
      bool_or(a.class in ${results}) over entry as results
    from debts
    join report_entries as e on e.organization_id = ${organization} and e.source_type = debts.source_type
      and e.source_id = debts.source_id
    join report_lines as l on l.organization_id = ${organization} and l.entry_id = e.id
    join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
    window entry as (partition by debts.is_compared, l.entry_id)
  ), debt_days as (
    select is_compared, first, last, source_type, source_id, day, (array_agg(id order by id))[1] as id
    from debt_lines group by is_compared, first, last, source_type, source_id, day
  ), debt_states as (
    select d.*, k.account_id, so_far.worth, so_far.incurred, so_far.owed
    from debt_days as d
    join (select distinct is_compared, source_type, source_id, account_id from debt_lines where is_result and owes)
      as k using (is_compared, source_type, source_id)
    cross join lateral (
      select coalesce(sum(x.amount) filter (where x.account_id = k.account_id and x.owes), 0)::bigint as worth,
        coalesce(sum(x.amount) filter (where x.owes and x.results and (x.is_debt or x.is_cash)), 0)::bigint as incurred,
        coalesce(sum(x.amount) filter (where x.is_debt), 0)::bigint as owed
      from debt_lines as x
      where x.is_compared = d.is_compared and x.source_type = d.source_type and x.source_id = d.source_id
        and x.day <= d.day) as so_far
  ), recognised as (
    select *, case when incurred = 0 then worth
      when sign(incurred - owed) <> sign(incurred) then 0
      else paid_part(worth, abs(incurred - owed), abs(incurred)) end as amount_so_far
    from debt_states
  ), owed as (
    select * from (
      select is_compared, first, last, day, account_id, id, amount_so_far
        - lag(amount_so_far, 1, 0::bigint) over (partition by is_compared, source_type, source_id, account_id order by day)
        as amount
      from recognised) as changes
    where day between first and last and amount <> 0)`;
}

/** What each account of income and expense did in the range, cut into its intervals, and in what it is compared with. */
export type Results = {
  readonly moved: readonly AccountMovement[];
  readonly before: readonly AccountMovement[];
};

const resultClasses = ['revenue', 'expense'] as const;

export async function resultsOf(context: Context, basis: Basis, range: ReportRange): Promise<Results> {
  const { current, compared, intervals } = range;
  if (basis === 'cash') return cashResults(context, range);
  const [moved, before] = await Promise.all([
    accountMovements(context, resultClasses, intervals.length > 0 ? intervals : [current]),
    compared === undefined ? [] : accountMovements(context, resultClasses, [compared]),
  ]);
  return { moved, before };
}

async function cashResults(context: Context, { current, compared, intervals }: ReportRange): Promise<Results> {
  const starts: Day[] = intervals.length > 0 ? intervals.map(({ from }) => from) : [current.from];
  const rows = await context.db.many<AccountMovement & { is_compared: boolean }>(sql`
    select a.id, a.code, a.name, a.type, a.class, a.system_role as role, cells.is_compared, cells.period,
      greatest(cells.amount, 0) as debit, greatest(-cells.amount, 0) as credit
    from (
      select account_id, is_compared, sum(amount)::bigint as amount,
        case when is_compared then 0 else width_bucket(day, ${starts}::date[]) - 1 end as period
      from (${cashFacts(context, [current, compared])}) as facts group by 1, 2, 4) as cells
    join report_accounts as a on a.organization_id = ${context.organization} and a.id = cells.account_id
    order by a.code, cells.period`);
  return { moved: rows.filter((row) => !row.is_compared), before: rows.filter((row) => row.is_compared) };
}
