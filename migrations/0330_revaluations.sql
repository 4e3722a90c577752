-- Revaluations of what is owed and held in other currencies at the end of a month, each taken back on the next day.

create table revaluations (
  organization_id uuid not null references organizations,
  id uuid not null,
  revalued_on date not null,
  standard text not null check (standard in ('ias_21', 'hgb')),
  gain bigint not null check (gain >= 0),
  loss bigint not null check (loss >= 0),
  -- Currency, rate, its source and its day, as they were used.
  rates jsonb not null,
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint revaluations_void_has_day check ((voided_at is null) = (voided_on is null))
);
-- A day is revalued once.
create unique index revaluations_day_key on revaluations (organization_id, revalued_on) where voided_at is null;
create index revaluations_by_day on revaluations (organization_id, revalued_on, id);
create index revaluations_by_age on revaluations (organization_id, created_at, id);
alter table revaluations add primary key (organization_id, id);
select protect_tenant_table('revaluations');

create table revaluation_items (
  organization_id uuid not null,
  revaluation_id uuid not null,
  position int not null check (position > 0),
  kind text not null check (kind in ('account', 'receivable', 'payable')),
  account_id uuid not null,
  -- The sale or the bill, whose it is and when it is due.
  record_id uuid,
  number text,
  client_id uuid,
  member_id uuid,
  due_date date,
  currency char(3) not null,
  -- What is owed to others is below zero, in both currencies.
  amount bigint not null,
  carrying bigint not null,
  revalued bigint not null,
  -- What was posted: none where the standard leaves a gain out.
  difference bigint not null check (difference in (0, revalued - carrying)),
  constraint revaluation_items_revaluation_fkey foreign key (organization_id, revaluation_id) references revaluations,
  constraint revaluation_items_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint revaluation_items_client_fkey foreign key (organization_id, client_id) references clients
);
create index revaluation_items_client on revaluation_items (organization_id, client_id) where client_id is not null;
alter table revaluation_items add primary key (organization_id, revaluation_id, position);
select protect_tenant_table('revaluation_items');

create trigger aa_client_id_survivor before insert or update of client_id on revaluation_items for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');
