-- Income and cost that belong to other periods than the one in which they were invoiced: accruals, which are taken back
-- on a day that is known from the start, and schedules, which move an amount month by month.

create table accruals (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('accrued_expense', 'accrued_income')),
  description text not null check (length(description) between 1 and 255),
  -- Of income or expense, and the one of the balance sheet beside it.
  account_id uuid not null,
  balance_account_id uuid not null,
  -- Values of dimensions that the result is of, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
  client_id uuid,
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  accrual_date date not null,
  reverse_on date not null,
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint accruals_reversed_later check (reverse_on > accrual_date),
  constraint accruals_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint accruals_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint accruals_balance_account_fkey foreign key (organization_id, balance_account_id) references accounts,
  constraint accruals_client_fkey foreign key (organization_id, client_id) references clients
);
create index accruals_by_day on accruals (organization_id, accrual_date, id);
create index accruals_by_age on accruals (organization_id, created_at, id);
create index accruals_client on accruals (organization_id, client_id) where client_id is not null;
alter table accruals add primary key (organization_id, id);
select protect_tenant_table('accruals');

create trigger aa_client_id_survivor before insert or update of client_id on accruals for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

create table schedules (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('prepaid_expense', 'deferred_income')),
  description text not null check (length(description) between 1 and 255),
  -- The record whose line is spread, if any.
  source_type text check (source_type in ('expense', 'sale')),
  source_id uuid,
  line_id uuid,
  account_id uuid not null,
  balance_account_id uuid not null,
  -- Values of dimensions that the result is of, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  start_date date not null,
  end_date date not null,
  method text not null check (method in ('month', 'day')),
  -- When the amount left the account of income or expense.
  booked_on date not null,
  ended_on date,
  end_reason text check (length(end_reason) <= 500),
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint schedules_period check (end_date >= start_date),
  constraint schedules_source check ((source_type is null) = (source_id is null) and (source_id is null) = (line_id is null)),
  constraint schedules_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint schedules_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint schedules_balance_account_fkey foreign key (organization_id, balance_account_id) references accounts
);
-- A line is spread once.
create unique index schedules_line_key on schedules (organization_id, line_id)
  where line_id is not null and voided_at is null;
create index schedules_source on schedules (organization_id, source_type, source_id) where source_id is not null;
create index schedules_by_day on schedules (organization_id, start_date, id);
create index schedules_by_age on schedules (organization_id, created_at, id);
alter table schedules add primary key (organization_id, id);
select protect_tenant_table('schedules');

-- What each month takes. It is posted once, under the lock of its schedule.
create table schedule_parts (
  organization_id uuid not null,
  schedule_id uuid not null,
  position int not null check (position > 0),
  -- The last day of the month, or the day on which a schedule ended early.
  due_date date not null,
  amount bigint not null check (amount > 0),
  -- The day in the books: the due date, or the first open day after it.
  posted_on date,
  entry_id uuid,
  constraint schedule_parts_posted check ((posted_on is null) = (entry_id is null)),
  constraint schedule_parts_schedule_fkey foreign key (organization_id, schedule_id) references schedules,
  constraint schedule_parts_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred
);
create index schedule_parts_due on schedule_parts (organization_id, due_date) where posted_on is null;
alter table schedule_parts add primary key (organization_id, schedule_id, position);
select protect_tenant_table('schedule_parts');

create function refuse_posted_part_change() returns trigger language plpgsql as $$
begin
  raise exception 'a posted part stays' using errcode = 'restrict_violation', constraint = 'schedule_parts_frozen';
end $$;
create trigger frozen before update or delete on schedule_parts for each row
  when (old.posted_on is not null) execute function refuse_posted_part_change();

-- An account stays in use as long as a schedule still posts to it.
create function refuse_scheduled_account_archive() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  planned text;
begin
  select schedule.description into planned from schedules as schedule
    where schedule.organization_id = new.organization_id and schedule.account_id = new.id
      and schedule.voided_at is null and exists (select from schedule_parts as part
        where part.organization_id = schedule.organization_id and part.schedule_id = schedule.id
          and part.posted_on is null) limit 1;
  if found then
    raise exception 'account in use' using errcode = 'restrict_violation', constraint = 'account_in_use',
      detail = json_build_object('used_by', json_build_array(planned));
  end if;
  return new;
end $$;
create trigger scheduled before update of archived_at on accounts for each row
  when (old.archived_at is null and new.archived_at is not null) execute function refuse_scheduled_account_archive();
