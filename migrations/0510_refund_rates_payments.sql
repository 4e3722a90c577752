-- Money goes back at the rate of the day that it does: refunds keep what it was worth beside what they take of their
-- payment. The difference is gained or lost that day.

drop trigger frozen on refunds;
alter table refunds
  -- What the money is worth by `exchange_rate`, the rate of the refund. Null in the base currency and for what is kept
  -- as credit, which moves no money.
  add column worth bigint,
  -- The same on the day that it left, by the rate of that.
  add column paid_rate bigint check (paid_rate > 0),
  add column paid_worth bigint;
-- Whoever makes this may be bound by row-level security as the owner: it is lifted while every organisation is served.
alter table refunds no force row level security;
alter table payments no force row level security;
-- Until now money went back at the rate that it had come in by.
update refunds as refund set
    exchange_rate = rated.rate, worth = refund.base,
    paid_rate = case when refund.paid_on is null then null else rated.rate end,
    paid_worth = case when refund.paid_on is null then null else refund.base end
  from (
    select one.organization_id, one.id, coalesce(one.exchange_rate, payment.exchange_rate) as rate
    from refunds as one
    left join payments as payment on payment.organization_id = one.organization_id and payment.id = one.payment_id
  ) as rated
  where rated.organization_id = refund.organization_id and rated.id = refund.id
    and refund.base is not null and refund.destination <> 'client_credit';
alter table payments force row level security;
alter table refunds force row level security;
alter table refunds
  add constraint refunds_rated_as_a_whole check ((exchange_rate is null) = (worth is null)),
  add constraint refunds_worth_of_money check ((worth is null) = (base is null or destination = 'client_credit')),
  add constraint refunds_paid_at_a_rate check ((paid_rate is null) = (paid_worth is null)
    and (paid_worth is null) = (worth is null or paid_on is null));

-- The money of a refund stays as it was; it may be described, leave, and be taken back, each once.
create trigger frozen before update on refunds for each row
  when ((old.number, old.payment_id, old.return_id, old.client_id, old.destination, old.method_id, old.account_id,
      old.charged_account_id, old.currency, old.exchange_rate, old.amount, old.base, old.worth, old.refund_date)
    is distinct from (new.number, new.payment_id, new.return_id, new.client_id, new.destination, new.method_id,
      new.account_id, new.charged_account_id, new.currency, new.exchange_rate, new.amount, new.base, new.worth,
      new.refund_date)
    or (old.paid_on is not null
      and (old.paid_on, old.paid_rate, old.paid_worth) is distinct from (new.paid_on, new.paid_rate, new.paid_worth))
    or (old.voided_at is not null and (old.voided_at, old.voided_on, old.paid_on, old.failed)
      is distinct from (new.voided_at, new.voided_on, new.paid_on, new.failed)))
  execute function refuse_paid_change();

-- `amount` is what the money was worth, `used` what it took of the worth of its payment.
create or replace view report_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.number, refund.status, refund.payment_id, refund.return_id,
    refund.destination, refund.method_id, method.name as method_name, method.kind as method_kind, refund.account_id,
    refund.client_id, refund.client_name, refund.currency,
    coalesce(refund.paid_worth, refund.worth, refund.amount) as amount,
    refund.refund_date, refund.voided_on, refund.paid_on, refund.paid_back_on, refund.reference,
    refund.amount as currency_amount, coalesce(refund.base, refund.amount) as used
  from refunds as refund
  join payment_methods as method on method.organization_id = refund.organization_id and method.id = refund.method_id;
