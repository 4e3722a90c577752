import type { Day } from '../../../core/calendar.ts';
import { nothing, type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AgedDebt } from './aging.ts';
import type { AgeStart } from '../report.ts';

/** Debt to one payee for expenses that age from the same day. */
export type OwedTo = AgedDebt & {
  readonly supplier_id: string | null;
  readonly member_id: string | null;
  readonly payee: string;
};

/** In which currency debts are told; undefined for all of them. */
type Among = { readonly currency?: string | undefined };

/**
 * Debts at the end of a day, by payee, currency and the day that they age from. What a member paid is owed to the
 * member.
 */
export function owedToAsAt(
  { db, organization }: Context,
  day: Day,
  { start, ...among }: Among & { readonly start: AgeStart },
): Promise<OwedTo[]> {
  const from = start === 'due_date' ? sql`due_date` : sql`expense_date`;
  return db.many<OwedTo>(sql`
    select owed.supplier_id, owed.member_id, coalesce(member.name, supplier.name, owed.payee_name, '') as payee,
      owed.currency, owed.aged_from, count(*) as count, sum(owed.amount)::bigint as amount,
      sum(owed.currency_amount)::bigint as currency_amount
    from (
      select case when member_id is null then supplier_id end as supplier_id, member_id, payee_name,
        ${from} as aged_from, currency, amount, currency_amount
      from (${owedExpenses(organization, day, among)}) as each) as owed
    left join report_clients as supplier
      on supplier.organization_id = ${organization} and supplier.id = owed.supplier_id
    left join report_members as member on member.organization_id = ${organization} and member.id = owed.member_id
    group by 1, 2, 3, 4, 5 order by 3, 5, 4`);
}

/**
 * Expenses with what was owed for each at the end of a day, whatever happened since. Looks at what is still owed, and
 * at what was paid, taken back or voided after that day: never at all the expenses that were settled before.
 */
export function owedExpenses(organization: string, day: Day, { currency }: Among = {}): Sql {
  const own = currency === undefined ? nothing : sql`and expense.currency = ${currency}`;
  return sql`
    with candidates as (
      select id from report_expenses
      where organization_id = ${organization} and status = 'posted' and currency_paid < currency_total
      union
      select id from report_expenses where organization_id = ${organization} and voided_on > ${day}
      union
      select expense_id from report_expense_payments where organization_id = ${organization} and payment_date > ${day}
      union
      select expense_id from report_expense_payments where organization_id = ${organization} and reversed_on > ${day}
    ), owed as (
      select expense.id, expense.number, expense.supplier_id, expense.member_id, expense.payee_name,
        expense.expense_date, expense.due_date, expense.currency, expense.total,
        expense.total - coalesce(paid.amount, 0) as amount,
        expense.currency_total - coalesce(paid.currency_amount, 0) as currency_amount
      from candidates
      join report_expenses as expense on expense.organization_id = ${organization} and expense.id = candidates.id
      cross join lateral (
        select sum(amount)::bigint as amount, sum(currency_amount)::bigint as currency_amount
        from report_expense_payments
        where organization_id = expense.organization_id and expense_id = expense.id
          and payment_date <= ${day} and (reversed_on is null or reversed_on > ${day})) as paid
      where expense.kind = 'expense' and expense.expense_date <= ${day}
        and (expense.voided_on is null or expense.voided_on > ${day}) ${own}
    )
    select * from owed where amount <> 0 or currency_amount <> 0`;
}
