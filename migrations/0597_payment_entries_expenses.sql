-- Which entry pays an expense, so that reports tell money that left from credit that was used.
create or replace view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, coalesce(payment.base, payment.amount) as amount,
    payment.amount as currency_amount, payment.payment_date, payment.reversed_on, expense.number, expense.currency,
    payment.reference, payment.supplier_payment_id, coalesce(payment.base - payment.fx_gain_loss, payment.amount) as used,
    payment.entry_id
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;
