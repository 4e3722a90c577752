-- The double-entry ledger: accounts, entries, their lines, and the sums of each account's day.
-- What must never break is refused here, whoever asks: an entry that does not balance, one without lines, a line added
-- to an entry that stands, any change of either, and a day's sum that differs from its lines.

create table accounts (
  organization_id uuid not null references organizations,
  id uuid not null,
  code text not null check (code ~ '^[0-9]{1,10}$'),
  name text not null check (length(name) between 1 and 255),
  -- For documents in English, where the name is in another language.
  english_name text check (length(english_name) between 1 and 255),
  description text check (length(description) <= 5000),
  type text not null,
  -- Null, and so refused, where the type is none of these.
  class text not null generated always as (case
    when type in ('cash', 'bank', 'accounts_receivable', 'inventory', 'other_current_asset', 'tax_receivable',
      'fixed_asset') then 'asset'
    when type in ('accounts_payable', 'credit_card', 'tax_payable', 'other_current_liability', 'long_term_liability')
      then 'liability'
    when type in ('equity', 'retained_earnings') then 'equity'
    when type in ('revenue', 'other_income') then 'revenue'
    when type in ('cost_of_goods_sold', 'expense', 'other_expense') then 'expense'
  end) stored,
  parent_id uuid,
  -- What the service itself posts here; such an account stays.
  system_role text,
  -- What money in another currency is worth as it leaves: what the account has it for, or the rate of the day.
  currency_outflow text not null default 'average' check (currency_outflow in ('average', 'day')),
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  -- Another chart gives all accounts other codes in one statement, at whose end each is there once.
  constraint accounts_code_key unique (organization_id, code) deferrable,
  constraint accounts_system_role_key unique (organization_id, system_role),
  constraint accounts_external_id_key unique (organization_id, external_id),
  constraint accounts_system_stays check (system_role is null or archived_at is null)
);
-- Primary keys come last here: while a table has no statistics yet, PostgreSQL finds every index that begins with the
-- organisation equally good and takes the youngest, and keeps to it in foreign keys and triggers. With another one a
-- thousand entries into new books took 1.9 s instead of 0.12.
alter table accounts add primary key (organization_id, id);
alter table accounts add constraint accounts_parent_fkey foreign key (organization_id, parent_id) references accounts;
select protect_tenant_table('accounts');

-- The first day of the fiscal year that a day is in; one that begins on 29 February begins on the 28th of other years.
create function fiscal_year_start(day date, start_month int, start_day int) returns date immutable language plpgsql as $$
declare
  month date := make_date(extract(year from day)::int, start_month, 1);
  start date := month + least(start_day, (month + interval '1 month')::date - month) - 1;
begin
  if start <= day then
    return start;
  end if;
  month := month - interval '1 year';
  return month + least(start_day, (month + interval '1 month')::date - month) - 1;
end $$;
grant execute on function fiscal_year_start to daybook_runtime;

-- A number for the entry of each day, in their order. They count per fiscal year, where the series begins again each
-- year: {YYYY} is the year it began in.
create function take_entry_numbers(organization uuid, days date[]) returns text[] language plpgsql as $$
declare
  month int;
  day int;
  first date;
  numbers text[];
  taken text[];
  year record;
begin
  select fiscal_year_start_month, fiscal_year_start_day into month, day from organizations where id = organization;
  first := fiscal_year_start(days[1], month, day);
  if cardinality(days) = 1 or first = all(array(select fiscal_year_start(one, month, day) from unnest(days) as one)) then
    return take_numbers(organization, 'journal_entry', first, cardinality(days));
  end if;
  numbers := array_fill(null::text, array[cardinality(days)]);
  for year in
    select fiscal_year_start(one, month, day) as start, array_agg(position order by position) as positions
    from unnest(days) with ordinality as entry (one, position) group by start order by start
  loop
    taken := take_numbers(organization, 'journal_entry', year.start, cardinality(year.positions));
    for n in 1 .. cardinality(taken) loop
      numbers[year.positions[n]] := taken[n];
    end loop;
  end loop;
  return numbers;
end $$;
grant execute on function take_entry_numbers to daybook_runtime;

