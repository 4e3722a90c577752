import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
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
/** Of an account called `a`: what money was worth more or less than the debt that it settled is no part of the debt. */
const isExchange = sql`coalesce(a.system_role in ('fx_gain', 'fx_loss'), false)`;

/** Lines that count as they are paid, of accounts called `a` and lines called `l`, and the columns of each. */
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
 * Facts of the cash basis, as rows of account, tax rate, day, amount and base (debits positive), and of the record
 * behind. Reports read the sums of this, which `cash_days` keeps; one settlement after the other is for those who ask
 * what is behind a figure:
 *
 * - of a sale or a return, so much of every amount of its entry as is settled, cost of goods included;
 * - of another record that is owed for, so much as is no longer owed on it by its own entries;
 * - gains and losses by exchange in full on the day of the money, which made them;
 * - nothing that moves income or cost between periods, since that moves no money: accruals, schedules, revaluations;
 * - whatever else there is, in full on its day: it was paid at once, or is no matter of money. So is the cost of goods
 *   that moved without a sale, whenever their supplier is paid.
 */
export function cashFacts({ organization }: Pick<Context, 'organization'>, spans: Spans, counted: Counted): Sql {
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
    where ${lines} and not ${isSaleEntry} and not ${movesNoMoney}
      and (a.type = 'cost_of_goods_sold' or ${isExchange} or not ${mayBeOwed} or not ${owesIn(organization)})`;
}

const movesNoMoney = sql`e.source_type in ('accrual', 'schedule', 'revaluation')`;

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
 *
 * One debt at a time, through indexes: of 809 bills in two years that takes 0.18 s. As tables of all debts together,
 * which were joined row by row because nobody can tell how long such a table will be, they took 4.5 s.
 */
function owedTable(organization: string, { accounts, lines, rate, base }: Counted): Sql {
  return sql`debts as (
    select distinct spans.*, e.source_type, e.source_id
    from spans
    join report_accounts as a on a.organization_id = ${organization} and a.type in ${debts}
    ${linesOfAccount(organization, { first: sql`spans.first`, last: sql`spans.last` })} as l
    ${entryById(organization, sql`l.entry_id`)} as e
    where ${mayBeOwed}
  ), owed as (
    select debts.is_compared, change.* from debts cross join lateral (
      with lines as materialized (
        select l.entry_id as id, l.entry_date as day, l.account_id, ${rate} as rate_id, l.amount, ${base} as base,
          ${accounts} and ${lines} and a.type <> 'cost_of_goods_sold' and not ${isExchange} as is_counted,
          a.type in ${debts} as is_debt, a.type in ('cash', 'bank') as is_cash,
          bool_or(a.type in ${debts}) over entry as owes,
          bool_or(a.class in ${results} and not ${isExchange}) over entry as results
        from (values (1)) as debt
        ${entriesFrom(organization, { type: sql`debts.source_type`, id: sql`debts.source_id` })} as e
        ${linesOfEntry(organization, sql`e.id`)} as l
        join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
        window entry as (partition by l.entry_id)
      ), days as (
        select day, (array_agg(id order by id))[1] as id,
          sum(coalesce(sum(amount) filter (where owes and results and (is_debt or is_cash)), 0))
            over so_far as incurred,
          sum(coalesce(sum(amount) filter (where is_debt), 0)) over so_far as owed
        from lines group by day window so_far as (order by day)
      ), states as (
        select days.day, days.id, days.incurred::bigint, days.owed::bigint, own.account_id, own.rate_id,
          coalesce(sum(line.amount), 0)::bigint as worth, coalesce(sum(line.base), 0)::bigint as base
        from days
        cross join (select distinct account_id, rate_id from lines where is_counted and owes) as own
        left join lines as line on line.is_counted and line.owes and line.account_id = own.account_id
          and line.rate_id is not distinct from own.rate_id and line.day <= days.day
        group by 1, 2, 3, 4, 5, 6
      )
      select day, account_id, rate_id, id,
        ${settledPart(sql`worth`)} - lag(${settledPart(sql`worth`)}, 1, 0::bigint) over debt as amount,
        ${settledPart(sql`base`)} - lag(${settledPart(sql`base`)}, 1, 0::bigint) over debt as base
      from states window debt as (partition by account_id, rate_id order by day) offset 0) as change
    where change.day between debts.first and debts.last and (change.amount <> 0 or change.base <> 0))`;
}

function settledPart(amount: Sql): Sql {
  return sql`case when incurred = 0 then ${amount}
    when sign(incurred - owed) <> sign(incurred) then 0
    else paid_part(${amount}, abs(incurred - owed), abs(incurred)) end`;
}
