-- What is given back: returns of goods, refunds of money, and debts that are given up. A return is a sale of its own
-- kind whose lines point to what they take back; what it is worth credits that sale. Money of a payment is allocated to
-- sales, refunded, or credit of the client; a refund that takes money from a sale again is an allocation below zero.

drop view report_settlements, report_allocations, report_payments, report_sale_lines, report_sales, report_debts;
drop trigger frozen on sales;
drop trigger frozen_void on sales;
drop trigger frozen_update on sale_lines;
drop index sales_unsettled, sales_owed_next;
alter table sales
  drop constraint sales_paid_within_total,
  drop constraint sales_void_is_unpaid,
  drop column status,
  drop column payment_status,
  drop column next_due_date,
  add column kind text not null default 'sale' check (kind in ('sale', 'return')),
  add column original_sale_id uuid,
  add column return_reason text
    check (return_reason in ('customer_request', 'duplicate', 'damaged', 'fraudulent', 'other')),
  -- Given back of what was paid, as money or as credit of the client.
  add column amount_refunded bigint not null default 0,
  -- What its returns are worth.
  add column amount_credited bigint not null default 0,
  add column amount_written_off bigint not null default 0,
  -- Positions of the charges that were given back, each as a whole.
  add column charges_returned int[] not null default '{}';
alter table sales
  -- What is still to pay: all that has happened to it counts.
  add column amount_due bigint not null generated always as (case
    when voided_at is not null or kind = 'return' then 0
    else total - amount_credited - amount_written_off - amount_paid + amount_refunded
  end) stored,
  add column status text not null generated always as (case
    when voided_at is not null then 'voided'
    when confirmed_at is null then 'draft'
    when kind = 'return' or total - amount_credited - amount_written_off - amount_paid + amount_refunded = 0
      then 'completed'
    else 'confirmed'
  end) stored,
  -- As `paymentStatus` says it. What was paid beyond the total is only ever refunded money that was paid again.
  add column payment_status text not null generated always as (case
    when confirmed_at is null or voided_at is not null then 'unpaid'
    when kind = 'return' then 'refunded'
    when amount_refunded > greatest(amount_paid - total, 0) and amount_refunded >= amount_paid then 'refunded'
    when amount_refunded > greatest(amount_paid - total, 0) then 'partially_refunded'
    when amount_paid + amount_credited = 0 and (amount_written_off > 0 or total > 0) then 'unpaid'
    when total - amount_credited - amount_written_off - amount_paid + amount_refunded = 0 then 'paid'
    else 'partially_paid'
  end) stored,
  -- Its parts are settled in their order by whatever settles it.
  add column next_due_date date not null generated always as (next_due(payment_schedule, due_date,
    amount_paid - amount_refunded + amount_credited + amount_written_off)) stored,
  add constraint sales_original_fkey foreign key (organization_id, original_sale_id) references sales,
  add constraint sales_return_has_original
    check ((kind = 'return') = (original_sale_id is not null) and (kind = 'sale' or confirmed_at is not null)),
  add constraint sales_paid_within_total check (case kind
    when 'return' then amount_paid = 0 and amount_credited = 0 and amount_written_off = 0
      and amount_refunded between 0 and total
    else amount_refunded between 0 and amount_paid and amount_credited >= 0 and amount_written_off >= 0
      and amount_paid - amount_refunded + amount_credited + amount_written_off <= total
    end),
  add constraint sales_void_is_unpaid check (voided_at is null or confirmed_at is not null
    and (kind = 'return' and amount_refunded = 0 or kind = 'sale' and amount_paid = amount_refunded
      and amount_credited = 0 and amount_written_off = 0));
-- What is not done with: few rows among the many that are paid.
create index sales_unsettled on sales (organization_id, sale_date, id) where status <> 'completed';
create index sales_not_paid on sales (organization_id, sale_date, id) where payment_status <> 'paid';
create index sales_owed_next on sales (organization_id, client_id, next_due_date, id) where status = 'confirmed';
create index sales_returns_of on sales (organization_id, original_sale_id) where original_sale_id is not null;
create index sales_returned on sales (organization_id, sale_date, id) where kind = 'return';

alter table sale_lines
  -- Of a return: which line it takes back, whether the goods went back into the stock, and why it came back.
  add column original_line_id uuid,
  add column restocked boolean check ((restocked is null) = (original_line_id is null)),
  add column return_reason text
    check (return_reason in ('customer_request', 'duplicate', 'damaged', 'fraudulent', 'other')),
  -- How much of it came back.
  add column quantity_returned bigint not null default 0,
  add constraint sale_lines_returned_within_sold check (quantity_returned between 0 and quantity);

