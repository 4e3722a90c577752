-- What each account holds in other currencies, and what that is on the books for. Kept by a trigger of its own, so that
-- entries in the base currency pay for no more than a look at their lines.
create table account_currencies (
  organization_id uuid not null,
  account_id uuid not null,
  currency char(3) not null,
  amount bigint not null,
  base_amount bigint not null,
  primary key (organization_id, account_id, currency),
  constraint account_currencies_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('account_currencies');
revoke insert, update, delete on account_currencies from daybook_runtime;

-- Whoever makes this may be bound by row-level security as the owner: it is lifted while every organisation is served.
alter table journal_lines no force row level security;
alter table account_currencies no force row level security;
insert into account_currencies
  select organization_id, account_id, currency, sum(currency_amount), sum(amount)
  from journal_lines where currency is not null group by 1, 2, 3;
alter table account_currencies force row level security;
alter table journal_lines force row level security;

create function sum_up_currencies() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_currencies as held (organization_id, account_id, currency, amount, base_amount)
    select organization_id, account_id, currency, sum(currency_amount), sum(amount)
    from added where currency is not null group by organization_id, account_id, currency
    order by organization_id, account_id, currency
    on conflict (organization_id, account_id, currency)
      do update set amount = held.amount + excluded.amount, base_amount = held.base_amount + excluded.base_amount;
  return null;
end $$;
-- After the sums of days and months, by its name: every posting locks them in one order.
create trigger summed_up_currencies after insert on journal_lines referencing new table as added
  for each statement execute function sum_up_currencies();
