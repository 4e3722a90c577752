-- Sales and their lines. What a sale is worth is decided when it is confirmed and never again: from then on its amounts
-- and its lines are frozen here, whoever asks. Status and payment status follow from the facts and cannot drift.

-- A text search reads its index only if its operator is known to leak nothing of rows that row-level security hides.
do $$ begin
  alter function ts_match_vq(tsvector, tsquery) leakproof;
exception when insufficient_privilege then
  raise notice 'text search will not use its index: the owner of the database is no superuser';
end $$;

-- The words that a record is found by: those of its names, and its number.
create function search_words(words text[], number text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(words || regexp_split_to_array(lower(coalesce(number, '')), '[^[:alnum:]]+'), ''));

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
  status text not null generated always as (case
    when voided_at is not null then 'voided'
    when confirmed_at is null then 'draft'
    when amount_paid = total then 'completed'
    else 'confirmed'
  end) stored,
  payment_status text not null generated always as (case
    when confirmed_at is null or voided_at is not null then 'unpaid'
    when amount_paid = total then 'paid'
    when amount_paid = 0 then 'unpaid'
    else 'partially_paid'
  end) stored,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint sales_client_fkey foreign key (organization_id, client_id) references clients,
  constraint sales_member_fkey foreign key (organization_id, member_id) references members,
  constraint sales_location_fkey foreign key (organization_id, location_id) references locations,
  constraint sales_paid_within_total check (amount_paid between 0 and total),
  constraint sales_draft_is_unpaid check (confirmed_at is not null or amount_paid = 0),
  constraint sales_void_is_unpaid check (voided_at is null or (confirmed_at is not null and amount_paid = 0)),
  constraint sales_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint sales_void_after_sale check (voided_on >= sale_date),
  constraint sales_number_at_confirm check ((number is null) = (confirmed_at is null)),
  constraint sales_total_adds_up check (total = net + charges_net + tax - withheld - after_tax_discount + rounding)
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
create index sales_of_client on sales (organization_id, client_id, sale_date, id) where client_id is not null;
-- What is not done with: few rows among the many that are paid.
create index sales_unsettled on sales (organization_id, sale_date, id) where status <> 'completed';
create index sales_owed on sales (organization_id, client_id, due_date, id) where status = 'confirmed';
create index sales_find on sales using gin (organization_id, words);
create index sales_tags on sales using gin (organization_id, tags) where tags <> '{}';
-- The primary key comes last, since a table without statistics is read by its youngest index.
alter table sales add primary key (organization_id, id);
select protect_tenant_table('sales');

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
  -- In 1/100,000.
  quantity bigint not null check (quantity > 0),
  -- In millionths of a minor unit, as asked: with tax where the sale's prices include it.
  unit_price bigint not null check (unit_price >= 0),
  -- In millionths of a percent.
  discount_percent bigint check (discount_percent between 0 and 100000000),
  discount_amount bigint check (discount_amount >= 0),
  -- Each rate as it was, its base and its amount.
  taxes jsonb not null default '[]',
  gross bigint not null check (gross >= 0),
  line_discount bigint not null check (line_discount between 0 and gross),
  discount_allocated bigint not null check (discount_allocated between 0 and gross - line_discount),
  undiscounted bigint not null check (undiscounted >= 0),
  net bigint not null check (net between 0 and undiscounted),
  tax bigint not null check (tax >= 0),
  withheld bigint not null check (withheld >= 0),
  after_tax_discount bigint not null check (after_tax_discount >= 0),
  total bigint not null,
  income_account_id uuid,
  -- What the goods cost: known once the sale is confirmed, null where nothing left the stock.
  cost_total bigint,
  -- Checked at commit, because lines are written before the sale that seals them.
  constraint sale_lines_sale_fkey foreign key (organization_id, sale_id) references sales
    deferrable initially deferred,
  constraint sale_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint sale_lines_income_account_fkey foreign key (organization_id, income_account_id) references accounts,
  constraint sale_lines_one_discount check (discount_percent is null or discount_amount is null),
  constraint sale_lines_total_adds_up check (total = net + tax - withheld - after_tax_discount and total >= 0)
);
create index sale_lines_of_variant on sale_lines (organization_id, variant_id) where variant_id is not null;
alter table sale_lines add primary key (organization_id, sale_id, id);
select protect_tenant_table('sale_lines');

