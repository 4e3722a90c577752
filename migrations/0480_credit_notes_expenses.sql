-- Credit notes of suppliers: expenses that take back what was spent. What one comes to is credit with the supplier from
-- the moment that it is posted, as if so much had been paid in advance, and bears the id of its credit note.

alter table expenses
  add column kind text not null default 'expense',
  add constraint expenses_kind_known check (kind in ('expense', 'credit_note')),
  -- Nobody pays it, and once it is posted it is somebody's credit.
  add constraint expenses_credit_note_is_settled check (kind = 'expense' or (paid_by = 'company' and method_id is null
    and recurring_id is null
    and (posted_at is null or supplier_id is not null) and (status <> 'posted' or amount_paid = total)));
create trigger frozen_kind before update on expenses for each row
  when (old.posted_at is not null and old.kind <> new.kind) execute function refuse_posted_change();

alter table supplier_payments
  alter column method_id drop not null,
  alter column account_id drop not null,
  add column credit_note_id uuid,
  -- Checked at commit, because it is written together with its credit note.
  add constraint supplier_payments_credit_note_fkey foreign key (organization_id, credit_note_id) references expenses
    deferrable initially deferred,
  add constraint supplier_payments_credit_note_moves_no_money check (
    num_nonnulls(method_id, account_id) = case when credit_note_id is null then 2 else 0 end),
  add constraint supplier_payments_bears_id_of_credit_note check (credit_note_id = id);
create trigger frozen_credit_note before update on supplier_payments for each row
  when (old.credit_note_id is distinct from new.credit_note_id) execute function refuse_posted_change();

-- What the credit of a credit note pays is paid by no method.
alter table expense_payments
  alter column method_id drop not null,
  add constraint expense_payments_have_method check (method_id is not null or supplier_payment_id is not null);

-- What reports read: a credit note is owed to nobody, and its costs are below zero.
create or replace view report_expenses with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, expense_date, due_date, supplier_id, payee_name, currency,
    paid_by, member_id, coalesce(base_total, total) as total, coalesce(base_paid, amount_paid) as amount_paid,
    total as currency_total, amount_paid as currency_paid, voided_on, kind
  from expenses where posted_at is not null;
create or replace view report_expense_lines with (security_invoker = true) as
  select line.organization_id, line.expense_id, line.id, line.position, expense.expense_date, expense.voided_on,
    expense.supplier_id, expense.payee_name, coalesce(expense.base_total, expense.total) as expense_total,
    line.category_id, line.account_id, line.description,
    case expense.kind when 'credit_note' then -1 else 1 end
      * in_base(line.net + line.tax + line.self_assessed_tax - line.recoverable_tax, expense.base_factor) as cost,
    line.billable, line.client_id, expense.kind
  from expenses as expense
  join expense_lines as line on line.organization_id = expense.organization_id and line.expense_id = expense.id
  where expense.posted_at is not null;
create or replace view report_supplier_payments with (security_invoker = true) as
  select organization_id, id, number, supplier_id, supplier_name, method_id, account_id, currency, amount, payment_date,
    voided_on, reference, coalesce(base_amount, amount) as worth, amount_unapplied as currency_unapplied, credit_note_id
  from supplier_payments;
create or replace view archive_expenses with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, supplier_id, payee_name, expense_date, due_date, currency,
    total as total_minor, amount_paid as amount_paid_minor, posted_at, voided_at, kind
  from expenses;