create table journal_entries (
  organization_id uuid not null references organizations,
  id uuid not null,
  number text not null,
  entry_date date not null,
  posted_at timestamptz not null,
  kind text not null check (kind in ('system', 'manual', 'opening', 'reversal', 'closing', 'fx_revaluation')),
  source_type text not null,
  source_id uuid not null,
  source_event text,
  memo text not null check (length(memo) <= 500),
  reverses_id uuid,
  created_by jsonb not null,
  -- Which locks let it in. Without a default: no entry comes in that no lock has looked at.
  locks_version int not null,
  constraint journal_entries_number_key unique (organization_id, number),
  -- An entry is reversed once.
  constraint journal_entries_reverses_key unique (organization_id, reverses_id)
);
create index journal_entries_date on journal_entries (organization_id, entry_date, id);
-- Exports in the order of posting. Numbers grow longer after 999,999.
create index journal_entries_posted on journal_entries (organization_id, length(number), number);
-- Entries lie in the order of time, so that what is known of each stretch of them says where a time is not.
create index journal_entries_when on journal_entries using brin (organization_id, posted_at) with (autosummarize = on);
create index journal_entries_source on journal_entries (organization_id, source_type, source_id);
-- The few that come from no record: those that open the books must be told from all others without reading those.
create index journal_entries_other on journal_entries (organization_id, kind, entry_date, id) where kind <> 'system';
alter table journal_entries add primary key (organization_id, id);
alter table journal_entries add constraint journal_entries_reverses_fkey
  foreign key (organization_id, reverses_id) references journal_entries;
select protect_tenant_table('journal_entries');
select protect_append_only('journal_entries');

-- At commit every entry has its lines. They balance by then, but this is the last to look.
create function entry_has_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select count(*) < 2 or sum(amount) <> 0 from journal_lines
      where organization_id = new.organization_id and entry_id = new.id) then
    raise exception 'entry %', new.id using errcode = 'check_violation', constraint = 'journal_entries_balance';
  end if;
  return null;
end $$;

create constraint trigger has_lines after insert on journal_entries deferrable initially deferred
  for each row execute function entry_has_lines();

-- Runs when the number of the entry has been taken, so the counter is held until the commit: whoever moves a lock holds
-- it too (see hold_postings), and this reads what they left, since each statement of a function sees what is there when
-- it begins.
create function refuse_locked_entry() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  closed_through date;
begin
  select version, latest into strict new.locks_version, closed_through
    from period_locks where organization_id = new.organization_id;
  if new.entry_date <= closed_through then
    insert into lock_exception_entries (organization_id, exception_id, entry_id)
      select new.organization_id, exception_id, new.id
      from unnest(exceptions_into(new.organization_id, new.source_type, new.source_event, new.entry_date,
        new.posted_at)) as exception_id;
  end if;
  return new;
end $$;

create trigger refuse_locked before insert on journal_entries for each row execute function refuse_locked_entry();

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

-- Debits are positive, credits negative, in minor units of the organisation's currency. `currency` and
-- `currency_amount` say what the amount was in another one. The entry's date stands here too, so that one account's
-- lines of a month are one stretch of one index.
create table journal_lines (
  organization_id uuid not null,
  entry_id uuid not null,
  position int not null check (position > 0),
  account_id uuid not null,
  entry_date date not null,
  amount bigint not null check (amount <> 0 and amount > -9223372036854775808),
  currency char(3),
  currency_amount bigint,
  client_id uuid,
  product_id uuid,
  variant_id uuid,
  member_id uuid,
  location_id uuid,
  tax_rate_id uuid,
  -- What the tax on this line was counted from, in the currency of the document, with the sign of the line.
  tax_base bigint,
  -- Values of dimensions, one of each at most, in the order of the dimensions.
  dimension_value_ids uuid[] check (cardinality(dimension_value_ids) > 0),
  constraint journal_lines_entry_fkey foreign key (organization_id, entry_id) references journal_entries,
  constraint journal_lines_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint journal_lines_currency_amount check ((currency is null) = (currency_amount is null))
);
create index journal_lines_account on journal_lines (organization_id, account_id, entry_date);
-- What a client owes and is owed, without reading a line of anybody else. Covering, so that an opening balance reads
-- the index alone.
create index journal_lines_of_client on journal_lines (organization_id, client_id, account_id, entry_date)
  include (amount) where client_id is not null;
-- What a day adds to the sums of dimensions, for days that begin or end a period within a month.
create index journal_lines_of_dimensions on journal_lines (organization_id, entry_date)
  include (account_id, amount, dimension_value_ids) where dimension_value_ids is not null;
alter table journal_lines add primary key (organization_id, entry_id, position);
select protect_tenant_table('journal_lines');
revoke update, delete, truncate on journal_lines from daybook_runtime;

