-- Refunds that take time, and money that is given to a client with no payment to point at. A refund that is pending
-- took from its payment all that it will give back, so that nothing goes back twice; the money waits in clearing until
-- it has left. What failed never left.

drop view report_refunds;
drop trigger frozen on refunds;
drop index refunds_by_void;
alter table refunds
  alter column payment_id drop not null,
  drop column status,
  -- Where what no payment is behind was charged, and its rate in 1/10,000,000,000; null in the base currency.
  add column charged_account_id uuid,
  add column exchange_rate bigint,
  -- The day that the money left. Null while it is on its way, and for good where it never did.
  add column paid_on date,
  -- Taken back since it failed, not since it was a mistake.
  add column failed boolean not null default false;
-- Whoever makes this may be bound by row-level security as the owner: it is lifted while every organisation is served.
alter table refunds no force row level security;
update refunds set paid_on = refund_date;
alter table refunds force row level security;
alter table refunds
  add column status text not null generated always as (case
    when failed then 'failed'
    when voided_at is not null then 'voided'
    when paid_on is null then 'pending'
    else 'completed'
  end) stored,
  -- The day that money which had left was here again.
  add column paid_back_on date generated always as (case when paid_on is not null then voided_on end) stored,
  add constraint refunds_charged_account_fkey foreign key (organization_id, charged_account_id) references accounts,
  add constraint refunds_of_payment_or_charged check ((payment_id is null) = (charged_account_id is not null)),
  add constraint refunds_charged_has_client check (payment_id is not null
    or (client_id is not null and return_id is null and destination <> 'client_credit')),
  add constraint refunds_credit_takes_no_time check (destination <> 'client_credit' or paid_on is not null),
  add constraint refunds_paid_after_refund check (paid_on >= refund_date),
  add constraint refunds_void_after_payment check (voided_on >= paid_on),
  add constraint refunds_failed_never_left check (not failed or (voided_at is not null and paid_on is null));
create index refunds_by_void on refunds (organization_id, voided_on) where voided_on is not null;
create index refunds_by_payment_day on refunds (organization_id, paid_on, id) where paid_on is not null;
create index refunds_by_return_day on refunds (organization_id, paid_back_on, id) where paid_back_on is not null;
create index refunds_on_their_way on refunds (organization_id, refund_date, id) where status = 'pending';

-- The money of a refund stays as it was; it may be described, leave, and be taken back, each once.
create trigger frozen before update on refunds for each row
  when ((old.number, old.payment_id, old.return_id, old.client_id, old.destination, old.method_id, old.account_id,
      old.charged_account_id, old.currency, old.exchange_rate, old.amount, old.base, old.refund_date)
    is distinct from (new.number, new.payment_id, new.return_id, new.client_id, new.destination, new.method_id,
      new.account_id, new.charged_account_id, new.currency, new.exchange_rate, new.amount, new.base, new.refund_date)
    or (old.paid_on is not null and old.paid_on is distinct from new.paid_on)
    or (old.voided_at is not null and (old.voided_at, old.voided_on, old.paid_on, old.failed)
      is distinct from (new.voided_at, new.voided_on, new.paid_on, new.failed)))
  execute function refuse_paid_change();

create view report_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.number, refund.status, refund.payment_id, refund.return_id,
    refund.destination, refund.method_id, method.name as method_name, method.kind as method_kind, refund.account_id,
    refund.client_id, refund.client_name, refund.currency, coalesce(refund.base, refund.amount) as amount,
    refund.refund_date, refund.voided_on, refund.paid_on, refund.paid_back_on, refund.reference,
    refund.amount as currency_amount
  from refunds as refund
  join payment_methods as method on method.organization_id = refund.organization_id and method.id = refund.method_id;
grant select on report_refunds to daybook_runtime;

alter table roles no force row level security;
update roles set permissions = permissions || '{payments:refund_unlinked}'
  where kind = 'system' and name in ('owner', 'admin', 'accountant')
    and not permissions @> '{payments:refund_unlinked}';
alter table roles force row level security;
