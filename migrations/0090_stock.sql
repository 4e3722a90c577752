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
  -- What lines sold there are for unless they say otherwise, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
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

-- Here, because manual_entry_lines is made before locations.
alter table manual_entry_lines add constraint manual_entry_lines_location_fkey
  foreign key (organization_id, location_id) references locations;

-- All there is of a variant, wherever it lies, as one pool at its average cost. Whoever changes the stock of a variant
-- locks its pool first, pools in the order of their variants, so that nobody waits in a circle.
create table stock_pools (
  organization_id uuid not null,
  variant_id uuid not null,
  quantity bigint not null default 0,
  value bigint not null default 0,
  last_unit_cost bigint check (last_unit_cost >= 0),
  updated_at timestamptz not null,
  costing_method text not null default 'weighted_average'
    check (costing_method in ('weighted_average', 'fifo')),
  primary key (organization_id, variant_id),
  constraint stock_pools_variant_fkey foreign key (organization_id, variant_id) references variants,
  -- What is there is worth something or nothing; what left before it came is owed its cost; nothing is worth nothing.
  constraint stock_pools_value
    check (case sign(quantity) when 1 then value >= 0 when 0 then value = 0 else value <= 0 end)
) with (fillfactor = 70);
select protect_tenant_table('stock_pools');

-- Stock that is moved for a variant while it is merged is moved again from the start, and found merged: what was read
-- of it is not true any more. Everything that moves has a pool; lines of counts and transfers are written without one.
create function refuse_merged_stock() returns trigger language plpgsql as $$
declare
  survivor uuid;
begin
  select merged_into_id into survivor from variants
  where organization_id = new.organization_id and id = new.variant_id for key share;
  if survivor is not null then
    raise exception 'the variant was merged meanwhile' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;

create trigger aa_variant_id_survivor before insert or update of variant_id on stock_pools for each row
  when (new.variant_id is not null and not moves_records()) execute function refuse_merged_stock();

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
  -- How much is on its way to this location.
  in_transit bigint not null default 0 check (in_transit >= 0),
  -- What is low at one location may be plenty at another: thresholds of a level come before those of its variant.
  low_stock_threshold bigint check (low_stock_threshold >= 0),
  reorder_point bigint check (reorder_point >= 0),
  reorder_quantity bigint check (reorder_quantity > 0),
  primary key (organization_id, variant_id, location_id),
  constraint stock_levels_id_key unique (organization_id, id),
  constraint stock_levels_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_levels_location_fkey foreign key (organization_id, location_id) references locations,
  constraint stock_levels_not_negative check (on_hand >= 0 or allows_negative)
) with (fillfactor = 70);
create index stock_levels_location on stock_levels (organization_id, location_id, variant_id);
select protect_tenant_table('stock_levels');

create trigger aa_variant_id_survivor before insert or update of variant_id on stock_levels for each row
  when (new.variant_id is not null and not moves_records()) execute function refuse_merged_stock();

create table stock_movements (
  organization_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  -- A revaluation moves nothing and changes what the stock is worth by `-variance`.
  type text not null check (type in ('purchase_receipt', 'sale_issue', 'sale_return',
    'supplier_return', 'adjustment_in', 'adjustment_out', 'count', 'transfer_out', 'transfer_in', 'write_off',
    'opening', 'revaluation')),
  -- Above zero comes in, below zero goes out.
  quantity bigint not null,
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
  constraint stock_movements_source check ((source_type is null) = (source_id is null)),
  constraint stock_movements_quantity_check check ((quantity = 0) = (type = 'revaluation'))
);
create index stock_movements_variant on stock_movements (organization_id, variant_id, id);
create index stock_movements_source on stock_movements (organization_id, source_id) where source_id is not null;
-- All that is not sold, and much less than what is.
create index stock_movements_other on stock_movements (organization_id, type, id) where type <> 'sale_issue';
create index stock_movements_when on stock_movements using brin (organization_id, occurred_at) with (autosummarize = on);
create index stock_movements_date on stock_movements (organization_id, effective_date, id);
-- A movement is taken back once.
create unique index stock_movements_reverses_key on stock_movements (organization_id, reverses_id)
  where reverses_id is not null;
