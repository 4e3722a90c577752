-- Money that suppliers have and were not owed: paid in advance, or too much. It is an asset of its own until it pays a
-- later bill or comes back.

-- Whoever makes this may be bound by row-level security as the owner; it is lifted for the time of this migration, where
-- every organisation is served.
alter table organizations no force row level security;
alter table accounts no force row level security;
insert into accounts (organization_id, id, code, name, type, system_role, created_at, updated_at, created_by, updated_by)
  select organization.id, gen_random_uuid(),
    (select free.number::text from generate_series(1320, 9999) as free (number)
      where not exists (select from accounts as taken
        where taken.organization_id = organization.id and taken.code = free.number::text)
      order by free.number limit 1),
    'Credit with suppliers', 'other_current_asset', 'supplier_credit', now(), now(), stamp, stamp
  from organizations as organization, (values ('{"type": "system", "id": null, "name": "Daybook"}'::jsonb)) as by (stamp)
  where exists (select from accounts where organization_id = organization.id);
alter table accounts force row level security;
alter table organizations force row level security;
create or replace function is_control(account accounts) returns boolean immutable language sql
return account.type = 'inventory' or coalesce(account.system_role, '')
  in ('receivable', 'payable', 'member_payable', 'client_credit', 'supplier_credit');

alter table supplier_payments
  -- What of it pays expenses, and what the supplier gave back.
  add column amount_allocated bigint not null default 0,
  add column amount_refunded bigint not null default 0,
  -- So much of the base amount pays expenses or came back; null in the base currency.
  add column base_used bigint;
alter table supplier_payments no force row level security;
update supplier_payments set amount_allocated = case when voided_at is null then amount else 0 end,
  base_used = case when voided_at is null or base_amount is null then base_amount else 0 end;
alter table supplier_payments force row level security;
alter table supplier_payments
  add column amount_unapplied bigint not null generated always as (case
    when voided_at is null then amount - amount_allocated - amount_refunded else 0 end) stored,
  add constraint supplier_payments_used_within_amount
    check (amount_allocated >= 0 and amount_refunded >= 0 and amount_allocated + amount_refunded <= amount),
  add constraint supplier_payments_base_used_within_amount
    check ((base_used is null) = (base_amount is null) and base_used between 0 and base_amount),
  add constraint supplier_payments_void_pays_nothing
    check (voided_at is null or (amount_allocated = 0 and amount_refunded = 0));
create index supplier_payments_unused on supplier_payments (organization_id, supplier_id, id)
  where amount_unapplied > 0;

-- What of a payment a supplier gave back.
create table supplier_refunds (
  organization_id uuid not null,
  id uuid not null,
  supplier_payment_id uuid not null,
  -- How it came, and where it landed.
  method_id uuid not null,
  account_id uuid not null,
  amount bigint not null check (amount > 0),
  exchange_rate bigint check (exchange_rate > 0),
  -- What it takes of the worth of its payment, and how much more the money was worth; null in the base currency.
  base bigint check (base >= 0),
  fx_gain_loss bigint,
  refund_date date not null,
  reference text check (length(reference) between 1 and 255),
  notes text check (length(notes) <= 5000),
  reversed_on date,
  reversed_at timestamptz,
  reverse_reason text check (length(reverse_reason) <= 500),
  created_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint supplier_refunds_payment_fkey foreign key (organization_id, supplier_payment_id)
    references supplier_payments,
  constraint supplier_refunds_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint supplier_refunds_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint supplier_refunds_foreign_as_a_whole check (num_nulls(exchange_rate, base, fx_gain_loss) in (0, 3)),
  constraint supplier_refunds_reversed_after_refund check (reversed_on >= refund_date)
);
create index supplier_refunds_of_payment on supplier_refunds (organization_id, supplier_payment_id);
create index supplier_refunds_by_day on supplier_refunds (organization_id, refund_date, id);
create index supplier_refunds_by_reversal on supplier_refunds (organization_id, reversed_on, id)
  where reversed_on is not null;
select protect_tenant_table('supplier_refunds');
create trigger frozen before update on supplier_refunds for each row
  when ((old.supplier_payment_id, old.method_id, old.account_id, old.amount, old.exchange_rate, old.base,
      old.fx_gain_loss, old.refund_date, old.created_at)
      is distinct from (new.supplier_payment_id, new.method_id, new.account_id, new.amount, new.exchange_rate, new.base,
        new.fx_gain_loss, new.refund_date, new.created_at)
    or (old.reversed_at is not null and old.reversed_on is distinct from new.reversed_on))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on supplier_refunds for each row execute function refuse_posted_change();

-- What reports read.
create or replace view report_supplier_payments with (security_invoker = true) as
  select organization_id, id, number, supplier_id, supplier_name, method_id, account_id, currency, amount, payment_date,
    voided_on, reference, coalesce(base_amount, amount) as worth, amount_unapplied as currency_unapplied
  from supplier_payments;
create view report_supplier_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.supplier_payment_id, payment.number, payment.supplier_id,
    payment.supplier_name, refund.method_id, refund.account_id, payment.currency, refund.amount,
    coalesce(refund.base, refund.amount) as worth, refund.refund_date, refund.reversed_on, refund.reference
  from supplier_refunds as refund
  join supplier_payments as payment
    on payment.organization_id = refund.organization_id and payment.id = refund.supplier_payment_id;
-- `used` is what the money was worth that paid it.
create or replace view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, coalesce(payment.base, payment.amount) as amount,
    payment.amount as currency_amount, payment.payment_date, payment.reversed_on, expense.number, expense.currency,
    payment.reference, payment.supplier_payment_id, coalesce(payment.base - payment.fx_gain_loss, payment.amount) as used
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;
grant select on report_supplier_refunds to daybook_runtime;
