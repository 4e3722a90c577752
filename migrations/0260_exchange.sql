-- Other currencies than the base one. A document keeps the rate of its own day and what it is worth by that rate; reports
-- read that worth and never another day's rate. What is null here is in the base currency and worth what it says.

create table exchange_rates (
  organization_id uuid not null references organizations,
  id uuid not null,
  currency char(3) not null,
  rate_date date not null,
  -- How much of the base currency one unit is worth, in 1/10,000,000,000.
  rate bigint not null check (rate > 0),
  source text not null check (length(source) between 1 and 100),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id)
);
create unique index exchange_rates_day_key on exchange_rates (organization_id, currency, rate_date);
create index exchange_rates_by_day on exchange_rates (organization_id, rate_date, id);
create index exchange_rates_by_change on exchange_rates (organization_id, updated_at, id);
select protect_tenant_table('exchange_rates');

-- What minor units are worth in minor units of the base currency; `factor` has the decimals of both currencies in it.
create function in_base(amount bigint, factor numeric) returns bigint language sql immutable parallel safe
  return case when factor is null then amount else round(amount * factor)::bigint end;
grant execute on function in_base to daybook_runtime;

alter table sales
  add column exchange_rate bigint check (exchange_rate > 0),
  add column rate_source text check (length(rate_source) between 1 and 100),
  add column rate_date date,
  add column base_factor numeric check (base_factor > 0),
  add column base_undiscounted bigint,
  add column base_net bigint,
  add column base_charges_net bigint,
  add column base_tax bigint,
  add column base_withheld bigint,
  add column base_after_tax_discount bigint,
  -- What rounding each line in the base currency leaves over is in here, too.
  add column base_rounding bigint,
  add column base_total bigint,
  -- So much of the base total is paid, credited or given up, and not given back.
  add column base_settled bigint,
  add constraint sales_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_factor, base_undiscounted, base_net, base_charges_net, base_tax,
      base_withheld, base_after_tax_discount, base_rounding, base_total, base_settled) in (0, 13)),
  add constraint sales_base_adds_up check (base_total = base_net + base_charges_net + base_tax - base_withheld
    - base_after_tax_discount + base_rounding),
  add constraint sales_base_settled_within_total check (base_settled between 0 and base_total);
create trigger frozen_worth before update on sales for each row
  when (old.confirmed_at is not null and (
    old.exchange_rate, old.rate_source, old.rate_date, old.base_factor, old.base_undiscounted, old.base_net,
    old.base_charges_net, old.base_tax, old.base_withheld, old.base_after_tax_discount, old.base_rounding, old.base_total
  ) is distinct from (
    new.exchange_rate, new.rate_source, new.rate_date, new.base_factor, new.base_undiscounted, new.base_net,
    new.base_charges_net, new.base_tax, new.base_withheld, new.base_after_tax_discount, new.base_rounding, new.base_total
  ))
  execute function refuse_frozen();
drop index sales_owed_next;
create index sales_owed_next on sales (organization_id, client_id, currency, next_due_date, id)
  where status = 'confirmed';

alter table payments
  add column exchange_rate bigint check (exchange_rate > 0),
  add column rate_source text check (length(rate_source) between 1 and 100),
  add column rate_date date,
  add column base_factor numeric check (base_factor > 0),
  add column base_amount bigint check (base_amount >= 0),
  add column base_fee bigint check (base_fee >= 0),
  -- So much of the base amount settles sales or was paid back.
  add column base_used bigint,
  add constraint payments_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_factor, base_amount, base_fee, base_used) in (0, 7)),
  add constraint payments_base_used_within_amount check (base_used between 0 and base_amount);
create trigger frozen_worth before update on payments for each row
  when ((old.exchange_rate, old.rate_source, old.rate_date, old.base_factor, old.base_amount, old.base_fee)
    is distinct from (new.exchange_rate, new.rate_source, new.rate_date, new.base_factor, new.base_amount, new.base_fee))
  execute function refuse_paid_change();

-- What the debt was worth that is settled, and what the money was worth more, or less where below zero.
alter table allocations
  add column base bigint,
  add column fx_gain_loss bigint,
  add constraint allocations_foreign_as_a_whole check ((base is null) = (fx_gain_loss is null));
create trigger frozen_worth before update on allocations for each row
  when ((old.base, old.fx_gain_loss) is distinct from (new.base, new.fx_gain_loss))
  execute function refuse_paid_change();

-- What a refund takes from the base amount of its payment, and what it gave up.
alter table refunds add column base bigint;
alter table write_offs add column base bigint;

-- So much of what a whole is worth as the part is of the whole; the part itself where the whole is worth what it says.
create function in_share(part bigint, whole bigint, worth bigint) returns bigint language sql immutable parallel safe
  return case when worth is null or whole = 0 then part else round(worth::numeric * part / whole)::bigint end;
grant execute on function in_share to daybook_runtime;

-- What reports read is in the base currency; `currency_…` is in that of the document.
drop view report_debts, report_schedules, report_settlements, report_refunds, report_payments, report_sale_lines,
  report_sales, report_settled_at_once;
