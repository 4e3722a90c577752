-- Money that comes in, and which sales it settles. A payment and its allocations are rows of their own. Money of a
-- payment is allocated to sales, refunded, or credit of the client; a refund that takes money from a sale again is an
-- allocation below zero. Debts may be given up.

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
  -- What is kept of each payment: millionths of a percent, and minor units of the base currency.
  fee_percent bigint check (fee_percent between 1 and 100000000),
  fee_fixed bigint check (fee_fixed > 0),
  -- Where fees are posted; null for the organisation's own account.
  fee_account_id uuid,
  primary key (organization_id, id),
  constraint payment_methods_external_id_key unique (organization_id, external_id),
  constraint payment_methods_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint payment_methods_fee_account_fkey foreign key (organization_id, fee_account_id) references accounts
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
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- Money that was paid back.
  amount_refunded bigint not null default 0,
  -- Credit of the client: what is neither allocated nor paid back.
  amount_unapplied bigint not null generated always as (case
    when voided_at is null then amount - amount_allocated - amount_refunded else 0 end) stored,
  status text not null generated always as (case
    when voided_at is not null then 'voided'
    when amount_refunded = 0 then 'completed'
    when amount_refunded = amount then 'refunded'
    else 'partially_refunded'
  end) stored,
  exchange_rate bigint check (exchange_rate > 0),
  rate_source text check (length(rate_source) between 1 and 100),
  rate_date date,
  base_factor numeric check (base_factor > 0),
  base_amount bigint check (base_amount >= 0),
  base_fee bigint check (base_fee >= 0),
  -- So much of the base amount settles sales or was paid back.
  base_used bigint,
  constraint payments_number_key unique (organization_id, number),
  constraint payments_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint payments_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint payments_client_fkey foreign key (organization_id, client_id) references clients,
  constraint payments_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint payments_void_after_payment check (voided_on >= payment_date),
  constraint payments_allocated_within_amount
    check (amount_allocated >= 0 and amount_refunded >= 0 and amount_allocated + amount_refunded <= amount),
  constraint payments_void_allocates_nothing
    check (voided_at is null or (amount_allocated = 0 and amount_refunded = 0)),
  -- Credit belongs to somebody.
  constraint payments_credit_has_owner
    check (client_id is not null or amount_allocated + amount_refunded = amount or voided_at is not null),
  constraint payments_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_factor, base_amount, base_fee, base_used) in (0, 7)),
  constraint payments_base_used_within_amount check (base_used between 0 and base_amount)
);
create unique index payments_external_id_key on payments (organization_id, external_id) where external_id is not null;
create index payments_by_day on payments (organization_id, payment_date, id);
create index payments_by_age on payments (organization_id, created_at, id);
create index payments_by_amount on payments (organization_id, amount, id);
create index payments_by_change on payments (organization_id, updated_at, id);
create index payments_of_client on payments (organization_id, client_id, payment_date, id) where client_id is not null;
create index payments_reference on payments (organization_id, reference) where reference is not null;
create index payments_find on payments using gin (organization_id, words);
create index payments_other on payments (organization_id, payment_date, id) where status <> 'completed';
create index payments_by_void on payments (organization_id, voided_on) where voided_on is not null;
-- What clients have paid and not used: few, of however many payments.
create index payments_unused on payments (organization_id, client_id, id) where amount_unapplied > 0;
create index payments_fields on payments using gin (organization_id, custom_fields jsonb_path_ops)
  where custom_fields <> '{}';
alter table payments add primary key (organization_id, id);
select protect_tenant_table('payments');

create function refuse_paid_change() returns trigger language plpgsql as $$
begin
  raise exception 'money that moved stays on record' using errcode = 'restrict_violation', constraint = 'payments_frozen';
end $$;

