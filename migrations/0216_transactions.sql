-- Every movement of money in one order: payments, refunds, what is paid for expenses, and what is taken back of each.
-- Each of them is read by its own day and id, as far as a page goes.

drop index expense_payments_by_day;
create index expense_payments_by_day on expense_payments (organization_id, payment_date, id);

create or replace view report_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.number, payment.direction, payment.status, payment.method_id,
    method.name as method_name, method.kind as method_kind, payment.account_id, payment.client_id, payment.client_name,
    payment.currency, payment.amount, payment.amount_allocated, payment.amount_refunded, payment.amount_unapplied,
    payment.fee_amount, payment.payment_date, payment.voided_on, payment.reference
  from payments as payment
  join payment_methods as method on method.organization_id = payment.organization_id and method.id = payment.method_id;
create or replace view report_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.number, refund.status, refund.payment_id, refund.return_id,
    refund.destination, refund.method_id, method.name as method_name, method.kind as method_kind, refund.account_id,
    refund.client_id, refund.client_name, refund.currency, refund.amount, refund.refund_date, refund.voided_on,
    refund.reference
  from refunds as refund
  join payment_methods as method on method.organization_id = refund.organization_id and method.id = refund.method_id;
create or replace view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, payment.amount, payment.payment_date, payment.reversed_on,
    expense.number, expense.currency, payment.reference
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;

-- Money that goes back is money as that which came in: the tax lock closes it where tax falls due with payments.
create or replace function lock_closes(lock text, kind text, event text, tax_basis text) returns boolean
immutable parallel safe language sql
return case lock
  when 'sales' then kind = 'sale'
  when 'purchases' then kind = 'expense' and coalesce(event, '') not in ('expense.paid', 'expense.payment_voided')
  when 'tax' then kind in ('sale', 'tax_adjustment')
    or kind = 'expense' and (coalesce(event, '') not in ('expense.paid', 'expense.payment_voided') or tax_basis = 'payment')
    or kind in ('payment', 'refund') and tax_basis = 'payment'
  else true
end;
