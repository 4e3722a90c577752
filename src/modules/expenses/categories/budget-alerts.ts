import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, Money } from '../../../wire/index.ts';
import { baseOf } from '../../exchange/index.ts';
import { isCreditNote } from '../expense-record.ts';
import type { StoredExpense } from '../expense-row.ts';
import { baseCostOf } from '../posting/expense-worth.ts';

export const overBudget = event(
  'expense_category.over_budget',
  z.object({
    id: Id('expense_category'),
    name: z.string(),
    month: z.string().describe('The month, such as 2026-03.'),
    budget: Money.describe('Spent in the month, including subcategories.'),
    spent: Money,
    expense_id: Id('expense').describe('With which it was crossed.'),
  }),
  { title: 'Budget exceeded', called: 'name' },
);

/** A category with a budget as the month of an expense has it without that expense. */
type Budgeted = {
  readonly id: string;
  readonly name: string;
  readonly below: readonly string[];
  readonly budget: bigint;
  readonly spent: bigint;
};

/**
 * Reads, before an expense is written, what the budgets it counts for have left, and keeps others from spending of them
 * meanwhile; so of all that are posted at once one crosses a budget. It shares the flight of what is written then, and
 * reads a month of expenses only where a budget is touched.
 */
export async function budgetsBefore(
  { db, organization }: Context,
  { row, lines }: Pick<StoredExpense, 'row' | 'lines'>,
): Promise<Budgeted[]> {
  const touched = [...new Set(lines.map((line) => line.category_id))];
  const month = periodOf('month', row.expense_date);
  // Another statement, since what waited for a lock still sees what was there before it waited.
  db.later(sql`
    select id from expense_categories
    where organization_id = ${organization} and budget_monthly is not null
      and id in (select unnest(ancestor_ids || id) from expense_categories
        where organization_id = ${organization} and id = any(${touched}::uuid[]))
    order by id for no key update`);
  return db.many<Budgeted>(sql`
    with ${budgetedTable(organization, touched)}, facts as materialized (${spentIn(organization, month)})
    select budgeted.id, budgeted.name, budgeted.below, budgeted.budget,
      coalesce((select sum(cost) from facts where category_id = any(budgeted.below)), 0)::bigint as spent
    from budgeted order by id`);
}

/** The categories that are touched and those above them, where they have a budget of their own. */
function budgetedTable(organization: string, touched: readonly string[]): Sql {
  return sql`budgeted as (
    select c.id, c.name, array_agg(part.id) as below,
      (sum(part.budget_monthly) filter (where part.archived_at is null))::bigint as budget
    from expense_categories as c
    join expense_categories as part on part.organization_id = ${organization}
      and (part.id = c.id or part.ancestor_ids @> array[c.id]) and not part.excluded_from_reports
    where c.organization_id = ${organization} and c.budget_monthly is not null and c.archived_at is null
      and not c.excluded_from_reports
      and c.id in (select unnest(ancestor_ids || id) from expense_categories
        where organization_id = ${organization} and id = any(${touched}::uuid[]))
    group by c.id, c.name)`;
}

/** Cost of lines in a month: on the day of the expense, and reversed on that of its void. */
function spentIn(organization: string, { from, to }: Period): Sql {
  const costs = (day: Sql, sign: Sql) => sql`
    select line.category_id,
      ${sign} * case expense.kind when 'credit_note' then -1 else 1 end
        * in_base(line.total + line.self_assessed_tax - line.recoverable_tax, expense.base_factor) as cost
    from expenses as expense
    join expense_lines as line on line.organization_id = ${organization} and line.expense_id = expense.id
    where expense.organization_id = ${organization} and expense.posted_at is not null
      and ${day} between ${from} and ${to}`;
  return sql`${costs(sql`expense.expense_date`, sql`1`)} union all ${costs(sql`expense.voided_on`, sql`-1`)}`;
}

/** Tells which budgets an expense crossed: they were kept without it, and are not with it. */
export function alertOverBudget(
  context: Context,
  { row, lines }: Pick<StoredExpense, 'row' | 'lines'>,
  before: readonly Budgeted[],
): void {
  if (isCreditNote(row)) return;
  for (const { id, name, below, budget, spent } of before) {
    const counted = lines.filter((line) => below.includes(line.category_id));
    const own = sum(counted.map((line) => baseCostOf(context, row, line)));
    if (spent > budget || spent + own <= budget) continue;
    const amount = (minor: bigint) => money(minor, baseOf(context));
    context.emit(
      overBudget({
        id,
        name,
        month: monthOf(row.expense_date),
        expense_id: row.id,
        budget: amount(budget),
        spent: amount(spent + own),
      }),
    );
  }
}

function monthOf(day: Day): string {
  return day.slice(0, 7);
}