create unique index stock_movements_external_id_key on stock_movements (organization_id, external_id)
  where external_id is not null;
select protect_tenant_table('stock_movements');
revoke update, delete, truncate on stock_movements from daybook_runtime;

create function refuse_locked_movement() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_locked_day(new.organization_id, coalesce(new.source_type, 'movement'), new.effective_date,
    new.occurred_at);
  return new;
end $$;

create trigger refuse_locked before insert on stock_movements for each row
  when (new.total_cost = 0 or new.type like 'transfer%') execute function refuse_locked_movement();
create trigger append_only before update or delete on stock_movements for each row
  when (not moves_records()) execute function refuse_change();
create trigger append_only_truncate before truncate on stock_movements execute function refuse_change();

-- Counts: made at once, or opened with what the books have, counted line by line, submitted, and then applied.
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
  status text not null default 'applied' check (status in ('open', 'submitted', 'applied', 'discarded')),
  -- Whether what moved since it was opened was counted on top.
  rebased boolean not null default false,
  submitted_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint stock_counts_number_key unique (organization_id, number),
  constraint stock_counts_external_id_key unique (organization_id, external_id),
  constraint stock_counts_location_fkey foreign key (organization_id, location_id) references locations,
  constraint stock_counts_ended check ((status in ('applied', 'discarded')) = (ended_at is not null))
);
create index stock_counts_status on stock_counts (organization_id, status, created_at, id);
select protect_tenant_table('stock_counts');
revoke delete, truncate on stock_counts from daybook_runtime;

-- What was applied or discarded stays as it is.
create trigger frozen before update or delete on stock_counts for each row
  when (old.status in ('applied', 'discarded')) execute function refuse_change();
create trigger append_only_truncate before truncate on stock_counts execute function refuse_change();

create table stock_count_lines (
  organization_id uuid not null,
  count_id uuid not null,
  position int not null check (position > 0),
  variant_id uuid not null,
  expected bigint not null,
  on_hand bigint,
  counted bigint check (counted >= 0),
  value bigint not null default 0,
  movement_id uuid,
  note text check (length(note) <= 1000),
  primary key (organization_id, count_id, position),
  constraint stock_count_lines_count_fkey foreign key (organization_id, count_id) references stock_counts,
  constraint stock_count_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_count_lines_movement_fkey foreign key (organization_id, movement_id) references stock_movements,
  constraint stock_count_lines_variant_key unique (organization_id, count_id, variant_id)
);
-- Asked when a product is deleted, for each of its variants.
create index stock_count_lines_variant on stock_count_lines (organization_id, variant_id);
select protect_tenant_table('stock_count_lines');
revoke delete, truncate on stock_count_lines from daybook_runtime;

create function refuse_change_of_count() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from stock_counts where organization_id = old.organization_id and id = old.count_id
      and status in ('applied', 'discarded')) then
    raise exception 'a count that was applied stays' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return coalesce(new, old);
end $$;

create trigger frozen before update or delete on stock_count_lines for each row
  when (not moves_records()) execute function refuse_change_of_count();
create trigger append_only_truncate before truncate on stock_count_lines execute function refuse_change();
create trigger aa_variant_id_survivor before insert or update of variant_id on stock_count_lines for each row
  when (new.variant_id is not null and not moves_records()) execute function refuse_merged_stock();

-- For the products module: what a variant costs.
create view variant_costs with (security_invoker = true) as
  select organization_id, variant_id, quantity, value, last_unit_cost from stock_pools;

-- For reports. The value of stock is the sum of `value` of its movements, as is the balance of the inventory accounts.
create view report_stock_movements with (security_invoker = true) as
  select organization_id, id, variant_id, location_id, type, effective_date, occurred_at, quantity, total_cost,
    variance, case when quantity >= 0 then total_cost - variance else -total_cost end as value, source_type, source_id,
    source_line_id
  from stock_movements;
create view report_stock_pools with (security_invoker = true) as
  select organization_id, variant_id, quantity, value from stock_pools;
create view report_stock_levels with (security_invoker = true) as
  select organization_id, variant_id, location_id, on_hand, reserved, last_counted_at from stock_levels;
grant select on variant_costs, report_stock_movements, report_stock_pools, report_stock_levels to daybook_runtime;