-- One statement inserts all lines of an entry, or none: what has lines already gets no more. The same statement adds up
-- the sums of the day, as the owner, because the service itself has no right to write them.
--
-- What the triggers cost, in CPU of the server for a sale and its cost of goods (2 entries, 6 lines, 6 sums), median of
-- five runs of 1,500 on one connection: 525 µs without them, 595 with the check at commit, 670 with the sums, 750 with
-- both. The number costs another 85, and lets entries of one organisation commit only one after the other: 16 callers
-- post a third to a quarter of what they do without numbers, and nine tenths where each has its own organisation. What
-- lost: a deferred foreign key from the entry to its first line, no cheaper than the check at commit; an anti-join to
-- find the day of the entry, which hashed every entry there is, where a scalar subquery seeks.
--
-- What sums by day save: profit and loss of a month reads 31 rows per account, 1.4 ms for 30 accounts beside ten years
-- of history. A balance adds up all days of its account, 3.6 ms after ten years of daily postings, and the trial
-- balance of 50 such accounts 190 ms. Sums by month beside these bring that to 9 ms, and cost every sale six more rows.
create function sum_up_lines() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  broken record;
begin
  select entry_id, total <> 0 or lines < 2 as unbalanced into broken
    from (
      select organization_id, entry_id, sum(amount) as total, count(*) as lines,
        min(entry_date) as earliest, max(entry_date) as latest
      from added group by organization_id, entry_id
    ) as entry
    where total <> 0 or lines < 2
      or lines <> (select count(*) from journal_lines as line
        where line.organization_id = entry.organization_id and line.entry_id = entry.entry_id)
      or latest <> earliest
      or earliest is distinct from (select entry_date from journal_entries as parent
        where parent.organization_id = entry.organization_id and parent.id = entry.entry_id)
    limit 1;
  if found then
    raise exception 'entry %', broken.entry_id using errcode = 'check_violation',
      constraint = case when broken.unbalanced then 'journal_entries_balance' else 'journal_entries_sealed' end;
  end if;
  with sums as (
    select organization_id, account_id, entry_date,
      coalesce(sum(amount) filter (where amount > 0), 0) as debit,
      coalesce(-sum(amount) filter (where amount < 0), 0) as credit
    from added group by organization_id, account_id, entry_date order by organization_id, account_id, entry_date
  ), kept as (
    insert into account_months as months (organization_id, account_id, month, debit, credit)
      select organization_id, account_id, date_trunc('month', entry_date::timestamp)::date as month, sum(debit), sum(credit)
      from sums group by organization_id, account_id, month order by organization_id, account_id, month
      on conflict (organization_id, account_id, month)
        do update set debit = months.debit + excluded.debit, credit = months.credit + excluded.credit
  )
  insert into account_days as days (organization_id, account_id, day, debit, credit)
    select organization_id, account_id, entry_date, debit, credit from sums
    on conflict (organization_id, account_id, day)
      do update set debit = days.debit + excluded.debit, credit = days.credit + excluded.credit;
  -- After the accounts, whose rows whoever posts for a client has locked by then: nobody waits in a circle.
  insert into client_months as months (organization_id, client_id, account_id, month, amount)
    select organization_id, client_id, account_id, date_trunc('month', entry_date::timestamp)::date as month, sum(amount)
    from added where client_id is not null group by organization_id, client_id, account_id, month
    order by organization_id, client_id, account_id, month
    on conflict (organization_id, client_id, account_id, month) do update set amount = months.amount + excluded.amount;
  return null;
end $$;

create trigger sum_up after insert on journal_lines referencing new table as added
  for each statement execute function sum_up_lines();

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

create function sum_up_dimensions() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An entry without dimensions pays for no more than this look at its lines.
  if not exists (select from added where dimension_value_ids is not null) then
    return null;
  end if;
  insert into dimension_months as months (organization_id, value_id, account_id, month, debit, credit)
    select organization_id, value_id, account_id, date_trunc('month', entry_date::timestamp)::date as month,
      coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
    from added cross join unnest(dimension_value_ids) as value_id
    group by organization_id, value_id, account_id, month
    order by organization_id, value_id, account_id, month
    on conflict (organization_id, value_id, account_id, month)
      do update set debit = months.debit + excluded.debit, credit = months.credit + excluded.credit;
  return null;
end $$;

-- After the sums of accounts and currencies, by its name: every posting locks them in one order.
create trigger summed_up_dimensions after insert on journal_lines referencing new table as added
  for each statement execute function sum_up_dimensions();

