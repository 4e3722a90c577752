-- Sales and their lines. What a sale is worth is decided when it is confirmed and never again: from then on its amounts
-- and its lines are frozen here, whoever asks. Status and payment status follow from the facts and cannot drift.

-- When the first part that is not paid in full is due; of a sale without parts, or with none left, its own due date.
-- Most sales are paid at once, so that this is looked at first; as a function in SQL all of it was parsed and planned
-- anew with every sale that was written: 52 µs of the database, 9 so.
create function next_due(schedule jsonb, due date, paid bigint) returns date
immutable parallel safe language plpgsql as $$
begin
  if schedule = '[]' then
    return due;
  end if;
  return coalesce((
    select part.due_date from (
      select (value ->> 'due_date')::date as due_date,
        sum((value ->> 'amount')::bigint) over (order by ordinality) as up_to
      from jsonb_array_elements(schedule) with ordinality) as part
    where part.up_to > paid order by part.up_to limit 1), due);
end $$;
grant execute on function next_due to daybook_runtime;

create table sales (
  -- The location leads to the organisation, so this key needs no reference of its own.
  organization_id uuid not null,
  id uuid not null,
  -- Taken from the series when the sale is confirmed.
  number text collate "C" check (length(number) <= 60),
  client_id uuid,
  -- As the client was called then.
  client_name text,
  sale_date date not null,
  due_date date not null,
  currency char(3) not null,
  prices_include_tax boolean not null,
  tax_rounding text not null check (tax_rounding in ('per_document', 'per_line')),
  rounding_mode text not null check (rounding_mode in ('half_up', 'half_even', 'down')),
  cash_rounding boolean not null,
  -- As they were asked for, with what each came to.
  discounts jsonb not null default '[]',
  charges jsonb not null default '[]',
  -- One row per tax rate: what a document prints below its lines.
  taxes jsonb not null default '[]',
  gross bigint not null check (gross >= 0),
  line_discount bigint not null check (line_discount between 0 and gross),
  document_discount bigint not null check (document_discount between 0 and gross),
  undiscounted bigint not null check (undiscounted >= 0),
  net bigint not null check (net between 0 and undiscounted),
  charges_net bigint not null check (charges_net >= 0),
  tax bigint not null check (tax >= 0),
  withheld bigint not null check (withheld >= 0),
  after_tax_discount bigint not null check (after_tax_discount >= 0),
  rounding bigint not null,
  total bigint not null check (total >= 0),
  amount_paid bigint not null default 0,
  cost_total bigint,
  member_id uuid,
  channel text check (length(channel) between 1 and 50),
  location_id uuid not null,
  -- Whether its goods leave the stock; those that left before the books began do not.
  stock text not null default 'issue' check (stock in ('issue', 'none')),
  notes text check (length(notes) <= 5000),
  -- The words that a text search finds the sale by.
  words tsvector not null,
  confirmed_at timestamptz,
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
  -- Sales that are paid in parts: a deposit, instalments and the rest, each due on a day of its own. Payments settle
  -- the parts in their order, so that what is due next follows from what is paid.
  --
  -- [{"due_date": "2026-02-01", "kind": "deposit", "percent": "30000000", "asked": null, "amount": "3000"}]: amounts in
  -- minor units, percentages in millionths of a percent; `asked` where an amount was said.
  payment_schedule jsonb not null default '[]',
  -- A sale is confirmed to the coin that it was drafted with, whatever the organisation rounds to by then.
  cash_rounding_increment bigint check (cash_rounding_increment > 0),
  -- Until when a draft holds its goods.
  reserved_until timestamptz,
  -- A return is a sale of its own kind whose lines point to what they take back; what it is worth credits that sale.
  kind text not null default 'sale' check (kind in ('sale', 'return')),
  original_sale_id uuid,
  return_reason text
    check (return_reason in ('customer_request', 'duplicate', 'damaged', 'fraudulent', 'other')),
  -- Given back of what was paid, as money or as credit of the client.
  amount_refunded bigint not null default 0,
  -- What its returns are worth.
  amount_credited bigint not null default 0,
  amount_written_off bigint not null default 0,
  -- Let off because it was paid early.
  amount_discounted bigint not null default 0,
  -- Positions of the charges that were given back, each as a whole.
  charges_returned int[] not null default '{}',
  -- What is still to pay: all that has happened to it counts.
  amount_due bigint not null generated always as (case
    when voided_at is not null or kind = 'return' then 0
    else total - amount_credited - amount_written_off - amount_discounted - amount_paid + amount_refunded
  end) stored,
  status text not null generated always as (case
    when voided_at is not null then 'voided'
    when confirmed_at is null then 'draft'
    when kind = 'return'
      or total - amount_credited - amount_written_off - amount_discounted - amount_paid + amount_refunded = 0
      then 'completed'
    else 'confirmed'
  end) stored,
  -- As `paymentStatus` says it. What was paid beyond the total is only ever refunded money that was paid again.
  payment_status text not null generated always as (case
    when confirmed_at is null or voided_at is not null then 'unpaid'
    when kind = 'return' then 'refunded'
    when amount_refunded > greatest(amount_paid - total, 0) and amount_refunded >= amount_paid then 'refunded'
    when amount_refunded > greatest(amount_paid - total, 0) then 'partially_refunded'
    when amount_paid + amount_credited = 0 and (amount_written_off > 0 or total > 0) then 'unpaid'
    when total - amount_credited - amount_written_off - amount_discounted - amount_paid + amount_refunded = 0
      then 'paid'
    else 'partially_paid'
  end) stored,
  -- Its parts are settled in their order by whatever settles it.
  next_due_date date not null generated always as (next_due(payment_schedule, due_date,
    amount_paid - amount_refunded + amount_credited + amount_written_off + amount_discounted)) stored,
  -- A sale that was a quote says which.
  quote_id uuid,
  -- In another currency than the base one: the rate of its own day, and what it is worth by that rate. Null in the base
  -- currency, where it is worth what it says.
  exchange_rate bigint check (exchange_rate > 0),
  rate_source text check (length(rate_source) between 1 and 100),
  rate_date date,
  base_factor numeric check (base_factor > 0),
  -- In the base currency, whatever the sale is in: its lines and charges without any tax, which post none. Kept, since
  -- tax reports ask each sale of a period for it, and would read all of their lines.
  untaxed bigint not null,
  base_undiscounted bigint,
  base_net bigint,
  base_charges_net bigint,
  base_tax bigint,
  base_withheld bigint,
  base_after_tax_discount bigint,
  -- What rounding each line in the base currency leaves over is in here, too.
  base_rounding bigint,
  base_total bigint,
  -- So much of the base total is paid, credited or given up, and not given back.
  base_settled bigint,
  -- Deposits: what clients pay before there is anything to deliver. Each is a sale of its own that earns nothing: what
  -- it comes to, without tax, waits on a liability until it is taken off the last invoice.
  is_deposit boolean not null default false,
  -- The terms that say when it is due: once it is invoiced, they count from the day of the invoice. Null where it was
  -- said when it is due, in days.
  payment_terms jsonb,
  -- What is let off where it is paid early: [{"percent": "2000000", "days": 14, "until": "2026-02-15"}], percentages in
  -- millionths of a percent, the longest last. `until` is so many days after the sale, or after its invoice.
  early_discounts jsonb not null default '[]',
  constraint sales_client_fkey foreign key (organization_id, client_id) references clients,
  constraint sales_member_fkey foreign key (organization_id, member_id) references members,
  constraint sales_location_fkey foreign key (organization_id, location_id) references locations,
  constraint sales_draft_is_unpaid check (confirmed_at is not null or amount_paid = 0),
  constraint sales_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint sales_void_after_sale check (voided_on >= sale_date),
  constraint sales_number_at_confirm check ((number is null) = (confirmed_at is null)),
  constraint sales_total_adds_up check (total = net + charges_net + tax - withheld - after_tax_discount + rounding),
  constraint sales_reserved_draft check (reserved_until is null or confirmed_at is null),
  constraint sales_return_has_original
    check ((kind = 'return') = (original_sale_id is not null) and (kind = 'sale' or confirmed_at is not null)),
  constraint sales_paid_within_total check (case kind
    when 'return' then amount_paid = 0 and amount_credited = 0 and amount_written_off = 0 and amount_discounted = 0
      and amount_refunded between 0 and total
    else amount_refunded between 0 and amount_paid and amount_credited >= 0 and amount_written_off >= 0
      and amount_discounted >= 0
      and amount_paid - amount_refunded + amount_credited + amount_written_off + amount_discounted <= total
    end),
  constraint sales_void_is_unpaid check (voided_at is null or confirmed_at is not null
    and (kind = 'return' and amount_refunded = 0 or kind = 'sale' and amount_paid = amount_refunded
      and amount_credited = 0 and amount_written_off = 0 and amount_discounted = 0)),
  constraint sales_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_factor, base_undiscounted, base_net, base_charges_net, base_tax,
      base_withheld, base_after_tax_discount, base_rounding, base_total, base_settled) in (0, 13)),
  constraint sales_base_adds_up check (base_total = base_net + base_charges_net + base_tax - base_withheld
    - base_after_tax_discount + base_rounding),
  constraint sales_base_settled_within_total check (base_settled between 0 and base_total)
);
-- One index for both: no number twice, and the order of a list by number, in which drafts have none. A case and no
-- coalesce, which row-level security would keep out of the index.
create unique index sales_number_key on sales (organization_id,
  (case when number is null then '' else number end), (case when number is null then id end)) nulls not distinct;
