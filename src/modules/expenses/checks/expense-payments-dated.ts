import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const expensePaymentsDated: Check = {
  name: 'expense_payments_dated',
  invariant: 'Each expense payment is posted on its own date, never before both the payment and the debt exist.',
  query: (organization) => sql`
    select expense.number || ' ' || paid.payment_date as name,
      entry.entry_date is distinct from paid.payment_date or paid.payment_date < expense.expense_date
        or paid.payment_date < advance.payment_date or paid.reversed_on < paid.payment_date as wrong
    from expense_payments as paid
    join expenses as expense on expense.organization_id = ${organization} and expense.id = paid.expense_id
    left join supplier_payments as advance
      on advance.organization_id = ${organization} and advance.id = paid.supplier_payment_id
    left join report_entries as entry on entry.organization_id = ${organization} and entry.id = paid.entry_id
    where paid.organization_id = ${organization} and paid.entry_id is not null`,
};