create function sum_up_flows() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An entry of no client pays for no more than this look at its lines.
  if not exists (select from added where client_id is not null) then
    return null;
  end if;
  insert into client_flows as flows
    select organization_id, client_id, currency, month, coalesce(sum(amount) filter (where flow = 'invoiced'), 0),
      coalesce(-sum(amount) filter (where flow = 'paid'), 0), coalesce(sum(base) filter (where flow = 'invoiced'), 0),
      coalesce(-sum(base) filter (where flow = 'paid'), 0)
    from (
      select line.organization_id, line.client_id, coalesce(line.currency, organization.base_currency) as currency,
        date_trunc('month', line.entry_date::timestamp)::date as month, line.amount as base,
        coalesce(line.currency_amount, line.amount) as amount, flow_of(entry.source_type, entry.source_event) as flow
      from added as line
      join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
        and (account.type = 'accounts_receivable' or account.system_role = 'client_credit')
      join organizations as organization on organization.id = line.organization_id
      where line.client_id is not null
    ) as moved
    where flow is not null
    group by organization_id, client_id, currency, month having bool_or(amount <> 0)
    order by organization_id, client_id, currency, month
    on conflict (organization_id, client_id, currency, month) do update set
      invoiced = flows.invoiced + excluded.invoiced, paid = flows.paid + excluded.paid,
      base_invoiced = flows.base_invoiced + excluded.base_invoiced, base_paid = flows.base_paid + excluded.base_paid;
  return null;
end $$;

-- After the sums of accounts and currencies, by its name: every posting locks them in one order.
create trigger summed_up_flows after insert on journal_lines referencing new table as added
  for each statement execute function sum_up_flows();

create function post_for_survivor() returns trigger language plpgsql as $$
begin
  if new.client_id is not null then
    new.client_id := coalesce((select merged_into_id from clients
      where organization_id = new.organization_id and id = new.client_id), new.client_id);
  end if;
  if new.product_id is not null then
    new.product_id := coalesce((select merged_into_id from products
      where organization_id = new.organization_id and id = new.product_id), new.product_id);
  end if;
  if new.variant_id is not null then
    new.variant_id := coalesce((select merged_into_id from variants
      where organization_id = new.organization_id and id = new.variant_id), new.variant_id);
  end if;
  return new;
end $$;

-- Whatever is posted for a record that is merged is the survivor's.
create trigger aa_survivor before insert on journal_lines for each row
  when (new.client_id is not null or new.product_id is not null or new.variant_id is not null)
  execute function post_for_survivor();
create trigger append_only before update or delete on journal_lines for each row
  when (not moves_client()) execute function refuse_change();
create trigger append_only_truncate before truncate on journal_lines execute function refuse_change();

