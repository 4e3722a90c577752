import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { LineRow } from '../expense-row.ts';

/** Of a line called `line`: whether no sale charges it. */
export const isOpen: Sql = sql`not exists (select from billed_expense_lines as billed
  where billed.organization_id = line.organization_id and billed.expense_id = line.expense_id
    and billed.line_id = line.id)`;

/** A line that a client is still to be charged for, with what is said of it. */
export type OpenLine = Pick<LineRow, 'id' | 'expense_id' | 'description' | 'markup_percent' | 'dimension_value_ids'> & {
  /** In the base currency. */
  readonly cost: bigint;
  readonly category: string;
  readonly expense_date: string;
};

export type OpenAsked = {
  readonly clientId: string;
  readonly until: string | undefined;
  readonly expenseIds: readonly string[] | undefined;
  readonly max: number;
};

/**
 * Locks the posted expenses that have lines to charge the client for, the oldest of them, and answers their ids:
 * whoever charges or voids them meanwhile waits, and then finds them as they are.
 */
export async function lockOpenExpenses(context: Context, asked: OpenAsked): Promise<string[]> {
  const { organization } = context;
  const rows = await context.db.many<{ id: string }>(sql`
    select id from expenses where organization_id = ${organization} and id in (
      select expense.id from expenses as expense
      where ${isAsked(organization, asked)}
        and expense.id in (select line.expense_id from expense_lines as line
          where line.organization_id = ${organization} and ${isFor(asked)})
      order by expense.expense_date, expense.id limit ${asked.max})
    order by id for update`);
  return rows.map(({ id }) => id);
}

/** Those lines themselves, the oldest first. */
export function openLines({ db, organization }: Context, asked: OpenAsked): Promise<OpenLine[]> {
  return db.many<OpenLine>(sql`
    select line.id, line.expense_id, line.description, line.markup_percent, line.dimension_value_ids,
      in_base(line.total + line.self_assessed_tax - line.recoverable_tax, expense.base_factor) as cost,
      category.name as category, expense.expense_date
    from expense_lines as line
    join expenses as expense on expense.organization_id = line.organization_id and expense.id = line.expense_id
    join expense_categories as category
      on category.organization_id = line.organization_id and category.id = line.category_id
    where line.organization_id = ${organization} and ${isFor(asked)} and ${isAsked(organization, asked)}
    order by expense.expense_date, expense.id, line.position limit ${asked.max}`);
}

/** The condition on a line called `line`. */
function isFor({ clientId }: OpenAsked): Sql {
  return sql`line.billable and line.client_id = ${clientId} and ${isOpen}`;
}

/** The condition on an expense called `expense`. */
function isAsked(organization: string, { until, expenseIds }: OpenAsked): Sql {
  const [day, ids] = [until ?? null, expenseIds ?? null];
  return sql`expense.organization_id = ${organization} and expense.status = 'posted'
    and (${day}::date is null or expense.expense_date <= ${day}::date)
    and (${ids}::uuid[] is null or expense.id = any(${ids}::uuid[]))`;
}

/** Ids of these expenses that exist. */
export async function expensesAmong({ db, organization }: Context, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select id from expenses where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}