create unique index sales_external_id_key on sales (organization_id, external_id) where external_id is not null;
create index sales_by_day on sales (organization_id, sale_date, id);
create index sales_by_age on sales (organization_id, created_at, id);
create index sales_by_change on sales (organization_id, updated_at, id);
create index sales_by_total on sales (organization_id, total, id);
create index sales_by_due on sales (organization_id, due_date, id);
create index sales_by_amount_due on sales (organization_id, amount_due, id);
create index sales_by_client_name on sales (organization_id,
  (case when client_name is null then '' else client_name end), id);
create index sales_of_client on sales (organization_id, client_id, sale_date, id) where client_id is not null;
create index sales_find on sales using gin (organization_id, words);
create index sales_tags on sales using gin (organization_id, tags) where tags <> '{}';
-- A void counts on its own day, and what was due on a day that is past needs the payments after it: both few.
create index sales_by_void on sales (organization_id, voided_on) where voided_on is not null;
-- What is not done with: few rows among the many that are paid.
create index sales_unsettled on sales (organization_id, sale_date, id) where status <> 'completed';
create index sales_not_paid on sales (organization_id, sale_date, id) where payment_status <> 'paid';
create index sales_returns_of on sales (organization_id, original_sale_id) where original_sale_id is not null;
create index sales_returned on sales (organization_id, sale_date, id) where kind = 'return';
-- What is worth nothing in the base currency has no entry.
create index sales_worth_nothing on sales (organization_id) where base_total = 0;
create index sales_of_quote on sales (organization_id, quote_id) where quote_id is not null;
create index sales_owed_next on sales (organization_id, client_id, currency, next_due_date, id)
  where status = 'confirmed';