create table account_days (
  organization_id uuid not null,
  account_id uuid not null,
  day date not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  primary key (organization_id, account_id, day),
  constraint account_days_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('account_days');
revoke insert, update, delete on account_days from daybook_runtime;

-- Locks: up to which day the books are closed, and for what; and exceptions, which open some of those days again for a
-- while. An entry into a closed day is refused here, whoever asks and by whichever path.

-- One row for each organisation, so that an entry reads one row to be let in.
create table period_locks (
  organization_id uuid primary key references organizations,
  soft date,
  sales date,
  purchases date,
  tax date,
  hard date,
  -- Whatever is later is open to everything.
  latest date generated always as (greatest(soft, sales, purchases, tax, hard)) stored,
  -- Entries keep which version let them in, so that one can tell afterwards whether they should have been.
  version int not null default 1,
  reason text check (length(reason) <= 500),
  updated_at timestamptz not null,
  updated_by jsonb not null
);
select protect_tenant_table('period_locks');
revoke delete on period_locks from daybook_runtime;

create function keep_lock_changes() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.hard is not null and (new.hard is null or new.hard < old.hard) then
    raise exception 'a hard lock only moves forward' using errcode = 'restrict_violation', constraint = 'hard_lock_stays';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'locks are versioned' using errcode = 'check_violation', constraint = 'period_locks_version';
  end if;
  insert into period_lock_changes (organization_id, lock, version, through, reason, changed_at, changed_by)
    select new.organization_id, moved.lock, new.version, moved.through, new.reason, new.updated_at, new.updated_by
    from (values ('soft', old.soft, new.soft), ('sales', old.sales, new.sales),
      ('purchases', old.purchases, new.purchases), ('tax', old.tax, new.tax), ('hard', old.hard, new.hard)
    ) as moved (lock, before, through)
    where moved.before is distinct from moved.through;
  return null;
end $$;

create trigger keep_changes after update on period_locks for each row execute function keep_lock_changes();

-- Every move of a lock, written by the move itself.
create table period_lock_changes (
  organization_id uuid not null references organizations,
  lock text not null check (lock in ('soft', 'sales', 'purchases', 'tax', 'hard')),
  version int not null,
  -- Null where it was lifted.
  through date,
  reason text,
  changed_at timestamptz not null,
  changed_by jsonb not null,
  primary key (organization_id, lock, version)
);
select protect_tenant_table('period_lock_changes');
select protect_append_only('period_lock_changes');
revoke insert on period_lock_changes from daybook_runtime;

-- Opens days under a lock to one member or to everyone, until it expires or is revoked. Nothing opens a hard lock.
create table lock_exceptions (
  organization_id uuid not null references organizations,
  id uuid not null,
  lock text not null check (lock in ('soft', 'sales', 'purchases', 'tax')),
  opens_from date not null,
  -- Null: all days from there on, as if the lock ended the day before.
  opens_to date,
  member_id uuid,
  reason text not null check (length(reason) between 1 and 500),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by jsonb,
  version int not null default 1,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint lock_exceptions_days check (opens_to >= opens_from),
  constraint lock_exceptions_expiry check (expires_at > created_at),
  constraint lock_exceptions_revocation check ((revoked_at is null) = (revoked_by is null)),
  constraint lock_exceptions_member_fkey foreign key (organization_id, member_id) references members
);
create index lock_exceptions_by_expiry on lock_exceptions (organization_id, expires_at, id);
alter table lock_exceptions add primary key (organization_id, id);
select protect_tenant_table('lock_exceptions');
revoke delete on lock_exceptions from daybook_runtime;

create function refuse_exception_change() returns trigger language plpgsql as $$
begin
  raise exception 'an exception is only ever revoked' using errcode = 'restrict_violation', constraint = 'lock_exceptions_frozen';
end $$;

create trigger frozen before update on lock_exceptions for each row
  when (old.revoked_at is not null or new.revoked_at is null
    or (old.lock, old.opens_from, old.opens_to, old.member_id, old.reason, old.expires_at, old.created_at, old.created_by)
      is distinct from
      (new.lock, new.opens_from, new.opens_to, new.member_id, new.reason, new.expires_at, new.created_at, new.created_by))
  execute function refuse_exception_change();

-- Which lock closes what, by the kind of record that an entry comes from. Soft and hard close everything; a payment of
-- an expense is money, as one of a sale is, and money moves when it moves, in and out; the tax lock closes what the tax
-- return of its days was made from, which is payments too where tax falls due with them. Of what is entered by hand it
-- closes what concerns taxes, and nothing else: depreciation comes later.
create function lock_closes(lock text, kind text, event text, tax_basis text) returns boolean
immutable parallel safe language sql
return case lock
  when 'sales' then kind = 'sale'
  when 'purchases' then kind = 'expense' and coalesce(event, '') not in ('expense.paid', 'expense.payment_voided')
  when 'tax' then kind in ('sale', 'tax_adjustment')
    or kind = 'expense' and (coalesce(event, '') not in ('expense.paid', 'expense.payment_voided') or tax_basis = 'payment')
    or kind in ('payment', 'refund') and tax_basis = 'payment'
  else true
end;
grant execute on function lock_closes to daybook_runtime;

-- The locks that close days to entries from such a record, with the last day of each.
create function locks_closing(organization uuid, kind text, event text) returns table (name text, through date)
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select lock.name, lock.through
  from period_locks as locks
  join organizations on organizations.id = locks.organization_id
  cross join lateral (values (1, 'hard', locks.hard), (2, 'soft', locks.soft), (3, 'tax', locks.tax),
    (4, 'sales', locks.sales), (5, 'purchases', locks.purchases)) as lock (place, name, through)
  where locks.organization_id = organization and lock.through is not null
    and lock_closes(lock.name, kind, event, organizations.tax_basis)
  order by lock.place;
end;
grant execute on function locks_closing to daybook_runtime;

-- The exceptions that stand at a moment for the current user.
create function standing_exceptions(organization uuid, at timestamptz) returns setof lock_exceptions
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select * from lock_exceptions as exception
  where exception.organization_id = organization and exception.expires_at > at and exception.revoked_at is null
    and (exception.member_id is null or exists (select from members
      where members.organization_id = organization and members.id = exception.member_id
        and members.user_id = current_user_id()))
  order by exception.id;
end;
grant execute on function standing_exceptions to daybook_runtime;

-- The exceptions by which the current user may enter something into a day, one for each lock that closes it; refuses
-- where there is none, and says from which day on nothing is closed.
create function exceptions_into(organization uuid, kind text, event text, day date, at timestamptz) returns uuid[]
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  closing record;
  exception_id uuid;
  used uuid[] := '{}';
begin
  for closing in
    select name, through, max(through) over () + 1 as open_from from locks_closing(organization, kind, event)
  loop
    continue when day > closing.through;
    select id into exception_id from standing_exceptions(organization, at)
      where lock = closing.name and day >= opens_from and (opens_to is null or day <= opens_to) limit 1;
    if not found then
      raise exception 'the books of % are closed', day using errcode = 'check_violation', constraint = 'period_locked',
        detail = json_build_object('lock', closing.name, 'through', closing.through, 'open_from', closing.open_from);
    end if;
    used := used || exception_id;
  end loop;
  return used;
end $$;

create table lock_exception_entries (
  organization_id uuid not null,
  exception_id uuid not null,
  entry_id uuid not null,
  primary key (organization_id, exception_id, entry_id),
  constraint lock_exception_entries_exception_fkey foreign key (organization_id, exception_id) references lock_exceptions,
  -- Checked at commit: an entry is let in before it is there.
  constraint lock_exception_entries_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred
);
create index lock_exception_entries_entry on lock_exception_entries (organization_id, entry_id);
select protect_tenant_table('lock_exception_entries');
select protect_append_only('lock_exception_entries');
revoke insert on lock_exception_entries from daybook_runtime;

-- Waits for the entries that are being posted, and lets none begin until the commit: both sides take the counters of
-- the journal, and a counter that is not there yet refers to its series when it is made.
create function hold_postings(organization uuid) returns void language plpgsql as $$
begin
  perform from numbering_series where organization_id = organization and record_type = 'journal_entry' for update;
  perform from numbering_counters where organization_id = organization and record_type = 'journal_entry'
    order by period for update;
end $$;
grant execute on function hold_postings to daybook_runtime;

-- What is worth nothing has no entry, and still changes what was sold and what lay in stock on its day; so does what
-- only moves from one place to another. It takes no number either, so it holds on to the locks themselves.
create function refuse_locked_day(organization uuid, kind text, day date, at timestamptz) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  closed_through date;
begin
  select latest into strict closed_through from period_locks where organization_id = organization for share;
  if day <= closed_through then
    perform exceptions_into(organization, kind, null, day, at);
  end if;
end $$;
grant execute on function refuse_locked_day to daybook_runtime;

-- Entries that somebody writes by hand, and opening balances: drafted, corrected, and posted once. What is posted has
-- the id of its draft.
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
  updated_by jsonb not null,
  -- What every record carries of the caller's own. It is no part of the books, and stays open to change when the entry
  -- is posted and never changes again.
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}'
);
create index manual_entries_drafts on manual_entries (organization_id, entry_date, id) where status = 'draft';
create unique index manual_entries_external_id_key on manual_entries (organization_id, external_id)
  where external_id is not null;