-- A confirmed sale keeps every amount, its number, its days and its client; it may be paid, described, given back and
-- voided.
create trigger frozen before update on sales for each row
  when (old.confirmed_at is not null and (
    old.number, old.kind, old.original_sale_id, old.return_reason, old.confirmed_at, old.client_id, old.client_name,
    old.sale_date, old.due_date, old.currency, old.prices_include_tax, old.tax_rounding, old.rounding_mode,
    old.cash_rounding, old.discounts, old.charges, old.taxes, old.gross, old.line_discount, old.document_discount,
    old.undiscounted, old.net, old.charges_net, old.tax, old.withheld, old.after_tax_discount, old.rounding, old.total,
    old.cost_total, old.location_id, old.stock
  ) is distinct from (
    new.number, new.kind, new.original_sale_id, new.return_reason, new.confirmed_at, new.client_id, new.client_name,
    new.sale_date, new.due_date, new.currency, new.prices_include_tax, new.tax_rounding, new.rounding_mode,
    new.cash_rounding, new.discounts, new.charges, new.taxes, new.gross, new.line_discount, new.document_discount,
    new.undiscounted, new.net, new.charges_net, new.tax, new.withheld, new.after_tax_discount, new.rounding, new.total,
    new.cost_total, new.location_id, new.stock
  ))
  execute function refuse_frozen();
create trigger frozen_void before update on sales for each row
  when (old.voided_at is not null and (old.voided_at, old.voided_on, old.amount_paid, old.amount_refunded,
      old.amount_credited, old.amount_written_off)
    is distinct from (new.voided_at, new.voided_on, new.amount_paid, new.amount_refunded, new.amount_credited,
      new.amount_written_off))
  execute function refuse_frozen();
-- Drafts are changed by writing their lines anew; of a line that stands, only how much of it came back changes.
create trigger frozen_update before update on sale_lines for each row
  when (to_jsonb(old) - 'quantity_returned' is distinct from to_jsonb(new) - 'quantity_returned')
  execute function refuse_frozen();

drop trigger frozen on payments;
drop index payments_with_credit, payments_unused;
alter table payments
  drop constraint payments_allocated_within_amount,
  drop constraint payments_void_allocates_nothing,
  drop constraint payments_credit_has_owner,
  drop column status,
  -- Money that was paid back.
  add column amount_refunded bigint not null default 0;
alter table payments
  -- Credit of the client: what is neither allocated nor paid back.
  add column amount_unapplied bigint not null generated always as (case
    when voided_at is null then amount - amount_allocated - amount_refunded else 0 end) stored,
  add column status text not null generated always as (case
    when voided_at is not null then 'voided'
    when amount_refunded = 0 then 'completed'
    when amount_refunded = amount then 'refunded'
    else 'partially_refunded'
  end) stored,
  add constraint payments_allocated_within_amount
    check (amount_allocated >= 0 and amount_refunded >= 0 and amount_allocated + amount_refunded <= amount),
  add constraint payments_void_allocates_nothing
    check (voided_at is null or (amount_allocated = 0 and amount_refunded = 0)),
  -- Credit belongs to somebody.
  add constraint payments_credit_has_owner
    check (client_id is not null or amount_allocated + amount_refunded = amount or voided_at is not null);
