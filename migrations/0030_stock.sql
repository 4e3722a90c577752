-- Stock: where it lies, how much there is and what it is worth, and every movement that made it so.
-- Quantities are in 1/100,000, amounts in minor units of the base currency, unit costs in millionths of a minor unit.

create table locations (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  code text collate "C" not null check (code ~ '^[A-Z0-9][A-Z0-9_.-]{0,19}$'),
  type text not null check (type in ('store', 'warehouse', 'in_transit', 'virtual')),
  address jsonb,
  is_default boolean not null default false,
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
  constraint locations_code_key unique (organization_id, code),
  constraint locations_external_id_key unique (organization_id, external_id),
  constraint locations_default_stays check (not is_default or archived_at is null)
);
create unique index locations_default_key on locations (organization_id) where is_default;
select protect_tenant_table('locations');

-- All there is of a variant, wherever it lies, as one pool at its average cost. Whoever changes the stock of a variant
-- locks its pool first, pools in the order of their variants, so that nobody waits in a circle.
create table stock_pools (
  organization_id uuid not null,
  variant_id uuid not null,
  quantity bigint not null default 0,
  value bigint not null default 0,
  last_unit_cost bigint check (last_unit_cost >= 0),
  updated_at timestamptz not null,
  primary key (organization_id, variant_id),
  constraint stock_pools_variant_fkey foreign key (organization_id, variant_id) references variants,
  -- What is there is worth something or nothing; what left before it came is owed its cost; nothing is worth nothing.
  constraint stock_pools_value
    check (case sign(quantity) when 1 then value >= 0 when 0 then value = 0 else value <= 0 end)
) with (fillfactor = 70);
select protect_tenant_table('stock_pools');

-- How much of a variant lies at a location: the sum of its movements there, kept because sales must not add them up.
create table stock_levels (
  organization_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  on_hand bigint not null default 0,
  reserved bigint not null default 0 check (reserved >= 0),
  allows_negative boolean not null default false,
  -- An alert is sent when stock falls to its threshold, and again only after it has been above.
  low_armed boolean not null default false,
  out_armed boolean not null default false,
  last_counted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, variant_id, location_id),
  constraint stock_levels_id_key unique (organization_id, id),
  constraint stock_levels_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_levels_location_fkey foreign key (organization_id, location_id) references locations,
  constraint stock_levels_not_negative check (on_hand >= 0 or allows_negative)
) with (fillfactor = 70);
create index stock_levels_location on stock_levels (organization_id, location_id, variant_id);
select protect_tenant_table('stock_levels');

create table stock_movements (
  organization_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  type text not null check (type in ('purchase_receipt', 'sale_issue', 'sale_return', 'supplier_return',
    'adjustment_in', 'adjustment_out', 'count', 'write_off', 'opening')),
  -- Above zero comes in, below zero goes out.
  quantity bigint not null check (quantity <> 0),
  unit_cost bigint not null check (unit_cost >= 0),
  -- What the quantity cost, whichever way it went.
  total_cost bigint not null check (total_cost >= 0),
  -- How much of a receipt was the cost of goods that had left before it came, beyond what was assumed for them.
  variance bigint not null default 0,
  effective_date date not null,
  occurred_at timestamptz not null,
  reason_code text check (length(reason_code) <= 40),
  note text check (length(note) <= 1000),
  source_type text,
  source_id uuid,
  source_line_id uuid,
  reverses_id uuid,
  balance_after bigint not null,
  external_id text,
  metadata jsonb,
  tags text[],
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint stock_movements_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_movements_location_fkey foreign key (organization_id, location_id) references locations,
  constraint stock_movements_reverses_fkey foreign key (organization_id, reverses_id) references stock_movements,
  constraint stock_movements_source check ((source_type is null) = (source_id is null))
);
create index stock_movements_variant on stock_movements (organization_id, variant_id, id);
create index stock_movements_source on stock_movements (organization_id, source_id) where source_id is not null;
create index stock_movements_date on stock_movements (organization_id, effective_date, id);
-- A movement is taken back once.
create unique index stock_movements_reverses_key on stock_movements (organization_id, reverses_id)
  where reverses_id is not null;
create unique index stock_movements_external_id_key on stock_movements (organization_id, external_id)
  where external_id is not null;
select protect_tenant_table('stock_movements');
select protect_append_only('stock_movements');

create table stock_counts (
  organization_id uuid not null,
  id uuid not null,
  number text not null,
  location_id uuid not null,
  effective_date date not null,
  note text check (length(note) <= 1000),
  forced boolean not null,
  line_count int not null,
  -- How many lines differed, and what the differences are worth in all.
  difference_count int not null,
  value bigint not null,
  external_id text,
  metadata jsonb not null,
  tags text[] not null,
  created_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint stock_counts_number_key unique (organization_id, number),
  constraint stock_counts_external_id_key unique (organization_id, external_id),
  constraint stock_counts_location_fkey foreign key (organization_id, location_id) references locations
);
select protect_tenant_table('stock_counts');
select protect_append_only('stock_counts');

create table stock_count_lines (
  organization_id uuid not null,
  count_id uuid not null,
  position int not null check (position > 0),
  variant_id uuid not null,
  expected bigint not null,
  on_hand bigint not null,
  counted bigint not null check (counted >= 0),
  value bigint not null,
  movement_id uuid,
  primary key (organization_id, count_id, position),
  constraint stock_count_lines_count_fkey foreign key (organization_id, count_id) references stock_counts,
  constraint stock_count_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_count_lines_movement_fkey foreign key (organization_id, movement_id) references stock_movements
);
-- Asked when a product is deleted, for each of its variants.
create index stock_count_lines_variant on stock_count_lines (organization_id, variant_id);
select protect_tenant_table('stock_count_lines');
select protect_append_only('stock_count_lines');

-- For the products module: what a variant costs.
create view variant_costs with (security_invoker = true) as
  select organization_id, variant_id, quantity, value, last_unit_cost from stock_pools;
grant select on variant_costs to daybook_runtime;

-- For reports. The value of stock is the sum of `value` of its movements, as is the balance of the inventory accounts.
create view report_stock_movements with (security_invoker = true) as
  select organization_id, id, variant_id, location_id, type, effective_date, occurred_at, quantity, total_cost,
    variance, case when quantity > 0 then total_cost - variance else -total_cost end as value, source_type, source_id,
    source_line_id
  from stock_movements;
grant select on report_stock_movements to daybook_runtime;
create view report_stock_pools with (security_invoker = true) as
  select organization_id, variant_id, quantity, value from stock_pools;
grant select on report_stock_pools to daybook_runtime;
create view report_stock_levels with (security_invoker = true) as
  select organization_id, variant_id, location_id, on_hand, reserved, last_counted_at from stock_levels;
grant select on report_stock_levels to daybook_runtime;