create index manual_entries_tags on manual_entries using gin (organization_id, tags) where tags <> '{}';
alter table manual_entries add primary key (organization_id, id);
select protect_tenant_table('manual_entries');

create function refuse_posted_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'a posted entry stays as it is' using errcode = 'restrict_violation', constraint = 'manual_entries_frozen';
end $$;

create trigger frozen before update of
    id, status, kind, entry_date, memo, created_at, created_by
  on manual_entries
  for each row
  when (old.status = 'posted' and (old.id, old.status, old.kind, old.entry_date, old.memo, old.created_at, old.created_by)
    is distinct from (new.id, new.status, new.kind, new.entry_date, new.memo, new.created_at, new.created_by))
  execute function refuse_posted_entry_change();
create trigger frozen_delete before delete on manual_entries for each row
  when (old.status = 'posted') execute function refuse_posted_entry_change();

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
  dimension_value_ids uuid[] not null default '{}',
  primary key (organization_id, entry_id, position),
  constraint manual_entry_lines_entry_fkey foreign key (organization_id, entry_id) references manual_entries,
  constraint manual_entry_lines_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint manual_entry_lines_member_fkey foreign key (organization_id, member_id) references members
);
create index manual_entry_lines_account on manual_entry_lines (organization_id, account_id);
create index manual_entry_lines_client on manual_entry_lines (organization_id, client_id) where client_id is not null;
create index manual_entry_lines_product on manual_entry_lines (organization_id, product_id) where product_id is not null;
select protect_tenant_table('manual_entry_lines');

