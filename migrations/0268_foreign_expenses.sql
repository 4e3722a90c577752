-- Expenses in other currencies than the base one, as sales: each keeps the rate of its own day and what it is worth by
-- that rate. What is null here is in the base currency and worth what it says.

alter table expenses
  add column exchange_rate bigint check (exchange_rate > 0),
  add column rate_source text check (length(rate_source) between 1 and 100),
  add column rate_date date,
  add column base_factor numeric check (base_factor > 0),
  add column base_total bigint check (base_total >= 0),
  -- So much of the base total is paid.
  add column base_paid bigint,
  add constraint expenses_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_factor, base_total, base_paid) in (0, 6)),
  add constraint expenses_base_paid_within_total check (base_paid between 0 and base_total);
create trigger frozen_worth before update on expenses for each row
  when (old.posted_at is not null and (
    old.exchange_rate, old.rate_source, old.rate_date, old.base_factor, old.base_total
  ) is distinct from (
    new.exchange_rate, new.rate_source, new.rate_date, new.base_factor, new.base_total
  ))
  execute function refuse_posted_change();

alter table expense_payments
  add column exchange_rate bigint check (exchange_rate > 0),
  add column rate_source text check (length(rate_source) between 1 and 100),
  add column rate_date date,
  -- What it pays was on the books for, and how much less the money was worth, or more where below zero.
  add column base bigint check (base >= 0),
  add column fx_gain_loss bigint,
  add constraint expense_payments_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base, fx_gain_loss) in (0, 5)),
  -- What is worth nothing in the base currency moves nothing in the books.
  alter column entry_id drop not null;
create trigger frozen_worth before update on expense_payments for each row
  when ((old.exchange_rate, old.rate_source, old.rate_date, old.base, old.fx_gain_loss)
    is distinct from (new.exchange_rate, new.rate_source, new.rate_date, new.base, new.fx_gain_loss))
  execute function refuse_posted_change();

alter table supplier_payments
  add column exchange_rate bigint check (exchange_rate > 0),
  add column rate_source text check (length(rate_source) between 1 and 100),
  add column rate_date date,
  add column base_amount bigint check (base_amount >= 0),
  add constraint supplier_payments_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_amount) in (0, 4));
create trigger frozen_worth before update on supplier_payments for each row
  when ((old.exchange_rate, old.rate_source, old.rate_date, old.base_amount)
    is distinct from (new.exchange_rate, new.rate_source, new.rate_date, new.base_amount))
  execute function refuse_posted_change();

-- What reports read is in the base currency; `currency_…` is in that of the expense.
drop view report_expenses, report_expense_lines, report_expense_payments;
create view report_expenses with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, expense_date, due_date, supplier_id, payee_name, currency,
    paid_by, member_id, coalesce(base_total, total) as total, coalesce(base_paid, amount_paid) as amount_paid,
    total as currency_total, amount_paid as currency_paid, voided_on
  from expenses where posted_at is not null;
create view report_expense_lines with (security_invoker = true) as
  select line.organization_id, line.expense_id, line.id, line.position, expense.expense_date, expense.voided_on,
    expense.supplier_id, expense.payee_name, coalesce(expense.base_total, expense.total) as expense_total,
    line.category_id, line.account_id, line.description,
    in_base(line.net + line.tax + line.self_assessed_tax - line.recoverable_tax, expense.base_factor) as cost,
    line.billable, line.client_id
  from expenses as expense
  join expense_lines as line on line.organization_id = expense.organization_id and line.expense_id = expense.id
  where expense.posted_at is not null;
-- `amount` is what the debt was worth that it pays.
create view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, coalesce(payment.base, payment.amount) as amount,
    payment.amount as currency_amount, payment.payment_date, payment.reversed_on, expense.number, expense.currency,
    payment.reference, payment.supplier_payment_id
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;
grant select on report_expenses, report_expense_lines, report_expense_payments to daybook_runtime;