-- Which of these ids are of no record of the organisation, each with the field that it stood in and its place there.
create function missing_dimensions(organization uuid, clients uuid[], members uuid[], products uuid[], locations uuid[])
returns table (field text, place bigint) stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select 'client_id', named.place from unnest(clients) with ordinality as named (id, place)
    where named.id is not null and not exists (select from clients as known
      where known.organization_id = organization and known.id = named.id)
  union all
  select 'member_id', named.place from unnest(members) with ordinality as named (id, place)
    where named.id is not null and not exists (select from members as known
      where known.organization_id = organization and known.id = named.id)
  union all
  select 'product_id', named.place from unnest(products) with ordinality as named (id, place)
    where named.id is not null and not exists (select from products as known
      where known.organization_id = organization and known.id = named.id)
  union all
  select 'location_id', named.place from unnest(locations) with ordinality as named (id, place)
    where named.id is not null and not exists (select from locations as known
      where known.organization_id = organization and known.id = named.id);
end;
grant execute on function missing_dimensions to daybook_runtime;

-- First in, first out: what came in together is a layer, and layers leave oldest first. The pool of a variant is the
-- sum of its layers, and its lock is theirs.
--
-- This is what is left of what a movement brought. Below zero it is what a movement took that had not come yet.
create table stock_layers (
  organization_id uuid not null,
  movement_id uuid not null,
  variant_id uuid not null,
  -- Its place in the queue. What comes back takes the place of what it was taken from.
  received_on date not null,
  quantity bigint not null,
  value bigint not null,
  primary key (organization_id, movement_id),
  constraint stock_layers_movement_fkey foreign key (organization_id, movement_id) references stock_movements,
  constraint stock_layers_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_layers_value
    check (case sign(quantity) when 1 then value >= 0 when 0 then value = 0 else value <= 0 end)
) with (fillfactor = 70);
create index stock_layers_open on stock_layers (organization_id, variant_id, received_on, movement_id)
  where quantity <> 0;
create index stock_layers_age on stock_layers (organization_id, received_on, movement_id) where quantity <> 0;
select protect_tenant_table('stock_layers');

-- What each movement put into which layer, and took from which: a layer is the sum of its changes.
create table stock_layer_changes (
  organization_id uuid not null,
  movement_id uuid not null,
  layer_id uuid not null,
  quantity bigint not null,
  value bigint not null,
  primary key (organization_id, movement_id, layer_id),
  constraint stock_layer_changes_movement_fkey foreign key (organization_id, movement_id) references stock_movements,
  constraint stock_layer_changes_layer_fkey foreign key (organization_id, layer_id) references stock_layers
);
create index stock_layer_changes_layer on stock_layer_changes (organization_id, layer_id, movement_id);
select protect_tenant_table('stock_layer_changes');
select protect_append_only('stock_layer_changes');

-- The oldest layers of a variant until they hold as much as is wanted, or all of them: `movement quantity value`.
--
-- It is called in the statement that locks the pool. A function that is volatile looks anew at each of its queries, so
-- it sees what was written while that statement waited for the lock, which the statement itself does not. So goods in
-- layers are locked in one flight too, and goods at an average pay nothing.
create function open_layers(organization uuid, variant uuid, wanted bigint) returns text[] language plpgsql volatile as $$
declare
  layer record;
  covered bigint := 0;
  found_layers text[] := '{}';
begin
  for layer in
    select movement_id, quantity, value from stock_layers
    where organization_id = organization and variant_id = variant and quantity <> 0
    order by received_on, movement_id
  loop
    exit when covered >= wanted;
    covered := covered + abs(layer.quantity);
    found_layers := found_layers || concat_ws(' ', layer.movement_id, layer.quantity, layer.value);
  end loop;
  return found_layers;
end $$;
grant execute on function open_layers to daybook_runtime;

-- How an organisation values its stock, for a pool that is new; whoever changes that waits until the pool is there.
create function costing_method_of(organization uuid) returns text language sql volatile
  return (select costing_method from organizations where id = organization for key share);
grant execute on function costing_method_of to daybook_runtime;

create view report_stock_layers with (security_invoker = true) as
  select organization_id, variant_id, movement_id, received_on, quantity, value from stock_layers where quantity <> 0;
