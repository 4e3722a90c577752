-- Money that moves between accounts of one's own. What leaves in another currency is relieved at what it was on the
-- books for; what arrives is worth more or less, which is gained or lost then.

create table money_transfers (
  organization_id uuid not null,
  id uuid not null,
  number text collate "C" not null check (length(number) <= 60),
  from_account_id uuid not null,
  to_account_id uuid not null,
  -- What leaves, the fee included.
  currency char(3) not null,
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  fee_amount bigint not null check (fee_amount >= 0 and fee_amount < amount),
  -- What arrives.
  to_currency char(3) not null,
  to_amount bigint not null check (to_amount > 0 and to_amount <= 1000000000000000),
  -- The three in the base currency.
  base_amount bigint not null check (base_amount >= 0),
  base_fee bigint not null check (base_fee >= 0),
  base_to_amount bigint not null check (base_to_amount >= 0),
  transfer_date date not null,
  reference text check (length(reference) between 1 and 255),
  notes text check (length(notes) <= 5000),
  words tsvector not null,
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  status text not null generated always as (case when voided_at is null then 'completed' else 'voided' end) stored,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint money_transfers_from_fkey foreign key (organization_id, from_account_id) references accounts,
  constraint money_transfers_to_fkey foreign key (organization_id, to_account_id) references accounts,
  constraint money_transfers_move check (from_account_id <> to_account_id),
  constraint money_transfers_one_currency check (currency <> to_currency or to_amount = amount - fee_amount),
  constraint money_transfers_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint money_transfers_void_after_transfer check (voided_on >= transfer_date)
);
create unique index money_transfers_number_key on money_transfers (organization_id, number);
create unique index money_transfers_external_id_key on money_transfers (organization_id, external_id)
  where external_id is not null;
create index money_transfers_by_day on money_transfers (organization_id, transfer_date, id);
create index money_transfers_by_void on money_transfers (organization_id, voided_on, id) where voided_on is not null;
create index money_transfers_by_age on money_transfers (organization_id, created_at, id);
create index money_transfers_by_change on money_transfers (organization_id, updated_at, id);
create index money_transfers_from on money_transfers (organization_id, from_account_id, transfer_date, id);
create index money_transfers_to on money_transfers (organization_id, to_account_id, transfer_date, id);
create index money_transfers_find on money_transfers using gin (organization_id, words);
create index money_transfers_tags on money_transfers using gin (organization_id, tags) where tags <> '{}';
alter table money_transfers add primary key (organization_id, id);
select protect_tenant_table('money_transfers');

-- Its money stays as it was; it may be taken back, once.
create trigger frozen before update on money_transfers for each row
  when ((old.number, old.from_account_id, old.to_account_id, old.currency, old.amount, old.fee_amount, old.to_currency,
      old.to_amount, old.base_amount, old.base_fee, old.base_to_amount, old.transfer_date, old.created_at)
      is distinct from (new.number, new.from_account_id, new.to_account_id, new.currency, new.amount, new.fee_amount,
        new.to_currency, new.to_amount, new.base_amount, new.base_fee, new.base_to_amount, new.transfer_date,
        new.created_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on money_transfers for each row execute function refuse_posted_change();

alter table organizations no force row level security;
alter table numbering_series no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'money_transfer', 'MT-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
alter table numbering_series force row level security;
alter table organizations force row level security;

-- What reports read.
create view report_money_transfers with (security_invoker = true) as
  select organization_id, id, number, from_account_id, to_account_id, currency, amount, fee_amount, to_currency,
    to_amount, transfer_date, voided_on, reference
  from money_transfers;
grant select on report_money_transfers to daybook_runtime;
