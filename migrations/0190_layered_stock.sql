-- First in, first out: what came in together is a layer, and layers leave oldest first.
-- The pool of a variant is the sum of its layers, and its lock is theirs.

alter table stock_pools add column costing_method text not null default 'weighted_average'
  check (costing_method in ('weighted_average', 'fifo'));

-- A revaluation moves nothing and changes what the stock is worth by `-variance`.
alter table stock_movements drop constraint stock_movements_type_check, drop constraint stock_movements_quantity_check,
  add constraint stock_movements_type_check check (type in ('purchase_receipt', 'sale_issue', 'sale_return',
    'supplier_return', 'adjustment_in', 'adjustment_out', 'count', 'transfer_out', 'transfer_in', 'write_off',
    'opening', 'revaluation')),
  add constraint stock_movements_quantity_check check ((quantity = 0) = (type = 'revaluation'));

create or replace view report_stock_movements with (security_invoker = true) as
  select organization_id, id, variant_id, location_id, type, effective_date, occurred_at, quantity, total_cost,
    variance, case when quantity >= 0 then total_cost - variance else -total_cost end as value, source_type, source_id,
    source_line_id
  from stock_movements;

-- What is left of what a movement brought. Below zero it is what a movement took that had not come yet.
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

-- The costing method may change until something has moved. After that it changes with the pools, which say how what is
-- there is valued: whoever changes them does so first.
create function refuse_change_of_costing() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from stock_pools where organization_id = old.id order by variant_id for update;
  if not exists (select from stock_movements where organization_id = old.id) then
    update stock_pools set costing_method = new.costing_method where organization_id = old.id;
  elsif exists (select from stock_pools where organization_id = old.id and costing_method <> new.costing_method) then
    raise exception 'stock has moved' using errcode = 'restrict_violation', constraint = 'organizations_stock_moved';
  end if;
  return new;
end $$;
create trigger costing_begun before update on organizations for each row
  when (old.costing_method is distinct from new.costing_method) execute function refuse_change_of_costing();

drop trigger books_begun on organizations;
create trigger books_begun before update on organizations for each row
  when ((old.base_currency, old.country) is distinct from (new.base_currency, new.country))
  execute function refuse_change_of_books();

create view report_stock_layers with (security_invoker = true) as
  select organization_id, variant_id, movement_id, received_on, quantity, value from stock_layers where quantity <> 0;
grant select on report_stock_layers to daybook_runtime;