create trigger frozen before update of
    number, method_id, account_id, client_id, currency, amount, fee_amount, change_given, payment_date, received_at,
    voided_at, voided_on
  on payments
  for each row
  when (((old.number, old.method_id, old.account_id, old.client_id, old.currency, old.amount, old.fee_amount,
      old.change_given, old.payment_date, old.received_at) is distinct from (new.number, new.method_id,
      new.account_id, new.client_id, new.currency, new.amount, new.fee_amount, new.change_given, new.payment_date,
      new.received_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
    and not moves_client())
  execute function refuse_paid_change();
create trigger frozen_delete before delete on payments for each row execute function refuse_paid_change();
create trigger frozen_worth before update of
    exchange_rate, rate_source, rate_date, base_factor, base_amount, base_fee
  on payments
  for each row
  when (((old.exchange_rate, old.rate_source, old.rate_date, old.base_factor, old.base_amount, old.base_fee)
    is distinct from (new.exchange_rate, new.rate_source, new.rate_date, new.base_factor, new.base_amount, new.base_fee))
    and not moves_client())
  execute function refuse_paid_change();
create trigger aa_client_id_survivor before insert or update of client_id on payments for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

-- What of a payment is given back: money that leaves, or what paid a sale and becomes credit of the client; and money
-- that is given to a client with no payment to point at. A refund that is pending took from its payment all that it
-- will give back, so that nothing goes back twice; the money waits in clearing until it has left. What failed never
-- left.
create table refunds (
  -- The payment leads to the organisation, so this key needs no reference of its own.
  organization_id uuid not null,
  id uuid not null,
  number text collate "C" not null check (length(number) <= 60),
  payment_id uuid,
  -- The return that it was given for.
  return_id uuid,
  client_id uuid,
  client_name text,
  destination text not null check (destination in ('original_method', 'client_credit', 'other')),
  -- How the money left, and from where.
  method_id uuid,
  account_id uuid,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  refund_date date not null,
  reason text not null check (reason in ('customer_request', 'duplicate', 'damaged', 'fraudulent', 'other')),
  reference text check (length(reference) between 1 and 255),
  notes text check (length(notes) <= 5000),
  words tsvector not null,
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- What it takes from the base amount of its payment.
  base bigint,
  -- Where what no payment is behind was charged, and its rate in 1/10,000,000,000; null in the base currency.
  charged_account_id uuid,
  exchange_rate bigint,
  -- The day that the money left. Null while it is on its way, and for good where it never did.
  paid_on date,
  -- Taken back since it failed, not since it was a mistake.
  failed boolean not null default false,
  status text not null generated always as (case
    when failed then 'failed'
    when voided_at is not null then 'voided'
    when paid_on is null then 'pending'
    else 'completed'
  end) stored,
  -- The day that money which had left was here again.
  paid_back_on date generated always as (case when paid_on is not null then voided_on end) stored,
  -- Money goes back at the rate of the day that it does: what it is worth by `exchange_rate`, beside what it takes of
  -- its payment. The difference is gained or lost that day. Null in the base currency and for what is kept as credit,
  -- which moves no money.
  worth bigint,
  -- The same on the day that it left, by the rate of that.
  paid_rate bigint check (paid_rate > 0),
  paid_worth bigint,
  constraint refunds_number_key unique (organization_id, number),
  constraint refunds_payment_fkey foreign key (organization_id, payment_id) references payments,
  constraint refunds_return_fkey foreign key (organization_id, return_id) references sales,
  constraint refunds_client_fkey foreign key (organization_id, client_id) references clients,
  constraint refunds_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint refunds_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint refunds_money_has_way check ((destination = 'client_credit') = (method_id is null)
    and (method_id is null) = (account_id is null)),
  constraint refunds_credit_has_owner check (destination <> 'client_credit' or client_id is not null),
  constraint refunds_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint refunds_void_after_refund check (voided_on >= refund_date),
  constraint refunds_charged_account_fkey foreign key (organization_id, charged_account_id) references accounts,
  constraint refunds_of_payment_or_charged check ((payment_id is null) = (charged_account_id is not null)),
  constraint refunds_charged_has_client check (payment_id is not null
    or (client_id is not null and return_id is null and destination <> 'client_credit')),
  constraint refunds_credit_takes_no_time check (destination <> 'client_credit' or paid_on is not null),
  constraint refunds_paid_after_refund check (paid_on >= refund_date),
  constraint refunds_void_after_payment check (voided_on >= paid_on),
  constraint refunds_failed_never_left check (not failed or (voided_at is not null and paid_on is null)),
  constraint refunds_rated_as_a_whole check ((exchange_rate is null) = (worth is null)),
  constraint refunds_worth_of_money check ((worth is null) = (base is null or destination = 'client_credit')),
  constraint refunds_paid_at_a_rate check ((paid_rate is null) = (paid_worth is null)
    and (paid_worth is null) = (worth is null or paid_on is null))
);
create unique index refunds_external_id_key on refunds (organization_id, external_id) where external_id is not null;
create index refunds_by_day on refunds (organization_id, refund_date, id);
create index refunds_by_age on refunds (organization_id, created_at, id);
create index refunds_by_amount on refunds (organization_id, amount, id);
create index refunds_by_change on refunds (organization_id, updated_at, id);
create index refunds_of_payment on refunds (organization_id, payment_id);
create index refunds_of_return on refunds (organization_id, return_id) where return_id is not null;
create index refunds_of_client on refunds (organization_id, client_id, refund_date, id) where client_id is not null;
create index refunds_find on refunds using gin (organization_id, words);
create index refunds_by_void on refunds (organization_id, voided_on) where voided_on is not null;
create index refunds_by_payment_day on refunds (organization_id, paid_on, id) where paid_on is not null;
create index refunds_by_return_day on refunds (organization_id, paid_back_on, id) where paid_back_on is not null;
create index refunds_on_their_way on refunds (organization_id, refund_date, id) where status = 'pending';
alter table refunds add primary key (organization_id, id);
select protect_tenant_table('refunds');
select limit_to_scope('refunds', 'case when client_id is null
  then is_own(created_by) or exists (select from payments
      where payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id)
    or exists (select from sales
      where sales.organization_id = refunds.organization_id and sales.id = refunds.return_id)
  else exists (select from clients
    where clients.organization_id = refunds.organization_id and clients.id = refunds.client_id) end');
-- The money of a refund stays as it was; it may be described, leave, and be taken back, each once.
create trigger frozen before update of
    number, payment_id, return_id, client_id, destination, method_id, account_id, charged_account_id, currency,
    exchange_rate, amount, base, worth, refund_date, paid_on, paid_rate, paid_worth, voided_at, voided_on, failed
  on refunds
  for each row
  when (((old.number, old.payment_id, old.return_id, old.client_id, old.destination, old.method_id, old.account_id,
      old.charged_account_id, old.currency, old.exchange_rate, old.amount, old.base, old.worth, old.refund_date)
    is distinct from (new.number, new.payment_id, new.return_id, new.client_id, new.destination, new.method_id,
      new.account_id, new.charged_account_id, new.currency, new.exchange_rate, new.amount, new.base, new.worth,
      new.refund_date)
    or (old.paid_on is not null
      and (old.paid_on, old.paid_rate, old.paid_worth) is distinct from (new.paid_on, new.paid_rate, new.paid_worth))
    or (old.voided_at is not null and (old.voided_at, old.voided_on, old.paid_on, old.failed)
      is distinct from (new.voided_at, new.voided_on, new.paid_on, new.failed))) and not moves_client())
  execute function refuse_paid_change();
create trigger frozen_delete before delete on refunds for each row execute function refuse_paid_change();
create trigger aa_client_id_survivor before insert or update of client_id on refunds for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

create table allocations (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sale_id uuid not null,
  -- In which order the payment settles its sales.
  position int not null check (position > 0),
  -- Below zero where a refund takes from a sale again what a payment had settled.
  amount bigint not null,
  allocated_on date not null,
  reversed_on date,
  status text not null generated always as (case when reversed_on is null then 'active' else 'reversed' end) stored,
  created_at timestamptz not null,
  created_by jsonb not null,
  -- What was owed on a day that is past is what was paid after it. Nearly every sale is paid on its own day, and was
  -- never owed at the end of any: with the days of the sale and of the payment beside that of the allocation, the few
  -- others are one stretch of an index.
  sale_date date not null,
  payment_date date not null,
  refund_id uuid,
  reversed_at timestamptz,
  reverse_reason text check (length(reverse_reason) <= 500),
  -- What the debt was worth that is settled, and what the money was worth more, or less where below zero.
  base bigint,
  fx_gain_loss bigint,
  constraint allocations_payment_fkey foreign key (organization_id, payment_id) references payments,
  constraint allocations_sale_fkey foreign key (organization_id, sale_id) references sales,
  constraint allocations_reversed_after_allocated check (reversed_on >= allocated_on),
  constraint allocations_refund_fkey foreign key (organization_id, refund_id) references refunds,
  constraint allocations_amount_not_zero check (amount <> 0),
  constraint allocations_refund_takes_back check ((amount < 0) = (refund_id is not null)),
  constraint allocations_foreign_as_a_whole check ((base is null) = (fx_gain_loss is null))
);
create index allocations_of_payment on allocations (organization_id, payment_id);
create index allocations_of_sale on allocations (organization_id, sale_id);
create index allocations_by_day on allocations (organization_id, allocated_on);
create index allocations_by_reversal on allocations (organization_id, reversed_on) where reversed_on is not null;
create index allocations_after_sale on allocations (organization_id, allocated_on, sale_date)
  where allocated_on > sale_date;
create index allocations_after_payment on allocations (organization_id, allocated_on, payment_date)
  where allocated_on > payment_date;
create index allocations_of_refund on allocations (organization_id, refund_id) where refund_id is not null;
alter table allocations add primary key (organization_id, id);
select protect_tenant_table('allocations');
select limit_to_scope('allocations', 'exists (select from sales
  where sales.organization_id = allocations.organization_id and sales.id = allocations.sale_id)', true);
-- An allocation is only ever reversed, once.
create trigger frozen before update on allocations for each row
  when (old.reversed_on is not null or new.reversed_on is null
    or (old.payment_id, old.sale_id, old.position, old.amount, old.allocated_on)
      is distinct from (new.payment_id, new.sale_id, new.position, new.amount, new.allocated_on))
  execute function refuse_paid_change();
create trigger frozen_delete before delete on allocations for each row execute function refuse_paid_change();

-- Looks at all of the organisation, whoever asks.
create function date_allocation() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select sale_date into new.sale_date from sales
    where organization_id = new.organization_id and id = new.sale_id;
  select payment_date into new.payment_date from payments
    where organization_id = new.organization_id and id = new.payment_id;
  return new;
end $$;

create trigger dated before insert on allocations for each row execute function date_allocation();
create trigger dated_once before update of sale_date, payment_date on allocations for each row
  when ((old.sale_date, old.payment_date) is distinct from (new.sale_date, new.payment_date))
  execute function refuse_paid_change();
create trigger frozen_worth before update of base, fx_gain_loss on allocations for each row
  when ((old.base, old.fx_gain_loss) is distinct from (new.base, new.fx_gain_loss))
  execute function refuse_paid_change();

-- Here, because payments is made before allocations.
select limit_to_scope('payments', 'case when client_id is null
  then is_own(created_by) or exists (select from allocations
    where allocations.organization_id = payments.organization_id and allocations.payment_id = payments.id)
  else exists (select from clients
    where clients.organization_id = payments.organization_id and clients.id = payments.client_id) end');

-- What reports read.
create view report_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.number, payment.direction, payment.status, payment.method_id,
    method.name as method_name, method.kind as method_kind, payment.account_id, payment.client_id, payment.client_name,
    payment.currency, coalesce(payment.base_amount, payment.amount) as amount,
    case when payment.base_amount is null or payment.amount_unapplied = 0 then payment.amount_unapplied
      else payment.base_amount - payment.base_used end as amount_unapplied,
    coalesce(payment.base_fee, payment.fee_amount) as fee_amount, payment.payment_date, payment.voided_on,
    payment.reference, payment.amount as currency_amount, payment.fee_amount as currency_fee,
    payment.amount_unapplied as currency_unapplied
  from payments as payment
  join payment_methods as method on method.organization_id = payment.organization_id and method.id = payment.method_id;
grant select on report_payments to daybook_runtime;

-- Debts that were given up and, below zero, those of them that were paid after all or had been given up by mistake.
create table write_offs (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- What of the tax is not owed then, by rate: the law allows it or not.
  taxes jsonb not null default '[]',
  written_off_on date not null,
  reason text check (length(reason) <= 500),
  -- The payment that came after all.
  payment_id uuid,
  created_at timestamptz not null,
  created_by jsonb not null,
  -- What it gave up; null in the base currency.
  base bigint,
  primary key (organization_id, id),
  constraint write_offs_sale_fkey foreign key (organization_id, sale_id) references sales,
  constraint write_offs_payment_fkey foreign key (organization_id, payment_id) references payments,
  constraint write_offs_payment_recovers check (payment_id is null or amount < 0)
);
create index write_offs_of_sale on write_offs (organization_id, sale_id);
create index write_offs_by_day on write_offs (organization_id, written_off_on);
create index write_offs_of_payment on write_offs (organization_id, payment_id) where payment_id is not null;
select protect_tenant_table('write_offs');
select protect_append_only('write_offs');
select limit_to_scope('write_offs', 'exists (select from sales
  where sales.organization_id = write_offs.organization_id and sales.id = write_offs.sale_id)', true);

-- What clients were let off because they paid early and, below zero, what of it they lost again.
create table early_discounts (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- What of the tax is not owed then, by rate.
  taxes jsonb not null default '[]',
  discounted_on date not null,
  reason text check (length(reason) <= 500),
  -- The payment that came in time, or is reversed.
  payment_id uuid,
  -- What took it back, and gives it back where that is void: money that left, or goods that came.
  refund_id uuid,
  return_id uuid,
  created_at timestamptz not null,
  created_by jsonb not null,
  -- What the sale was on the books for; null in the base currency.
  base bigint,
  primary key (organization_id, id),
  constraint early_discounts_sale_fkey foreign key (organization_id, sale_id) references sales,
  constraint early_discounts_payment_fkey foreign key (organization_id, payment_id) references payments,
  -- Both are written after what they take back.
  constraint early_discounts_refund_fkey foreign key (organization_id, refund_id) references refunds
    deferrable initially deferred,
  constraint early_discounts_return_fkey foreign key (organization_id, return_id) references sales
    deferrable initially deferred
);
create index early_discounts_of_sale on early_discounts (organization_id, sale_id);
create index early_discounts_by_day on early_discounts (organization_id, discounted_on);
create index early_discounts_worth_nothing on early_discounts (organization_id) where base = 0;
create index early_discounts_of_payment on early_discounts (organization_id, payment_id) where payment_id is not null;
create index early_discounts_of_refund on early_discounts (organization_id, refund_id) where refund_id is not null;
create index early_discounts_of_return on early_discounts (organization_id, return_id) where return_id is not null;
select protect_tenant_table('early_discounts');
select protect_append_only('early_discounts');
select limit_to_scope('early_discounts', 'exists (select from sales
  where sales.organization_id = early_discounts.organization_id and sales.id = early_discounts.sale_id)', true);

-- How debts are settled: sales by payments, and below zero by what is refunded of them; a sale and its returns by each
-- other, so that on the cash basis either counts with the money that moves; and by what is given up. `amount` is what
-- the debt was worth, `used` what that took of the payment.
create view report_settlements with (security_invoker = true) as
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
  from write_offs
  union all
  select organization_id, id, 'discount', null, sale_id, coalesce(base, amount), 0, discounted_on, null, amount
  from early_discounts;
-- What early-payment discounts let off by rate, for reports; `untaxed` bears no tax at all.
create view report_early_discounts with (security_invoker = true) as
  select discount.organization_id, discount.id, discount.sale_id, discount.discounted_on, discount.taxes,
    sale.base_factor, sign(discount.amount)::bigint * greatest(0, abs(discount.amount) - (
      select coalesce(sum(abs((taxed ->> 'base')::bigint) + abs((taxed ->> 'amount')::bigint)), 0)::bigint
      from jsonb_array_elements(discount.taxes) as taxed)) as untaxed
  from early_discounts as discount
  join sales as sale on sale.organization_id = discount.organization_id and sale.id = discount.sale_id;
create view report_late_settlements with (security_invoker = true) as
  select organization_id, sale_id, sale_date, allocated_on from allocations where allocated_on > sale_date;
create view report_late_uses with (security_invoker = true) as
  select organization_id, payment_id, payment_date, allocated_on from allocations where allocated_on > payment_date;

-- What was paid on the day of the sale, and was never owed at the end of any.
create view report_settled_at_once with (security_invoker = true) as
  select organization_id, allocated_on, reversed_on, coalesce(base, amount) as amount
  from allocations where allocated_on = sale_date;

-- Money that went back, by whatever way; what became credit moved no money. `amount` is what the money was worth,
-- `used` what it took of the worth of its payment.
create view report_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.number, refund.status, refund.payment_id, refund.return_id,
    refund.destination, refund.method_id, method.name as method_name, method.kind as method_kind, refund.account_id,
    refund.client_id, refund.client_name, refund.currency,
    coalesce(refund.paid_worth, refund.worth, refund.amount) as amount,
    refund.refund_date, refund.voided_on, refund.paid_on, refund.paid_back_on, refund.reference,
    refund.amount as currency_amount, coalesce(refund.base, refund.amount) as used
  from refunds as refund
  join payment_methods as method on method.organization_id = refund.organization_id and method.id = refund.method_id;

-- Every refund, also one that became credit, as statements name it.
create view report_named_refunds with (security_invoker = true) as
  select organization_id, id, number, client_id, client_name from refunds;
grant select on report_named_refunds to daybook_runtime;

-- Who sells on credit must know what the client owes, and the credit of the client counts against it. A credit limit in
-- the base currency counts whatever is owed in any, by what it is worth on the books.
create view client_credits with (security_invoker = true) as
  select organization_id, client_id, currency, sum(amount_unapplied)::bigint as amount,
    sum(coalesce(base_amount - base_used, amount_unapplied))::bigint as worth
  from payments where amount_unapplied > 0 and client_id is not null
  group by organization_id, client_id, currency;
grant select on report_settlements, report_early_discounts, report_late_settlements, report_late_uses, report_settled_at_once, report_refunds,
  client_credits to daybook_runtime;

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
select limit_to_scope('money_transfers', 'is_own(created_by)');

-- Shared with expenses, which are made after this: both are money that left.
create function refuse_posted_change() returns trigger language plpgsql as $$
begin
  raise exception 'a posted expense stays as it is' using errcode = 'restrict_violation', constraint = 'expenses_frozen';
end $$;

-- A transfer may be corrected: its entries are reversed on their day and posted anew, so the books say what the record
-- says. Where it went from and to, its currencies and its number stay; once it is void, all of it does.
create trigger frozen before update of
    number, from_account_id, to_account_id, currency, to_currency, created_at, voided_at, voided_on, amount,
    fee_amount, to_amount, base_amount, base_fee, base_to_amount, transfer_date
  on money_transfers
  for each row
  when ((old.number, old.from_account_id, old.to_account_id, old.currency, old.to_currency, old.created_at)
      is distinct from (new.number, new.from_account_id, new.to_account_id, new.currency, new.to_currency,
        new.created_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on, old.amount, old.fee_amount, old.to_amount,
        old.base_amount, old.base_fee, old.base_to_amount, old.transfer_date)
      is distinct from (new.voided_at, new.voided_on, new.amount, new.fee_amount, new.to_amount, new.base_amount,
        new.base_fee, new.base_to_amount, new.transfer_date)))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on money_transfers for each row execute function refuse_posted_change();

-- What reports read.
create view report_money_transfers with (security_invoker = true) as
  select organization_id, id, number, from_account_id, to_account_id, currency, amount, fee_amount, to_currency,
    to_amount, transfer_date, voided_on, reference
  from money_transfers;
grant select on report_money_transfers to daybook_runtime;