create index sales_fields on sales using gin (organization_id, custom_fields jsonb_path_ops)
  where custom_fields <> '{}';
-- The primary key comes last, since a table without statistics is read by its youngest index.
alter table sales add primary key (organization_id, id);
alter table sales add constraint sales_original_fkey foreign key (organization_id, original_sale_id) references sales;
select protect_tenant_table('sales');
select limit_to_scope('sales', 'case when client_id is null then is_own(created_by) or member_id = scoped_member()
  else exists (select from clients
    where clients.organization_id = sales.organization_id and clients.id = sales.client_id) end');

create function refuse_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'a confirmed sale stays as it is' using errcode = 'restrict_violation', constraint = 'sales_frozen';
end $$;

-- A confirmed sale keeps every amount, its number, its days and its client; it may be paid, described, given back and
-- voided.
--
-- Each trigger names the columns that it compares: PostgreSQL reads the condition of a trigger anew for every statement
-- that it may run for, and those of a sale took half of the time of an update that writes none of these columns.
create trigger frozen before update of
    number, kind, original_sale_id, return_reason, confirmed_at, client_id, client_name, sale_date, payment_terms,
    currency, prices_include_tax, tax_rounding, rounding_mode, cash_rounding, discounts, charges, taxes, gross,
    line_discount, document_discount, undiscounted, net, charges_net, tax, withheld, after_tax_discount, rounding,
    total, cost_total, location_id, stock
  on sales
  for each row
  when ((old.confirmed_at is not null and (
    old.number, old.kind, old.original_sale_id, old.return_reason, old.confirmed_at, old.client_id, old.client_name,
    old.sale_date, old.payment_terms, old.currency, old.prices_include_tax, old.tax_rounding, old.rounding_mode,
    old.cash_rounding, old.discounts, old.charges, old.taxes, old.gross, old.line_discount, old.document_discount,
    old.undiscounted, old.net, old.charges_net, old.tax, old.withheld, old.after_tax_discount, old.rounding, old.total,
    old.cost_total, old.location_id, old.stock
  ) is distinct from (
    new.number, new.kind, new.original_sale_id, new.return_reason, new.confirmed_at, new.client_id, new.client_name,
    new.sale_date, new.payment_terms, new.currency, new.prices_include_tax, new.tax_rounding, new.rounding_mode,
    new.cash_rounding, new.discounts, new.charges, new.taxes, new.gross, new.line_discount, new.document_discount,
    new.undiscounted, new.net, new.charges_net, new.tax, new.withheld, new.after_tax_discount, new.rounding, new.total,
    new.cost_total, new.location_id, new.stock
  )) and not moves_client())
  execute function refuse_frozen();
create trigger frozen_void before update of
    voided_at, voided_on, amount_paid, amount_refunded, amount_credited, amount_written_off, amount_discounted
  on sales
  for each row
  when ((old.voided_at is not null and (old.voided_at, old.voided_on, old.amount_paid, old.amount_refunded,
      old.amount_credited, old.amount_written_off, old.amount_discounted)
    is distinct from (new.voided_at, new.voided_on, new.amount_paid, new.amount_refunded, new.amount_credited,
      new.amount_written_off, new.amount_discounted)) and not moves_client())
  execute function refuse_frozen();
create trigger frozen_delete before delete on sales for each row
  when (old.confirmed_at is not null) execute function refuse_frozen();

create function refuse_locked_sale() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_locked_day(new.organization_id, 'sale', coalesce(new.voided_on, new.sale_date), new.updated_at);
  return new;
end $$;

create trigger refuse_locked_insert before insert on sales for each row
  when (new.total = 0 and new.confirmed_at is not null) execute function refuse_locked_sale();
create trigger refuse_locked_update before update of confirmed_at, voided_at on sales for each row
  when ((new.total = 0 and (old.confirmed_at, old.voided_at) is distinct from (new.confirmed_at, new.voided_at))
    and not moves_client())
  execute function refuse_locked_sale();
create trigger frozen_increment before update of cash_rounding_increment on sales for each row
  when ((old.confirmed_at is not null and old.cash_rounding_increment is distinct from new.cash_rounding_increment)
    and not moves_client())
  execute function refuse_frozen();
create trigger frozen_quote before update of quote_id on sales for each row
  when ((old.confirmed_at is not null and old.quote_id is distinct from new.quote_id) and not moves_client())
  execute function refuse_frozen();
create trigger frozen_worth before update of
    exchange_rate, rate_source, rate_date, base_factor, untaxed, base_undiscounted, base_net, base_charges_net,
    base_tax, base_withheld, base_after_tax_discount, base_rounding, base_total
  on sales
  for each row
  when ((old.confirmed_at is not null and (
    old.exchange_rate, old.rate_source, old.rate_date, old.base_factor, old.untaxed, old.base_undiscounted,
    old.base_net, old.base_charges_net, old.base_tax, old.base_withheld, old.base_after_tax_discount,
    old.base_rounding, old.base_total
  ) is distinct from (
    new.exchange_rate, new.rate_source, new.rate_date, new.base_factor, new.untaxed, new.base_undiscounted,
    new.base_net, new.base_charges_net, new.base_tax, new.base_withheld, new.base_after_tax_discount,
    new.base_rounding, new.base_total
  )) and not moves_client())
  execute function refuse_frozen();
create trigger frozen_deposit before update of is_deposit on sales for each row
  when ((old.is_deposit is distinct from new.is_deposit) and not moves_client()) execute function refuse_frozen();

-- The parts of a schedule but for their days.
create function undated_parts(schedule jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_agg(value - 'due_date' order by place) from jsonb_array_elements(schedule) with ordinality
    as part (value, place));
grant execute on function undated_parts to daybook_runtime;
create function undated_discounts(tiers jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_agg(value - 'until' order by place) from jsonb_array_elements(tiers) with ordinality
    as tier (value, place));
grant execute on function undated_discounts to daybook_runtime;

-- When it is due stays as it was said, or follows its invoice by its terms; how much is due each time stays.
create trigger frozen_due before update of payment_schedule, early_discounts, due_date on sales for each row
  when ((old.confirmed_at is not null and (
    undated_parts(old.payment_schedule) is distinct from undated_parts(new.payment_schedule)
    or undated_discounts(old.early_discounts) is distinct from undated_discounts(new.early_discounts)
    or old.payment_terms is null
      and (old.due_date, old.payment_schedule) is distinct from (new.due_date, new.payment_schedule)))
    and not moves_client())
  execute function refuse_frozen();
create trigger aa_client_id_survivor before insert or update of client_id on sales for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

-- Here, because stock_reservations is made before sales.
select limit_to_scope('stock_reservations', 'case when source_type = ''sale''
  then exists (select from sales
    where sales.organization_id = stock_reservations.organization_id and sales.id = stock_reservations.source_id)
  else is_own(created_by) end', true);

-- Lines are only ever reached through their sale.
create table sale_lines (
  organization_id uuid not null,
  sale_id uuid not null,
  id uuid not null,
  position int not null check (position between 1 and 500),
  variant_id uuid,
  product_id uuid,
  sku text,
  name text not null check (length(name) between 1 and 1100),
  description text check (length(description) <= 5000),
  unit text,
  -- In 1/100,000; below zero where the line takes something back, as are all of its amounts then.
  quantity bigint not null check (quantity <> 0),
  -- In millionths of a minor unit, as asked: with tax where the sale's prices include it.
  unit_price bigint not null check (unit_price >= 0),
  -- In millionths of a percent.
  discount_percent bigint check (discount_percent between 0 and 100000000),
  discount_amount bigint check (discount_amount >= 0),
  -- Each rate as it was, its base and its amount.
  taxes jsonb not null default '[]',
  gross bigint not null,
  line_discount bigint not null,
  discount_allocated bigint not null,
  undiscounted bigint not null,
  net bigint not null,
  tax bigint not null,
  withheld bigint not null,
  after_tax_discount bigint not null,
  total bigint not null,
  income_account_id uuid,
  -- What the goods cost: known once the sale is confirmed, null where nothing left the stock.
  cost_total bigint,
  -- Where the unit price comes from.
  price_source text
    check (price_source in ('given', 'client_list', 'group_list', 'tier', 'variant')),
  price_list_id uuid,
  -- Of a return: which line it takes back, whether the goods went back into the stock, and why it came back.
  original_line_id uuid,
  restocked boolean check ((restocked is null) = (original_line_id is null)),
  return_reason text
    check (return_reason in ('customer_request', 'duplicate', 'damaged', 'fraudulent', 'other')),
  -- How much of it came back.
  quantity_returned bigint not null default 0,
  -- Who said how the line is taxed; null where nobody did.
  tax_source text check (tax_source in ('given', 'client', 'variant', 'default')),
  -- Values of dimensions that it is earned for, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
  -- Checked at commit, because lines are written before the sale that seals them.
  constraint sale_lines_sale_fkey foreign key (organization_id, sale_id) references sales
    deferrable initially deferred,
  constraint sale_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint sale_lines_income_account_fkey foreign key (organization_id, income_account_id) references accounts,
  constraint sale_lines_one_discount check (discount_percent is null or discount_amount is null),
  constraint sale_lines_total_adds_up check (total = net + tax - withheld - after_tax_discount),
  constraint sale_lines_signed check (case when quantity > 0
    then line_discount between 0 and gross and discount_allocated between 0 and gross - line_discount
      and net between 0 and undiscounted and tax >= 0 and withheld >= 0 and after_tax_discount >= 0 and total >= 0
    else line_discount between gross and 0 and discount_allocated between gross - line_discount and 0
      and net between undiscounted and 0 and tax <= 0 and withheld <= 0 and after_tax_discount <= 0 and total <= 0
    end),
  constraint sale_lines_price_list_fkey foreign key (organization_id, price_list_id) references price_lists,
  constraint sale_lines_price_list check ((price_source in ('client_list', 'group_list')) = (price_list_id is not null)),
  constraint sale_lines_returned_within_sold
    check (quantity_returned between least(quantity, 0) and greatest(quantity, 0))
);
create index sale_lines_of_variant on sale_lines (organization_id, variant_id) where variant_id is not null;
alter table sale_lines add primary key (organization_id, sale_id, id);
select protect_tenant_table('sale_lines');
select limit_to_scope('sale_lines', 'exists (select from sales
  where sales.organization_id = sale_lines.organization_id and sales.id = sale_lines.sale_id)', true);

-- The lines of a confirmed sale are neither changed nor removed, and none is added: the new lines of a statement are
-- checked against the sales that stand, and a sale comes after its lines. Whom row-level security binds could hide the
-- sale from the check by turning to another organisation in the same statement, and is refused then too.
--
-- Lines are looked up sale by sale. As a join this read every sale there is while the table had no statistics, and
-- hashed them: 2.6 ms of a sale after 1,000 others, 0.05 so.
create function refuse_frozen_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from (select distinct organization_id, sale_id from touched) as line
      where (select confirmed_at from sales
        where sales.organization_id = line.organization_id and sales.id = line.sale_id) is not null)
    or row_security_active('public.sale_lines')
      and exists (select from touched where organization_id is distinct from current_organization()) then
    raise exception 'the lines of a confirmed sale stay as they are'
      using errcode = 'restrict_violation', constraint = 'sales_frozen';
  end if;
  return null;
end $$;

create trigger frozen_insert after insert on sale_lines referencing new table as touched
  for each statement execute function refuse_frozen_lines();
-- Drafts are changed by writing their lines anew; of a line that stands, only how much of it came back changes, and what
-- it is for, with an entry that moves it.
create trigger frozen_update before update on sale_lines for each row
  when ((to_jsonb(old) - '{quantity_returned,dimension_value_ids}'::text[]
      is distinct from to_jsonb(new) - '{quantity_returned,dimension_value_ids}'::text[])
    and not moves_records())
  execute function refuse_frozen();
create trigger frozen_delete after delete on sale_lines referencing old table as touched
  for each statement execute function refuse_frozen_lines();
create trigger aa_product_id_survivor before insert or update of product_id on sale_lines for each row
  when (new.product_id is not null and not moves_records()) execute function refer_to_survivor('product_id', 'products');
create trigger aa_variant_id_survivor before insert or update of variant_id on sale_lines for each row
  when (new.variant_id is not null and not moves_records()) execute function refer_to_survivor('variant_id', 'variants');

-- What reports read is in the base currency; `currency_…` is in that of the document.
create view report_sales with (security_invoker = true) as
  select organization_id, id, kind, number, original_sale_id, status, payment_status, client_id, client_name, sale_date,
    due_date, currency, coalesce(base_undiscounted, undiscounted) as undiscounted, coalesce(base_net, net) as net,
    coalesce(base_charges_net, charges_net) as charges_net, coalesce(base_tax, tax) as tax,
    coalesce(base_withheld, withheld) as withheld,
    coalesce(base_after_tax_discount, after_tax_discount) as after_tax_discount,
    coalesce(base_rounding, rounding) as rounding, coalesce(base_total, total) as total,
    case when base_factor is null or amount_due = 0 then amount_due else base_total - base_settled end as amount_due,
    cost_total, member_id, channel, location_id, voided_on, taxes, charges, untaxed, base_factor,
    total as currency_total,
    amount_due as currency_due, amount_paid - amount_refunded as currency_paid,
    amount_written_off as currency_written_off, amount_discounted as currency_discounted, is_deposit
  from sales where confirmed_at is not null;
create view report_sale_lines with (security_invoker = true) as
  select line.organization_id, line.sale_id, line.id, line.position, sale.kind, sale.sale_date, sale.voided_on,
    sale.status, sale.client_id, sale.member_id, sale.channel, sale.location_id, sale.currency,
    coalesce(sale.base_total, sale.total) as sale_total, line.variant_id, line.product_id, line.sku, line.name,
    line.quantity, in_base(line.undiscounted, sale.base_factor) as undiscounted,
    in_base(line.net, sale.base_factor) as net, in_base(line.tax, sale.base_factor) as tax,
    in_base(line.withheld, sale.base_factor) as withheld,
    in_base(line.after_tax_discount, sale.base_factor) as after_tax_discount,
    in_base(line.total, sale.base_factor) as total, line.cost_total, line.taxes, line.income_account_id,
    line.dimension_value_ids, sale.is_deposit
  from sales as sale
  join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
  where sale.confirmed_at is not null;

-- The parts that sales are paid in, with what all parts up to each come to; of a sale in another currency each is so
-- much of its worth, and the last takes what is left.
create view report_schedules with (security_invoker = true) as
  select sales.organization_id, sales.id as sale_id, part.due_date,
    in_share(part.up_to, sales.total, sales.base_total)
      - in_share(part.up_to - part.amount, sales.total, sales.base_total) as amount,
    in_share(part.up_to, sales.total, sales.base_total) as up_to, part.amount as currency_amount,
    part.up_to as currency_up_to
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
grant select on report_sales, report_sale_lines, report_schedules, report_debts to daybook_runtime;
