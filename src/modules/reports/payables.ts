import type { Day } from '../../core/calendar.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { AgeStart } from './report.ts';

/** What is owed to one payee for expenses that age from one day. */
export type OwedTo = {
  readonly supplier_id: string | null;
  readonly member_id: string | null;
  readonly payee: string;
  readonly aged_from: Day;
  readonly expenses: bigint;
  readonly amount: bigint;
};

/** What was owed at the end of a day, by payee and day that it ages from. What a member paid is owed to the member. */
export function owedToAsAt({ db, organization }: Context, day: Day, start: AgeStart): Promise<OwedTo[]> {
  const from = start === 'due_date' ? sql`due_date` : sql`expense_date`;
  return db.many<OwedTo>(sql`
    select owed.supplier_id, owed.member_id, coalesce(member.name, supplier.name, owed.payee_name, '') as payee,
      owed.aged_from, count(*) as expenses, sum(owed.amount)::bigint as amount
    from (
      select case when member_id is null then supplier_id end as supplier_id, member_id, payee_name,
        ${from} as aged_from, amount
      from (${owedExpenses(organization, day)}) as each) as owed
    left join report_clients as supplier
      on supplier.organization_id = ${organization} and supplier.id = owed.supplier_id
    left join report_members as member on member.organization_id = ${organization} and member.id = owed.member_id
    group by 1, 2, 3, 4 order by 3, 4`);
}

/**
 * Expenses with what was owed for each at the end of a day, whatever happened since. Looks at what is still owed, and
 * at what was paid, taken back or voided after that day: never at all the expenses that were settled before.
 */
export function owedExpenses(organization: string, day: Day): Sql {
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
        expense.expense_date, expense.due_date, expense.total, expense.total - coalesce((
          select sum(paid.amount)::bigint from report_expense_payments as paid
          where paid.organization_id = expense.organization_id and paid.expense_id = expense.id
            and paid.payment_date <= ${day} and (paid.reversed_on is null or paid.reversed_on > ${day})), 0) as amount
      from candidates
      join report_expenses as expense on expense.organization_id = ${organization} and expense.id = candidates.id
      where expense.expense_date <= ${day} and (expense.voided_on is null or expense.voided_on > ${day})
    )
    select * from owed where amount <> 0`;
}
