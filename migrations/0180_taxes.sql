-- Taxes by the unit, taxes that the buyer owes, what cash was rounded to, and what a way to be paid costs.

alter table tax_rates
  -- On each unit, in millionths of a minor unit of the base currency, instead of a percentage.
  add column fixed_micro bigint check (fixed_micro between 1 and 1000000000000000),
  drop constraint tax_rates_kind_check,
  drop constraint tax_rates_only_standard_taxes_charge,
  add constraint tax_rates_kind_check check (kind in ('standard', 'withholding', 'reverse_charge')),
  add constraint tax_rates_percentage_or_fixed check (fixed_micro is null or (percentage = 0 and kind = 'standard')),
  add constraint tax_rates_reverse_charge_category check (kind <> 'reverse_charge' or category in ('AE', 'K')),
  add constraint tax_rates_only_standard_taxes_charge check (kind in ('withholding', 'reverse_charge')
    or category in ('S', 'L', 'M') or (percentage = 0 and fixed_micro is null));

-- A sale is confirmed to the coin that it was drafted with, whatever the organisation rounds to by then.
alter table sales add column cash_rounding_increment bigint check (cash_rounding_increment > 0);
create trigger frozen_increment before update on sales for each row
  when (old.confirmed_at is not null and old.cash_rounding_increment is distinct from new.cash_rounding_increment)
  execute function refuse_frozen();

-- Tax by reverse charge is owed to the tax office and claimed from it, and no part of what the supplier is owed.
alter table expenses
  add column self_assessed_tax bigint not null default 0 check (self_assessed_tax >= 0),
  drop constraint expenses_check,
  add constraint expenses_recoverable_within_tax check (recoverable_tax between 0 and tax + self_assessed_tax);
alter table expense_lines
  add column self_assessed_tax bigint not null default 0 check (self_assessed_tax >= 0),
  drop constraint expense_lines_check,
  add constraint expense_lines_recoverable_within_tax check (recoverable_tax between 0 and tax + self_assessed_tax);
create trigger frozen_self_assessed before update on expenses for each row
  when (old.posted_at is not null and old.self_assessed_tax <> new.self_assessed_tax)
  execute function refuse_posted_change();
create or replace view report_expense_lines with (security_invoker = true) as
  select line.organization_id, line.expense_id, line.id, line.position, expense.expense_date, expense.voided_on,
    expense.supplier_id, expense.payee_name, expense.total as expense_total, line.category_id, line.account_id,
    line.description, line.net, line.tax, line.recoverable_tax,
    line.net + line.tax + line.self_assessed_tax - line.recoverable_tax as cost, line.total, line.taxes, line.billable,
    line.client_id
  from expenses as expense
  join expense_lines as line on line.organization_id = expense.organization_id and line.expense_id = expense.id
  where expense.posted_at is not null;

alter table payment_methods
  -- What is kept of each payment: millionths of a percent, and minor units of the base currency.
  add column fee_percent bigint check (fee_percent between 1 and 100000000),
  add column fee_fixed bigint check (fee_fixed > 0),
  -- Where fees are posted; null for the organisation's own account.
  add column fee_account_id uuid,
  add constraint payment_methods_fee_account_fkey foreign key (organization_id, fee_account_id) references accounts;