create view report_sales with (security_invoker = true) as
  select organization_id, id, kind, number, original_sale_id, status, payment_status, client_id, client_name, sale_date,
    due_date, currency, coalesce(base_undiscounted, undiscounted) as undiscounted, coalesce(base_net, net) as net,
    coalesce(base_charges_net, charges_net) as charges_net, coalesce(base_tax, tax) as tax,
    coalesce(base_withheld, withheld) as withheld,
    coalesce(base_after_tax_discount, after_tax_discount) as after_tax_discount,
    coalesce(base_rounding, rounding) as rounding, coalesce(base_total, total) as total,
    case when base_factor is null or amount_due = 0 then amount_due else base_total - base_settled end as amount_due,
    cost_total, member_id, channel, location_id, voided_on, taxes, charges, base_factor, total as currency_total,
    amount_due as currency_due, amount_paid - amount_refunded as currency_paid,
    amount_written_off as currency_written_off
  from sales where confirmed_at is not null;
create view report_sale_lines with (security_invoker = true) as
  select line.organization_id, line.sale_id, line.id, line.position, sale.kind, sale.sale_date, sale.voided_on,
    sale.status, sale.client_id, sale.member_id, sale.channel, sale.location_id, sale.currency,
    coalesce(sale.base_total, sale.total) as sale_total, line.variant_id, line.product_id, line.sku, line.name,
    line.quantity, in_base(line.undiscounted, sale.base_factor) as undiscounted,
    in_base(line.net, sale.base_factor) as net, in_base(line.tax, sale.base_factor) as tax,
    in_base(line.withheld, sale.base_factor) as withheld,
    in_base(line.after_tax_discount, sale.base_factor) as after_tax_discount,
    in_base(line.total, sale.base_factor) as total, line.cost_total, line.taxes, line.income_account_id
  from sales as sale
  join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
  where sale.confirmed_at is not null;
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
-- Money that went back, by whatever way; what became credit moved no money.
create view report_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.number, refund.status, refund.payment_id, refund.return_id,
    refund.destination, refund.method_id, method.name as method_name, method.kind as method_kind, refund.account_id,
    refund.client_id, refund.client_name, refund.currency, coalesce(refund.base, refund.amount) as amount,
    refund.refund_date, refund.voided_on, refund.reference, refund.amount as currency_amount
  from refunds as refund
  join payment_methods as method on method.organization_id = refund.organization_id and method.id = refund.method_id;
-- How debts are settled: sales by payments, and below zero by what is refunded of them; a sale and its returns by each
-- other, so that on the cash basis either counts with the money that moves; and by what is given up. `amount` is what
-- the debt was worth, `used` what that took of the payment.
create view report_settlements with (security_invoker = true) as
  select organization_id, id, 'payment' as kind, payment_id, sale_id, coalesce(base, amount) as amount,
    coalesce(base + fx_gain_loss, amount) as used, allocated_on, reversed_on
  from allocations
  union all
  select organization_id, id, 'return', null, id, coalesce(base_total, total), 0, sale_date, voided_on
  from sales where kind = 'return'
  union all
  select organization_id, id, 'return', null, original_sale_id, coalesce(base_total, total), 0, sale_date, voided_on
  from sales where kind = 'return'
  union all
  select organization_id, id, 'write_off', null, sale_id, coalesce(base, amount), 0, written_off_on, null
  from write_offs;
create view report_settled_at_once with (security_invoker = true) as
  select organization_id, allocated_on, reversed_on, coalesce(base, amount) as amount
  from allocations where allocated_on = sale_date;
-- The parts that a sale is paid in; of one in another currency each is so much of its worth, and the last takes what
-- is left.
create view report_schedules with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, part.due_date,
    in_share(part.up_to, sales.total, sales.base_total)
      - in_share(part.up_to - part.amount, sales.total, sales.base_total) as amount,
    in_share(part.up_to, sales.total, sales.base_total) as up_to
  from sales cross join lateral (
    select (value ->> 'due_date')::date as due_date, (value ->> 'amount')::bigint as amount,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint as up_to
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.confirmed_at is not null;
-- What is still to pay of confirmed sales, part by part.
create view report_debts with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, sales.client_id, sales.sale_date, part.due_date,
    least(in_share(part.up_to, sales.total, sales.base_total)
        - in_share(part.up_to - part.amount, sales.total, sales.base_total),
      in_share(part.up_to, sales.total, sales.base_total)
        - coalesce(sales.base_settled, sales.total - sales.amount_due)) as amount
  from sales cross join lateral (
    select sales.due_date, sales.total as amount, sales.total as up_to where sales.payment_schedule = '[]'
    union all
    select (value ->> 'due_date')::date, (value ->> 'amount')::bigint,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.status = 'confirmed' and part.up_to > sales.total - sales.amount_due;
grant select on report_sales, report_sale_lines, report_payments, report_refunds, report_settlements,
  report_settled_at_once, report_schedules, report_debts to daybook_runtime;
