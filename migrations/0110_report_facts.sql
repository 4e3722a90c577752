-- What reports read of the ledger line by line, and of money as it settles sales.

create view report_accounts with (security_invoker = true) as
  select organization_id, id, code, name, type, class, system_role from accounts;
create view report_entries with (security_invoker = true) as
  select organization_id, id, number, entry_date, kind, source_type, source_id, source_event, memo, reverses_id
  from journal_entries;
create view report_lines with (security_invoker = true) as
  select organization_id, entry_id, position, account_id, entry_date, amount, currency, currency_amount, client_id,
    tax_rate_id, tax_base
  from journal_lines;
create view report_tax_rates with (security_invoker = true) as
  select organization_id, id, display_name as name, percentage, kind, category, report_box, payable_account_id,
    receivable_account_id
  from tax_rates;
create view report_settlements with (security_invoker = true) as
  select organization_id, id, payment_id, sale_id, amount, allocated_on, reversed_on from allocations;
grant select on report_accounts, report_entries, report_lines, report_tax_rates, report_settlements to daybook_runtime;

-- What clients have paid and not used: few, of however many payments. The view that reports read says it by status.
create index payments_unused on payments (organization_id, client_id, id)
  where amount_allocated < amount and status = 'completed';

-- What a client owes and is owed, without reading a line of anybody else. Covering, so that an opening balance reads
-- the index alone.
create index journal_lines_of_client on journal_lines (organization_id, client_id, account_id, entry_date)
  include (amount) where client_id is not null;

-- So much of an amount as is paid when `paid` of `total` is, rounded half up on the magnitude. What falls to a payment
-- is the difference of two of these, so that all payments together make the whole amount.
create function paid_part(amount bigint, paid bigint, total bigint) returns bigint
  language sql immutable parallel safe
  return case when paid = total then amount
    else sign(amount)::bigint * div(2 * abs(amount)::numeric * paid + total, 2 * total::numeric)::bigint end;
grant execute on function paid_part to daybook_runtime;
