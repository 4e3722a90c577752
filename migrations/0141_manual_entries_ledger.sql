-- Entries that somebody writes by hand, and opening balances: drafted, corrected, and posted once. What is posted has the
-- id of its draft.

create table manual_entries (
  organization_id uuid not null references organizations,
  id uuid not null,
  status text not null check (status in ('draft', 'posted')),
  kind text not null check (kind in ('manual', 'opening')),
  entry_date date not null,
  memo text not null check (length(memo) <= 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null
);
create index manual_entries_drafts on manual_entries (organization_id, entry_date, id) where status = 'draft';
alter table manual_entries add primary key (organization_id, id);
select protect_tenant_table('manual_entries');

-- Debits are positive, credits negative, in minor units of the organisation's currency.
create table manual_entry_lines (
  organization_id uuid not null,
  entry_id uuid not null,
  position int not null check (position > 0),
  account_id uuid not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000),
  memo text check (length(memo) between 1 and 500),
  client_id uuid,
  member_id uuid,
  product_id uuid,
  location_id uuid,
  primary key (organization_id, entry_id, position),
  constraint manual_entry_lines_entry_fkey foreign key (organization_id, entry_id) references manual_entries,
  constraint manual_entry_lines_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint manual_entry_lines_client_fkey foreign key (organization_id, client_id) references clients,
  constraint manual_entry_lines_member_fkey foreign key (organization_id, member_id) references members,
  constraint manual_entry_lines_product_fkey foreign key (organization_id, product_id) references products,
  constraint manual_entry_lines_location_fkey foreign key (organization_id, location_id) references locations
);
create index manual_entry_lines_account on manual_entry_lines (organization_id, account_id);
create index manual_entry_lines_client on manual_entry_lines (organization_id, client_id) where client_id is not null;
create index manual_entry_lines_product on manual_entry_lines (organization_id, product_id) where product_id is not null;
select protect_tenant_table('manual_entry_lines');

create function refuse_posted_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'a posted entry stays as it is' using errcode = 'restrict_violation', constraint = 'manual_entries_frozen';
end $$;
create trigger frozen before update or delete on manual_entries for each row
  when (old.status = 'posted') execute function refuse_posted_entry_change();

create function refuse_posted_entry_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from manual_entries as entry
    where entry.organization_id = coalesce(new.organization_id, old.organization_id)
      and entry.id = coalesce(new.entry_id, old.entry_id) and entry.status = 'posted') then
    raise exception 'a posted entry stays as it is' using errcode = 'restrict_violation', constraint = 'manual_entries_frozen';
  end if;
  return coalesce(new, old);
end $$;
create trigger frozen before insert or update or delete on manual_entry_lines for each row
  execute function refuse_posted_entry_lines();

-- Which of these ids are of no record of the organisation, each with the field that it stood in and its place there.
create function missing_dimensions(organization uuid, clients uuid[], members uuid[], products uuid[], locations uuid[])
returns table (field text, place bigint) stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select 'client_id', named.place from unnest(clients) with ordinality as named (id, place)
    where named.id is not null and not exists (select from clients as known
      where known.organization_id = organization and known.id = named.id)
  union all
  select 'member_id', named.place from unnest(members) with ordinality as named (id, place)
    where named.id is not null and not exists (select from members as known
      where known.organization_id = organization and known.id = named.id)
  union all
  select 'product_id', named.place from unnest(products) with ordinality as named (id, place)
    where named.id is not null and not exists (select from products as known
      where known.organization_id = organization and known.id = named.id)
  union all
  select 'location_id', named.place from unnest(locations) with ordinality as named (id, place)
    where named.id is not null and not exists (select from locations as known
      where known.organization_id = organization and known.id = named.id);
end;
grant execute on function missing_dimensions to daybook_runtime;

-- Accounts whose balance is the sum of what records say: what is owed, and what lies in stock. Only those records post
-- there, or the two would part for good.
create function is_control(account accounts) returns boolean immutable language sql
return account.type = 'inventory'
  or coalesce(account.system_role, '') in ('receivable', 'payable', 'member_payable', 'client_credit');
grant execute on function is_control to daybook_runtime;

-- Accounts whose figures a tax return was made from.
create function is_tax_account(account accounts) returns boolean immutable language sql
return account.type = 'tax_payable' or coalesce(account.system_role, '') in ('tax_input', 'tax_output', 'tax_withheld');
grant execute on function is_tax_account to daybook_runtime;

-- The tax lock closes what is entered by hand where it concerns taxes, and nothing else of it: depreciation comes later.
create or replace function lock_closes(lock text, kind text, event text, tax_basis text) returns boolean
immutable parallel safe language sql
return case lock
  when 'sales' then kind = 'sale'
  when 'purchases' then kind = 'expense' and coalesce(event, '') not in ('expense.paid', 'expense.payment_voided')
  when 'tax' then kind in ('sale', 'tax_adjustment')
    or kind = 'expense' and (coalesce(event, '') not in ('expense.paid', 'expense.payment_voided') or tax_basis = 'payment')
    or kind = 'payment' and tax_basis = 'payment'
  else true
end;

-- What is entered by hand is looked at once its lines are there, at the end of the transaction, which holds the counter
-- of entries until then.
create function check_manual_entry() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  code text;
begin
  select account.code into code from journal_lines as line
    join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    where line.organization_id = new.organization_id and line.entry_id = new.id and is_control(account) limit 1;
  if found then
    raise exception 'account %', code using errcode = 'check_violation', constraint = 'control_account',
      detail = json_build_object('account', code);
  end if;
  if exists (select from period_locks as locks
      where locks.organization_id = new.organization_id and new.entry_date <= locks.tax)
    and exists (select from journal_lines as line
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      where line.organization_id = new.organization_id and line.entry_id = new.id and is_tax_account(account)) then
    insert into lock_exception_entries (organization_id, exception_id, entry_id)
      select new.organization_id, exception_id, new.id
      from unnest(exceptions_into(new.organization_id, 'tax_adjustment', null, new.entry_date, new.posted_at))
        as exception_id
      on conflict do nothing;
  end if;
  return null;
end $$;
create constraint trigger manual after insert on journal_entries deferrable initially deferred
  for each row when (new.source_type = 'journal_entry') execute function check_manual_entry();

-- The first day of the fiscal year that a day is in, as the organisation counts them.
create function fiscal_start_of(organization uuid, day date) returns date stable language sql
begin atomic
  select fiscal_year_start(day, fiscal_year_start_month, fiscal_year_start_day)
  from organizations where id = organization;
end;
grant execute on function fiscal_start_of to daybook_runtime;