-- What clients have paid and not used: few, of however many payments.
create index payments_unused on payments (organization_id, client_id, id) where amount_unapplied > 0;
create trigger frozen before update on payments for each row
  when ((old.number, old.method_id, old.account_id, old.client_id, old.currency, old.amount, old.fee_amount,
      old.change_given, old.payment_date, old.received_at) is distinct from (new.number, new.method_id,
      new.account_id, new.client_id, new.currency, new.amount, new.fee_amount, new.change_given, new.payment_date,
      new.received_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
  execute function refuse_paid_change();

-- What of a payment is given back: money that leaves, or what paid a sale and becomes credit of the client.
create table refunds (
  -- The payment leads to the organisation, so this key needs no reference of its own.
  organization_id uuid not null,
  id uuid not null,
  number text collate "C" not null check (length(number) <= 60),
  payment_id uuid not null,
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
  constraint refunds_void_after_refund check (voided_on >= refund_date)
);
create unique index refunds_external_id_key on refunds (organization_id, external_id) where external_id is not null;
create index refunds_by_day on refunds (organization_id, refund_date, id);
create index refunds_by_age on refunds (organization_id, created_at, id);
create index refunds_by_amount on refunds (organization_id, amount, id);
create index refunds_by_change on refunds (organization_id, updated_at, id);
create index refunds_by_void on refunds (organization_id, voided_on) where voided_on is not null;
create index refunds_of_payment on refunds (organization_id, payment_id);
create index refunds_of_return on refunds (organization_id, return_id) where return_id is not null;
create index refunds_of_client on refunds (organization_id, client_id, refund_date, id) where client_id is not null;
create index refunds_find on refunds using gin (organization_id, words);
alter table refunds add primary key (organization_id, id);
select protect_tenant_table('refunds');
-- The money of a refund stays as it was; it may be described, and voided, once.
create trigger frozen before update on refunds for each row
  when ((old.number, old.payment_id, old.return_id, old.client_id, old.destination, old.method_id, old.account_id,
      old.currency, old.amount, old.refund_date) is distinct from (new.number, new.payment_id, new.return_id,
      new.client_id, new.destination, new.method_id, new.account_id, new.currency, new.amount, new.refund_date)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
  execute function refuse_paid_change();
create trigger frozen_delete before delete on refunds for each row execute function refuse_paid_change();

-- Below zero where a refund takes from a sale again what a payment had settled.
alter table allocations
  drop constraint allocations_amount_check,
  add column refund_id uuid,
  add column reversed_at timestamptz,
  add column reverse_reason text check (length(reverse_reason) <= 500),
  add constraint allocations_refund_fkey foreign key (organization_id, refund_id) references refunds,
  add constraint allocations_amount_not_zero check (amount <> 0),
  add constraint allocations_refund_takes_back check ((amount < 0) = (refund_id is not null));
create index allocations_of_refund on allocations (organization_id, refund_id) where refund_id is not null;

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

-- Organisations that there are number returns as a new one does. Whoever makes this may be bound by
-- row-level security as the owner; it is lifted for the time of this migration where every organisation is served.
alter table organizations no force row level security;
alter table numbering_series no force row level security;
alter table roles no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'return', 'SR-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
update roles set permissions = permissions || '{sales:write_off}'
  where kind = 'system' and name in ('owner', 'admin', 'accountant') and not permissions @> '{sales:write_off}';
alter table roles force row level security;
alter table numbering_series force row level security;
alter table organizations force row level security;

-- What reports read.
create view report_sales with (security_invoker = true) as
  select organization_id, id, kind, number, original_sale_id, status, payment_status, client_id, client_name, sale_date,
    due_date, currency, undiscounted, net, charges_net, tax, withheld, after_tax_discount, rounding, total, amount_paid,
    amount_refunded, amount_credited, amount_written_off, amount_due, cost_total, member_id, channel, location_id,
    voided_on, taxes, charges
  from sales where confirmed_at is not null;
create view report_sale_lines with (security_invoker = true) as
  select line.organization_id, line.sale_id, line.id, line.position, sale.kind, sale.sale_date, sale.voided_on,
    sale.status, sale.client_id, sale.member_id, sale.channel, sale.location_id, sale.currency,
    sale.total as sale_total, line.variant_id, line.product_id, line.sku, line.name, line.quantity, line.undiscounted,
    line.net, line.tax, line.withheld, line.after_tax_discount, line.total, line.cost_total, line.taxes,
    line.income_account_id
  from sales as sale
  join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
  where sale.confirmed_at is not null;
create view report_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.number, payment.direction, payment.status, payment.method_id,
    method.name as method_name, method.kind as method_kind, payment.account_id, payment.client_id, payment.client_name,
    payment.currency, payment.amount, payment.amount_allocated, payment.amount_refunded, payment.amount_unapplied,
    payment.fee_amount, payment.payment_date, payment.voided_on
  from payments as payment
  join payment_methods as method on method.organization_id = payment.organization_id and method.id = payment.method_id;
-- Money that went back, by whatever way; what became credit moved no money.
create view report_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.number, refund.status, refund.payment_id, refund.return_id,
    refund.destination, refund.method_id, method.name as method_name, method.kind as method_kind, refund.account_id,
    refund.client_id, refund.client_name, refund.currency, refund.amount, refund.refund_date, refund.voided_on
  from refunds as refund
  join payment_methods as method on method.organization_id = refund.organization_id and method.id = refund.method_id;
-- How debts are settled: sales by payments, and below zero by what is refunded of them; a sale and its returns by each
-- other, so that on the cash basis either counts with the money that moves; and by what is given up.
create view report_settlements with (security_invoker = true) as
  select organization_id, id, 'payment' as kind, payment_id, sale_id, amount, allocated_on, reversed_on from allocations
  union all
  select organization_id, id, 'return', null, id, total, sale_date, voided_on from sales where kind = 'return'
  union all
  select organization_id, id, 'return', null, original_sale_id, total, sale_date, voided_on
  from sales where kind = 'return'
  union all
  select organization_id, id, 'write_off', null, sale_id, amount, written_off_on, null from write_offs;
-- What is still to pay of confirmed sales, part by part.
create view report_debts with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, sales.client_id, sales.sale_date, part.due_date,
    least(part.amount, part.up_to - (sales.total - sales.amount_due)) as amount
  from sales cross join lateral (
    select sales.due_date, sales.total as amount, sales.total as up_to where sales.payment_schedule = '[]'
    union all
    select (value ->> 'due_date')::date, (value ->> 'amount')::bigint,
      (sum((value ->> 'amount')::bigint) over (order by ordinality))::bigint
    from jsonb_array_elements(sales.payment_schedule) with ordinality) as part
  where sales.status = 'confirmed' and part.up_to > sales.total - sales.amount_due;
grant select on report_sales, report_sale_lines, report_payments, report_refunds, report_settlements, report_debts
  to daybook_runtime;