create function refuse_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'a confirmed sale stays as it is' using errcode = 'restrict_violation', constraint = 'sales_frozen';
end $$;

-- A confirmed sale keeps every amount, its number, its days and its client; it may be paid, described and voided.
create trigger frozen before update on sales for each row
  when (old.confirmed_at is not null and (
    old.number, old.confirmed_at, old.client_id, old.client_name, old.sale_date, old.due_date, old.currency,
    old.prices_include_tax, old.tax_rounding, old.rounding_mode, old.cash_rounding, old.discounts, old.charges, old.taxes,
    old.gross, old.line_discount, old.document_discount, old.undiscounted, old.net, old.charges_net, old.tax, old.withheld,
    old.after_tax_discount, old.rounding, old.total, old.cost_total, old.location_id, old.stock
  ) is distinct from (
    new.number, new.confirmed_at, new.client_id, new.client_name, new.sale_date, new.due_date, new.currency,
    new.prices_include_tax, new.tax_rounding, new.rounding_mode, new.cash_rounding, new.discounts, new.charges, new.taxes,
    new.gross, new.line_discount, new.document_discount, new.undiscounted, new.net, new.charges_net, new.tax, new.withheld,
    new.after_tax_discount, new.rounding, new.total, new.cost_total, new.location_id, new.stock
  ))
  execute function refuse_frozen();
create trigger frozen_void before update on sales for each row
  when (old.voided_at is not null and (old.voided_at, old.voided_on, old.amount_paid) is distinct from (new.voided_at, new.voided_on, new.amount_paid))
  execute function refuse_frozen();
create trigger frozen_delete before delete on sales for each row
  when (old.confirmed_at is not null) execute function refuse_frozen();

-- The lines of a confirmed sale are neither changed nor removed, and none is added: the new lines of a statement are
-- checked against the sales that stand, and a sale comes after its lines. Whom row-level security binds could hide the
-- sale from the check by turning to another organisation in the same statement, and is refused then too.
create function refuse_frozen_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from touched join sales on sales.organization_id = touched.organization_id
      and sales.id = touched.sale_id where sales.confirmed_at is not null)
    or row_security_active('public.sale_lines')
      and exists (select from touched where organization_id is distinct from current_organization()) then
    raise exception 'the lines of a confirmed sale stay as they are'
      using errcode = 'restrict_violation', constraint = 'sales_frozen';
  end if;
  return null;
end $$;
create trigger frozen_insert after insert on sale_lines referencing new table as touched
  for each statement execute function refuse_frozen_lines();
create trigger frozen_update after update on sale_lines referencing old table as touched
  for each statement execute function refuse_frozen_lines();
create trigger frozen_delete after delete on sale_lines referencing old table as touched
  for each statement execute function refuse_frozen_lines();

-- What reports read.
create view report_sales with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, client_id, client_name, sale_date, due_date, currency,
    undiscounted, net, charges_net, tax, withheld, after_tax_discount, rounding, total, amount_paid, cost_total,
    member_id, channel, location_id, voided_on, taxes, charges
  from sales where confirmed_at is not null;
create view report_sale_lines with (security_invoker = true) as
  select line.organization_id, line.sale_id, line.id, line.position, sale.sale_date, sale.voided_on, sale.status,
    sale.client_id, sale.member_id, sale.channel, sale.location_id, sale.currency, sale.total as sale_total,
    line.variant_id, line.product_id, line.sku, line.name, line.quantity, line.undiscounted, line.net, line.tax,
    line.withheld, line.after_tax_discount, line.total, line.cost_total, line.taxes, line.income_account_id
  from sales as sale
  join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
  where sale.confirmed_at is not null;
grant select on report_sales, report_sale_lines to daybook_runtime;
