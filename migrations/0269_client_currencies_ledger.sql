-- What is owed is told in its own currency, too, beside what it is worth on the books.

create or replace view report_clients with (security_invoker = true) as
  select organization_id, id, number, display_name as name, currency from clients;
create or replace view report_settlements with (security_invoker = true) as
  select organization_id, id, 'payment' as kind, payment_id, sale_id, coalesce(base, amount) as amount,
    coalesce(base + fx_gain_loss, amount) as used, allocated_on, reversed_on, amount as currency_amount
  from allocations
  union all
  select organization_id, id, 'return', null, id, coalesce(base_total, total), 0, sale_date, voided_on, total
  from sales where kind = 'return'
  union all
  select organization_id, id, 'return', null, original_sale_id, coalesce(base_total, total), 0, sale_date, voided_on,
    total
  from sales where kind = 'return'
  union all
  select organization_id, id, 'write_off', null, sale_id, coalesce(base, amount), 0, written_off_on, null, amount
  from write_offs;
create or replace view report_schedules with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, part.due_date,
    in_share(part.up_to, sales.total, sales.base_total)
      - in_share(part.up_to - part.amount, sales.total, sales.base_total) as amount,
    in_share(part.up_to, sales.total, sales.base_total) as up_to, part.amount as currency_amount,
    part.up_to as currency_up_to
  from sales cross join lateral (
    select (value ->> 'due_date')::date as due_date, (value ->> 'amount')::bigint as amount,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint as up_to
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.confirmed_at is not null;

-- Of what clients owe and have in credit, what is in other currencies, summed up by month: what a statement in one of
-- them opens with, and what the sums of all of it are less for one in the base currency. Kept as they are.
create table client_currency_months (
  organization_id uuid not null,
  client_id uuid not null,
  account_id uuid not null,
  currency char(3) not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- Debits less credits, and what they are on the books for.
  amount bigint not null,
  base_amount bigint not null,
  primary key (organization_id, client_id, account_id, currency, month),
  constraint client_currency_months_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('client_currency_months');
revoke insert, update, delete on client_currency_months from daybook_runtime;

-- Whoever makes this may be bound by row-level security as the owner: it is lifted while every organisation is served.
alter table journal_lines no force row level security;
alter table client_currency_months no force row level security;
insert into client_currency_months
  select organization_id, client_id, account_id, currency, date_trunc('month', entry_date::timestamp)::date,
    sum(currency_amount), sum(amount)
  from journal_lines where client_id is not null and currency is not null group by 1, 2, 3, 4, 5;
alter table client_currency_months force row level security;
alter table journal_lines force row level security;

create view report_client_currency_months with (security_invoker = true) as
  select organization_id, client_id, account_id, currency, month, amount, base_amount from client_currency_months;
grant select on report_client_currency_months to daybook_runtime;

create function sum_up_client_currencies() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An entry in the base currency pays for no more than this look at its lines.
  if not exists (select from added where client_id is not null and currency is not null) then
    return null;
  end if;
  insert into client_currency_months as months
      (organization_id, client_id, account_id, currency, month, amount, base_amount)
    select organization_id, client_id, account_id, currency, date_trunc('month', entry_date::timestamp)::date as month,
      sum(currency_amount), sum(amount)
    from added where client_id is not null and currency is not null
    group by organization_id, client_id, account_id, currency, month
    order by organization_id, client_id, account_id, currency, month
    on conflict (organization_id, client_id, account_id, currency, month) do update
      set amount = months.amount + excluded.amount, base_amount = months.base_amount + excluded.base_amount;
  return null;
end $$;
-- After the sums of accounts, by its name: every posting locks them in one order.
create trigger summed_up_client_currencies after insert on journal_lines referencing new table as added
  for each statement execute function sum_up_client_currencies();
