-- One payment of a supplier over several bills: what each of them gets is a payment of that expense, and all of them
-- together are the money that left. They are made and taken back together.

create table supplier_payments (
  organization_id uuid not null,
  id uuid not null,
  number text collate "C" not null check (length(number) <= 60),
  supplier_id uuid not null,
  -- As the supplier was called then.
  supplier_name text not null check (length(supplier_name) between 1 and 255),
  method_id uuid not null,
  -- Where the money left.
  account_id uuid not null,
  currency char(3) not null,
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  payment_date date not null,
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
  constraint supplier_payments_supplier_fkey foreign key (organization_id, supplier_id) references clients,
  constraint supplier_payments_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint supplier_payments_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint supplier_payments_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint supplier_payments_void_after_payment check (voided_on >= payment_date)
);
create unique index supplier_payments_number_key on supplier_payments (organization_id, number);
create unique index supplier_payments_external_id_key on supplier_payments (organization_id, external_id)
  where external_id is not null;
create index supplier_payments_by_day on supplier_payments (organization_id, payment_date, id);
create index supplier_payments_by_void on supplier_payments (organization_id, voided_on, id)
  where voided_on is not null;
create index supplier_payments_by_amount on supplier_payments (organization_id, amount, id);
create index supplier_payments_by_age on supplier_payments (organization_id, created_at, id);
create index supplier_payments_by_change on supplier_payments (organization_id, updated_at, id);
create index supplier_payments_of_supplier on supplier_payments (organization_id, supplier_id, payment_date, id);
create index supplier_payments_find on supplier_payments using gin (organization_id, words);
create index supplier_payments_tags on supplier_payments using gin (organization_id, tags) where tags <> '{}';
alter table supplier_payments add primary key (organization_id, id);
select protect_tenant_table('supplier_payments');

-- Its money stays as it was; it may be described and taken back, once.
create trigger frozen before update on supplier_payments for each row
  when ((old.number, old.supplier_id, old.supplier_name, old.method_id, old.account_id, old.currency, old.amount,
      old.payment_date, old.created_at)
      is distinct from (new.number, new.supplier_id, new.supplier_name, new.method_id, new.account_id, new.currency,
        new.amount, new.payment_date, new.created_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on supplier_payments for each row execute function refuse_posted_change();

alter table expense_payments
  add column supplier_payment_id uuid,
  -- Checked at commit, because the parts may be written before the whole.
  add constraint expense_payments_supplier_payment_fkey foreign key (organization_id, supplier_payment_id)
    references supplier_payments deferrable initially deferred;
create index expense_payments_of_supplier_payment on expense_payments (organization_id, supplier_payment_id)
  where supplier_payment_id is not null;
create trigger frozen_whole before update on expense_payments for each row
  when (old.supplier_payment_id is distinct from new.supplier_payment_id)
  execute function refuse_posted_change();

alter table organizations no force row level security;
alter table numbering_series no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'supplier_payment', 'SP-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
alter table numbering_series force row level security;
alter table organizations force row level security;

-- What reports read.
create or replace view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, payment.amount, payment.payment_date, payment.reversed_on,
    expense.number, expense.currency, payment.reference, payment.supplier_payment_id
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;
create view report_supplier_payments with (security_invoker = true) as
  select organization_id, id, number, supplier_id, supplier_name, method_id, account_id, currency, amount, payment_date,
    voided_on, reference
  from supplier_payments;
grant select on report_supplier_payments to daybook_runtime;
