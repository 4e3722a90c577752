import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const expensesPaid: Check = {
  name: 'expenses_paid',
  invariant: 'The paid amount of each expense, and its value, equals its payments and does not exceed its total.',
  query: (organization) => sql`
    select coalesce(expense.number, 'expense:' || expense_id) as name,
      coalesce(expense.amount_paid, 0) <> coalesce(paid.amount, 0) or expense.amount_paid > expense.total
        or expense.base_paid is not null and (expense.base_paid <> coalesce(paid.base, 0)
          or expense.amount_paid = expense.total and expense.base_paid <> expense.base_total) as wrong
    from (
      select id as expense_id, number, amount_paid, total, base_paid, base_total from expenses
      where organization_id = ${organization} and number is not null and kind = 'expense'
    ) as expense
    full join (
      select expense_id, sum(amount) as amount, sum(base) as base from expense_payments
      where organization_id = ${organization} and reversed_on is null group by expense_id
    ) as paid using (expense_id)`,
};