create function refuse_posted_entry_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- What a line is for changes with an entry that moves it.
  if tg_op = 'UPDATE' and to_jsonb(old) - 'dimension_value_ids' = to_jsonb(new) - 'dimension_value_ids' then
    return new;
  end if;
  if exists (select from manual_entries as entry
    where entry.organization_id = case when tg_op = 'DELETE' then old.organization_id else new.organization_id end
      and entry.id = case when tg_op = 'DELETE' then old.entry_id else new.entry_id end
      and entry.status = 'posted') then
    raise exception 'a posted entry stays as it is' using errcode = 'restrict_violation', constraint = 'manual_entries_frozen';
  end if;
  return coalesce(new, old);
end $$;

create trigger frozen before insert or update or delete on manual_entry_lines for each row
  when (not moves_client()) execute function refuse_posted_entry_lines();
create trigger aa_client_id_survivor before insert or update of client_id on manual_entry_lines for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');
create trigger aa_product_id_survivor before insert or update of product_id on manual_entry_lines for each row
  when (new.product_id is not null and not moves_records()) execute function refer_to_survivor('product_id', 'products');

-- Accounts whose balance is the sum of what records say: what is owed, and what lies in stock. Only those records post
-- there, or the two would part for good.
create function is_control(account accounts) returns boolean immutable language sql
return account.type = 'inventory' or coalesce(account.system_role, '')
  in ('receivable', 'payable', 'member_payable', 'client_credit', 'supplier_credit', 'client_deposits');
grant execute on function is_control to daybook_runtime;

-- Accounts whose figures a tax return was made from.
create function is_tax_account(account accounts) returns boolean immutable language sql
return account.type in ('tax_payable', 'tax_receivable')
  or coalesce(account.system_role, '') in ('tax_input', 'tax_output', 'tax_withheld');
grant execute on function is_tax_account to daybook_runtime;

-- The first day of the fiscal year that a day is in, as the organisation counts them.
create function fiscal_start_of(organization uuid, day date) returns date stable language sql
begin atomic
  select fiscal_year_start(day, fiscal_year_start_month, fiscal_year_start_day)
  from organizations where id = organization;
end;
grant execute on function fiscal_start_of to daybook_runtime;