grant select on report_stock_layers to daybook_runtime;

-- Reservations: stock that is held for somebody until a moment.
create table stock_reservations (
  organization_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  quantity bigint not null check (quantity > 0),
  status text not null default 'active' check (status in ('active', 'fulfilled', 'released', 'expired')),
  expires_at timestamptz not null,
  ended_at timestamptz,
  source_type text check (source_type in ('sale')),
  source_id uuid,
  note text check (length(note) <= 1000),
  external_id text,
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint stock_reservations_external_id_key unique (organization_id, external_id),
  constraint stock_reservations_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_reservations_location_fkey foreign key (organization_id, location_id) references locations,
  constraint stock_reservations_source check ((source_type is null) = (source_id is null)),
  constraint stock_reservations_ended check ((status = 'active') = (ended_at is null))
);
-- What is due, and what a source holds.
create index stock_reservations_due on stock_reservations (organization_id, expires_at, id) where status = 'active';
create index stock_reservations_held on stock_reservations (organization_id, source_id, id) where status = 'active';
create index stock_reservations_source on stock_reservations (organization_id, source_id, id)
  where source_id is not null;
create index stock_reservations_variant on stock_reservations (organization_id, variant_id, id);
create index stock_reservations_expiry on stock_reservations (organization_id, expires_at, id);
select protect_tenant_table('stock_reservations');

-- Transfers: stock that goes from one location to another, and lies in transit meanwhile.
create table stock_transfers (
  organization_id uuid not null,
  id uuid not null,
  -- Taken when it is sent.
  number text collate "C",
  status text not null default 'draft' check (status in ('draft', 'in_transit', 'received', 'cancelled')),
  from_location_id uuid not null,
  to_location_id uuid not null,
  -- Where its goods lie on the way, from the moment they are sent.
  transit_location_id uuid,
  expected_on date,
  note text check (length(note) <= 1000),
  sent_at timestamptz,
  ended_at timestamptz,
  external_id text,
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint stock_transfers_number_key unique (organization_id, number),
  constraint stock_transfers_external_id_key unique (organization_id, external_id),
  constraint stock_transfers_from_fkey foreign key (organization_id, from_location_id) references locations,
  constraint stock_transfers_to_fkey foreign key (organization_id, to_location_id) references locations,
  constraint stock_transfers_transit_fkey foreign key (organization_id, transit_location_id) references locations,
  constraint stock_transfers_somewhere_else check (from_location_id <> to_location_id),
  constraint stock_transfers_sent check ((sent_at is null) = (number is null)),
  constraint stock_transfers_ended check ((status in ('received', 'cancelled')) = (ended_at is not null))
);
create index stock_transfers_created on stock_transfers (organization_id, created_at, id);
create index stock_transfers_from on stock_transfers (organization_id, from_location_id, created_at, id);
create index stock_transfers_to on stock_transfers (organization_id, to_location_id, created_at, id);
create index stock_transfers_open on stock_transfers (organization_id, status, created_at, id);
select protect_tenant_table('stock_transfers');

create table stock_transfer_lines (
  organization_id uuid not null,
  transfer_id uuid not null,
  position int not null check (position > 0),
  variant_id uuid not null,
  quantity bigint not null check (quantity > 0),
  received bigint not null default 0,
  -- What came back when the rest of it was cancelled.
  returned bigint not null default 0,
  primary key (organization_id, transfer_id, position),
  constraint stock_transfer_lines_variant_key unique (organization_id, transfer_id, variant_id),
  constraint stock_transfer_lines_transfer_fkey foreign key (organization_id, transfer_id) references stock_transfers,
  constraint stock_transfer_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint stock_transfer_lines_within check (received >= 0 and returned >= 0 and received + returned <= quantity)
);
create index stock_transfer_lines_variant on stock_transfer_lines (organization_id, variant_id);
select protect_tenant_table('stock_transfer_lines');

create trigger aa_variant_id_survivor before insert or update of variant_id on stock_transfer_lines for each row
  when (new.variant_id is not null and not moves_records()) execute function refuse_merged_stock();

-- For suggestions of what to order: from whom.
create view variant_suppliers with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id, products.supplier_id
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  where products.is_purchased;
grant select on variant_suppliers to daybook_runtime;
