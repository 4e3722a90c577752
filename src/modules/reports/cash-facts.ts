import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import {
  entriesFrom,
  entryById,
  isSaleEntry,
  isWorth,
  linesOfAccount,
  linesOfEntry,
  type Spans,
  spansTable,
  stepsTable,
} from './settlement-steps.ts';

const debts = sql`('accounts_receivable', 'accounts_payable')`;
const results = sql`('revenue', 'expense')`;

/** Which lines count as they are paid, of accounts called `a` and lines called `l`, and what is told of each. */
export type Counted = {
  readonly accounts: Sql;
  readonly lines: Sql;
  readonly rate: Sql;
  readonly base: Sql;
};

export const resultLines: Counted = {
  accounts: sql`a.class in ${results}`,
  lines: sql`true`,
  rate: sql`null::uuid`,
  base: sql`0::bigint`,
};

/**
 * What counts as it is paid, as rows of account, tax rate, day, amount and base (debits positive), and of the record
 * behind:
 *
 * - of a sale or a return, so much of every amount of its entry as is settled, cost of goods included;
 * - of another record that is owed for, so much as is no longer owed on it by its own entries;
 * - whatever else there is, in full on its day: it was paid at once, or is no matter of money. So is the cost of goods
 *   that moved without a sale, whenever their supplier is paid.
 */
export function cashFacts({ organization }: Context, spans: Spans, counted: Counted): Sql {
  const { accounts, lines, rate, base } = counted;
  return sql`
    with ${spansTable(spans)}, ${stepsTable(organization)}, ${owedTable(organization, counted)}
    select steps.is_compared, steps.day, line.account_id, line.rate_id, 'sale' as kind, steps.sale_id as id,
      paid_part(line.amount, steps.after, steps.total) - paid_part(line.amount, steps.before, steps.total) as amount,
      paid_part(line.base, steps.after, steps.total) - paid_part(line.base, steps.before, steps.total) as base
    from steps cross join lateral (
      select l.account_id, ${rate} as rate_id, sum(l.amount)::bigint as amount, sum(${base})::bigint as base
      from (values (1)) as sale ${entriesFrom(organization, { type: sql`'sale'`, id: sql`steps.sale_id` })} as e
      ${linesOfEntry(organization, sql`e.id`)} as l
      join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
      where ${isWorth} and ${accounts} and ${lines}
      group by 1, 2) as line
    union all
    select is_compared, day, account_id, rate_id, 'journal_entry', id, amount, base from owed
    union all
    select spans.is_compared, l.entry_date, l.account_id, ${rate}, 'journal_entry', l.entry_id, l.amount, ${base}
    from spans
    join report_accounts as a on a.organization_id = ${organization} and ${accounts}
    ${linesOfAccount(organization, { first: sql`spans.first`, last: sql`spans.last` })} as l
    ${entryById(organization, sql`l.entry_id`)} as e
    where ${lines} and not ${isSaleEntry}
      and (a.type = 'cost_of_goods_sold' or not ${mayBeOwed} or not ${owesIn(organization)})`;
}

// A payment settles what others owe, and what a movement of stock owes is a matter of goods.
const mayBeOwed = sql`e.source_type not in ('sale', 'payment', 'refund', 'movement')`;

function owesIn(organization: string): Sql {
  return sql`exists (select from report_lines as owing
    join report_accounts as debt on debt.organization_id = owing.organization_id and debt.id = owing.account_id
    where owing.organization_id = ${organization} and owing.entry_id = e.id and debt.type in ${debts}
    offset 0)`;
}

/**
 * `owed`: what is earned or spent on a debt counts by how much of it is settled. The source of an entry says which
 * debt: what its entries that owe are worth beside the debt, less what is still owed, is paid.
 */
function owedTable(organization: string, { accounts, lines, rate, base }: Counted): Sql {
  return sql`debts as (
    select distinct spans.*, e.source_type, e.source_id
    from spans
    join report_accounts as a on a.organization_id = ${organization} and a.type in ${debts}
    ${linesOfAccount(organization, { first: sql`spans.first`, last: sql`spans.last` })} as l
    ${entryById(organization, sql`l.entry_id`)} as e
    where ${mayBeOwed}
  ), debt_lines as (
    select debts.is_compared, debts.first, debts.last, e.source_type, e.source_id, l.entry_id as id,
      l.entry_date as day, l.account_id, ${rate} as rate_id, l.amount, ${base} as base,
      ${accounts} and ${lines} and a.type <> 'cost_of_goods_sold' as is_counted,
      a.type in ${debts} as is_debt, a.type in ('cash', 'bank') as is_cash,
      bool_or(a.type in ${debts}) over entry as owes,
      bool_or(a.class in ${results}) over entry as results
    from debts
    ${entriesFrom(organization, { type: sql`debts.source_type`, id: sql`debts.source_id` })} as e
    ${linesOfEntry(organization, sql`e.id`)} as l
    join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
    window entry as (partition by debts.is_compared, l.entry_id)
  ), debt_days as (
    select is_compared, first, last, source_type, source_id, day, (array_agg(id order by id))[1] as id
    from debt_lines group by is_compared, first, last, source_type, source_id, day
  ), debt_states as (
    select d.*, k.account_id, k.rate_id, so_far.worth, so_far.base, so_far.incurred, so_far.owed
    from debt_days as d
    join (select distinct is_compared, source_type, source_id, account_id, rate_id from debt_lines
        where is_counted and owes) as k using (is_compared, source_type, source_id)
    cross join lateral (
      select coalesce(sum(x.amount) filter (where x.is_counted and x.owes and x.account_id = k.account_id
          and x.rate_id is not distinct from k.rate_id), 0)::bigint as worth,
        coalesce(sum(x.base) filter (where x.is_counted and x.owes and x.account_id = k.account_id
          and x.rate_id is not distinct from k.rate_id), 0)::bigint as base,
        coalesce(sum(x.amount) filter (where x.owes and x.results and (x.is_debt or x.is_cash)), 0)::bigint as incurred,
        coalesce(sum(x.amount) filter (where x.is_debt), 0)::bigint as owed
      from debt_lines as x
      where x.is_compared = d.is_compared and x.source_type = d.source_type and x.source_id = d.source_id
        and x.day <= d.day) as so_far
  ), recognised as (
    select *, ${settledPart(sql`worth`)} as amount_so_far, ${settledPart(sql`base`)} as base_so_far from debt_states
  ), owed as (
    select * from (
      select is_compared, first, last, day, account_id, rate_id, id,
        amount_so_far - lag(amount_so_far, 1, 0::bigint) over debt as amount,
        base_so_far - lag(base_so_far, 1, 0::bigint) over debt as base
      from recognised
      window debt as (partition by is_compared, source_type, source_id, account_id, rate_id order by day)) as changes
    where day between first and last and amount <> 0)`;
}

function settledPart(amount: Sql): Sql {
  return sql`case when incurred = 0 then ${amount}
    when sign(incurred - owed) <> sign(incurred) then 0
    else paid_part(${amount}, abs(incurred - owed), abs(incurred)) end`;
}
