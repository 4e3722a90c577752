-- Money that comes in, and which sales it settles. A payment and its allocations are rows of their own; what is not
-- allocated is the client's credit.

create table payment_methods (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in
    ('cash', 'card', 'bank_transfer', 'cheque', 'mobile_money', 'wallet', 'gateway', 'credit', 'other')),
  -- Where the money lands.
  account_id uuid not null,
  requires_reference boolean not null default false,
  position int not null default 0 check (position between 0 and 1000000),
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  primary key (organization_id, id),
  constraint payment_methods_external_id_key unique (organization_id, external_id),
  constraint payment_methods_account_fkey foreign key (organization_id, account_id) references accounts
);
create unique index payment_methods_name_key on payment_methods (organization_id, lower(name)) where archived_at is null;
select protect_tenant_table('payment_methods');

create table payments (
  -- The method leads to the organisation, so this key needs no reference of its own.
  organization_id uuid not null,
  id uuid not null,
  number text collate "C" not null check (length(number) <= 60),
  direction text not null default 'in' check (direction = 'in'),
  method_id uuid not null,
  account_id uuid not null,
  client_id uuid,
  client_name text,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  amount_allocated bigint not null default 0,
  fee_amount bigint not null default 0 check (fee_amount between 0 and amount),
  change_given bigint not null default 0 check (change_given >= 0),
  payment_date date not null,
  received_at timestamptz not null,
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
  constraint payments_number_key unique (organization_id, number),
  constraint payments_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint payments_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint payments_client_fkey foreign key (organization_id, client_id) references clients,
  constraint payments_allocated_within_amount check (amount_allocated between 0 and amount),
  constraint payments_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint payments_void_after_payment check (voided_on >= payment_date),
  constraint payments_void_allocates_nothing check (voided_at is null or amount_allocated = 0),
  -- Credit belongs to somebody.
  constraint payments_credit_has_owner check (client_id is not null or amount_allocated = amount or voided_at is not null)
);
create unique index payments_external_id_key on payments (organization_id, external_id) where external_id is not null;
create index payments_by_day on payments (organization_id, payment_date, id);
create index payments_by_age on payments (organization_id, created_at, id);
create index payments_by_amount on payments (organization_id, amount, id);
create index payments_by_change on payments (organization_id, updated_at, id);
create index payments_of_client on payments (organization_id, client_id, payment_date, id) where client_id is not null;
create index payments_with_credit on payments (organization_id, client_id, id)
  where amount_allocated < amount and voided_at is null;
create index payments_reference on payments (organization_id, reference) where reference is not null;
create index payments_find on payments using gin (organization_id, words);
alter table payments add primary key (organization_id, id);
select protect_tenant_table('payments');

create table allocations (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sale_id uuid not null,
  -- In which order the payment settles its sales.
  position int not null check (position > 0),
  amount bigint not null check (amount > 0),
  allocated_on date not null,
  reversed_on date,
  status text not null generated always as (case when reversed_on is null then 'active' else 'reversed' end) stored,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint allocations_payment_fkey foreign key (organization_id, payment_id) references payments,
  constraint allocations_sale_fkey foreign key (organization_id, sale_id) references sales,
  constraint allocations_reversed_after_allocated check (reversed_on >= allocated_on)
);
create index allocations_of_payment on allocations (organization_id, payment_id);
create index allocations_of_sale on allocations (organization_id, sale_id);
alter table allocations add primary key (organization_id, id);
select protect_tenant_table('allocations');

create function refuse_paid_change() returns trigger language plpgsql as $$
begin
  raise exception 'money that moved stays on record' using errcode = 'restrict_violation', constraint = 'payments_frozen';
end $$;

-- The money of a payment stays as it was; it may be allocated, described and voided, once.
create trigger frozen before update on payments for each row
  when ((old.number, old.method_id, old.account_id, old.client_id, old.currency, old.amount, old.fee_amount,
      old.change_given, old.payment_date, old.received_at) is distinct from (new.number, new.method_id, new.account_id, new.client_id,
      new.currency, new.amount, new.fee_amount, new.change_given, new.payment_date, new.received_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
  execute function refuse_paid_change();
create trigger frozen_delete before delete on payments for each row execute function refuse_paid_change();
-- An allocation is only ever reversed, once.
create trigger frozen before update on allocations for each row
  when (old.reversed_on is not null or new.reversed_on is null
    or (old.payment_id, old.sale_id, old.position, old.amount, old.allocated_on)
      is distinct from (new.payment_id, new.sale_id, new.position, new.amount, new.allocated_on))
  execute function refuse_paid_change();
create trigger frozen_delete before delete on allocations for each row execute function refuse_paid_change();

-- What reports read.
create view report_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.number, payment.direction, payment.status, payment.method_id,
    method.name as method_name, method.kind as method_kind, payment.account_id, payment.client_id, payment.client_name,
    payment.currency, payment.amount, payment.amount_allocated, payment.fee_amount, payment.payment_date, payment.voided_on
  from payments as payment
  join payment_methods as method on method.organization_id = payment.organization_id and method.id = payment.method_id;
create view report_allocations with (security_invoker = true) as
  select allocation.organization_id, allocation.id, allocation.payment_id, allocation.sale_id, allocation.amount,
    allocation.allocated_on, allocation.reversed_on, payment.client_id, payment.method_id, payment.payment_date
  from allocations as allocation
  join payments as payment
    on payment.organization_id = allocation.organization_id and payment.id = allocation.payment_id;
grant select on report_payments, report_allocations to daybook_runtime;