-- Sums by month beside those by day, so that a balance reads one row per month and 31 days at most, however long the
-- books are. The same statement keeps both, so neither can be without the other: whatever posts, early, late, at once
-- or into a month that is long over, adds to a row under its lock.
--
-- What it costs, in CPU of the server for a sale and its cost of goods (2 entries, 6 lines, 6 accounts), median of five
-- runs of 800 on one durable connection: 668 µs with sums by day alone, 741 with both. What lost: sums of closed months
-- only, which a posting must hold a watermark for, to know which months those are (749 µs: the lock costs what the rows
-- do, and somebody must still close each month); one running total per account (707 µs), from which a day long past is
-- far away; and the months in a statement of their own (737 µs), the same but adds the lines up twice.
create table account_months (
  organization_id uuid not null,
  account_id uuid not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  primary key (organization_id, account_id, month),
  constraint account_months_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('account_months');
revoke insert, update, delete on account_months from daybook_runtime;

-- What clients owe and have in credit, summed up by month, so that the opening balance of a statement reads a row for
-- each month and not every line that a client ever had. It is kept as the sums of accounts are, by the same trigger.
--
-- What it costs, in CPU of the server for an entry of three lines of which one is a client's, median of eleven runs of
-- 800: 634 µs before, 690 µs with it. An entry of no client pays nothing but a look at its lines.
create table client_months (
  organization_id uuid not null,
  client_id uuid not null,
  account_id uuid not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- Debits less credits.
  amount bigint not null,
  primary key (organization_id, client_id, account_id, month),
  constraint client_months_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('client_months');
revoke insert, update, delete on client_months from daybook_runtime;

create view report_client_months with (security_invoker = true) as
  select organization_id, client_id, account_id, month, amount from client_months;
grant select on report_client_months to daybook_runtime;

-- What each value of a dimension earned and cost, by account and month. Kept as the sums of accounts are; the days at
-- the ends of a period within a month are read from the lines.
create table dimension_months (
  organization_id uuid not null,
  value_id uuid not null,
  account_id uuid not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  debit bigint not null,
  credit bigint not null,
  primary key (organization_id, value_id, account_id, month),
  constraint dimension_months_value_fkey foreign key (organization_id, value_id) references dimension_values,
  constraint dimension_months_account_fkey foreign key (organization_id, account_id) references accounts
) with (fillfactor = 70);
select protect_tenant_table('dimension_months');
revoke insert, update, delete on dimension_months from daybook_runtime;

create view report_dimension_months with (security_invoker = true) as
  select organization_id, value_id, account_id, month, debit, credit from dimension_months;
grant select on report_dimension_months to daybook_runtime;

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

create view report_client_currency_months with (security_invoker = true) as
  select organization_id, client_id, account_id, currency, month, amount, base_amount from client_currency_months;
grant select on report_client_currency_months to daybook_runtime;

-- What clients were ever charged and ever paid, by currency and month, so that the figures of a lifetime read a row for
-- each month and not every sale and payment. Charged is what their sales put on accounts receivable, less returns and
-- voids; paid is what came in for it or stays as their credit, less what went back. A debt that is given up was charged
-- all the same.
create table client_flows (
  organization_id uuid not null,
  client_id uuid not null,
  currency char(3) not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  invoiced bigint not null,
  paid bigint not null,
  -- The same in the base currency, as the books have it.
  base_invoiced bigint not null,
  base_paid bigint not null,
  primary key (organization_id, client_id, currency, month)
) with (fillfactor = 70);
select protect_tenant_table('client_flows');
revoke insert, update, delete on client_flows from daybook_runtime;

-- Whether an entry charges a client, or is money of one: null where it is neither.
create function flow_of(source_type text, source_event text) returns text immutable parallel safe language sql
return case
  when source_type in ('payment', 'refund') then 'paid'
  when source_type = 'sale' and coalesce(source_event, '') not in ('sale.written_off', 'sale.recovered') then 'invoiced'
end;

-- Each line that charges a client or is money of one, as what it adds to either.
create view report_client_flow_lines with (security_invoker = true) as
  select line.organization_id, line.client_id, coalesce(line.currency, organization.base_currency) as currency,
    date_trunc('month', line.entry_date::timestamp)::date as month,
    case when flow = 'invoiced' then coalesce(line.currency_amount, line.amount) else 0 end as invoiced,
    case when flow = 'paid' then -coalesce(line.currency_amount, line.amount) else 0 end as paid,
    case when flow = 'invoiced' then line.amount else 0 end as base_invoiced,
    case when flow = 'paid' then -line.amount else 0 end as base_paid
  from journal_lines as line
  join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
  join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    and (account.type = 'accounts_receivable' or account.system_role = 'client_credit')
  join organizations as organization on organization.id = line.organization_id
  cross join lateral (select flow_of(entry.source_type, entry.source_event) as flow) as told
  where line.client_id is not null and flow is not null;
create view report_client_flows with (security_invoker = true) as
  select flow.organization_id, flow.client_id, flow.currency, flow.currency = organization.base_currency as is_base,
    flow.month, flow.invoiced, flow.paid, flow.base_invoiced, flow.base_paid
  from client_flows as flow join organizations as organization on organization.id = flow.organization_id;

-- The sums of each account and month, for reports.
create view report_account_months with (security_invoker = true) as
  select organization_id, account_id, month, debit, credit from account_months;
grant select on report_client_flow_lines, report_client_flows, report_account_months to daybook_runtime;

-- Accounts whose lines need a value of a dimension, and from which day on. Of income and costs alone: what is owed and
-- owned is posted by records that name no dimension. A range holds the codes that begin within it, so that 60 to 69 has
-- 6010.
create view required_dimension_accounts with (security_invoker = true) as
  select dimension.organization_id, dimension.id as dimension_id, dimension.name as dimension, account.id as account_id,
    account.code, (dimension.required_for ->> 'since')::date as since
  from report_dimensions as dimension
  join accounts as account on account.organization_id = dimension.organization_id
    and account.class in ('revenue', 'expense')
  where dimension.required_for is not null and not dimension.is_archived
    and (dimension.required_for -> 'account_types' ? account.type
      or exists (
        select from jsonb_to_recordset(dimension.required_for -> 'account_ranges') as range (first text, last text)
        where account.code >= range.first collate "C"
          and left(account.code, length(range.last)) <= range.last collate "C"));
grant select on required_dimension_accounts to daybook_runtime;
