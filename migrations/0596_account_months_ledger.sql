-- The sums of each account and month, for reports.
create view report_account_months with (security_invoker = true) as
  select organization_id, account_id, month, debit, credit from account_months;
grant select on report_account_months to daybook_runtime;
