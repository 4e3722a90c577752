-- Products that turn out to be one, as clients do: what refers to the one refers to the other from then on. Their variants
-- are paired; one that has no counterpart becomes another variant of the product that is left. Movements, layers and lines of
-- the ledger change whose they are and nothing else, so that what there is and what it is worth are the sums of both.
alter table products
  add column merged_into_id uuid,
  add constraint products_merged_into_fkey foreign key (organization_id, merged_into_id) references products,
  add constraint products_merged check (merged_into_id is null or (status = 'archived' and merged_into_id <> id));
create index products_merged_into on products (organization_id, merged_into_id) where merged_into_id is not null;
alter table variants
  add column merged_into_id uuid,
  add constraint variants_merged_into_fkey foreign key (organization_id, merged_into_id) references variants,
  add constraint variants_merged check (merged_into_id is null or (archived_at is not null and merged_into_id <> id));
create index variants_merged_into on variants (organization_id, merged_into_id) where merged_into_id is not null;

create table product_merges (
  organization_id uuid not null references organizations,
  id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  -- Variants that became one: [{from, into}].
  pairs jsonb not null,
  -- Both products and all their variants as they were, and as this made them.
  products jsonb not null,
  variants jsonb not null,
  products_after jsonb,
  variants_after jsonb,
  merged_at timestamptz not null,
  merged_by jsonb not null,
  undone_at timestamptz,
  primary key (organization_id, id),
  constraint product_merges_from_fkey foreign key (organization_id, from_id) references products,
  constraint product_merges_into_fkey foreign key (organization_id, into_id) references products,
  constraint product_merges_two check (from_id <> into_id)
);
create index product_merges_from on product_merges (organization_id, from_id);
create index product_merges_into on product_merges (organization_id, into_id);
select protect_tenant_table('product_merges');
-- Merging is for whoever sees all records, and so is what it moved.
select limit_to_scope('product_merges', 'false', true);

-- What moved from one record to another, by table and column: keys of rows; or where rows of both became one, the rows
-- before and after.
create table product_merge_rows (
  organization_id uuid not null,
  merge_id uuid not null,
  table_name text not null,
  column_name text not null,
  from_id uuid not null,
  into_id uuid not null,
  keys jsonb not null,
  after jsonb,
  count bigint not null,
  primary key (organization_id, merge_id, table_name, column_name, from_id),
  constraint product_merge_rows_merge_fkey foreign key (organization_id, merge_id) references product_merges
);
select protect_tenant_table('product_merge_rows');
revoke insert, update, delete on product_merge_rows from daybook_runtime;
select limit_to_scope('product_merge_rows', 'false', true);

-- Settings of a product stay with it, as do its variants and what a bundle is made of.
create function product_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select * from references_to('products',
    '{product_merges,variants,bundle_components,product_other_categories,product_tax_rates}',
    '{sale_lines.product_id,journal_lines.product_id}')
$$;
-- Of these a variant has one row at each place: the rows of both become one.
create function variant_sums() returns setof regclass language sql immutable
  return unnest('{stock_levels,stock_pools,price_list_prices,bundle_components}'::regclass[]);
create function variant_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select * from references_to('variants', array(select variant_sums()), '{journal_lines.variant_id}')
$$;

-- What is frozen and what is only ever added to may change whose it is, and nothing else, by the functions below.
do $$
declare
  found record;
begin
  for found in
    select distinct trigger.oid, trigger.tgname, trigger.tgrelid::regclass as relation,
      pg_get_triggerdef(trigger.oid) as definition
    from pg_trigger as trigger
    join (select * from product_references() union select * from variant_references()) as reference
      on reference.relation = trigger.tgrelid
    join pg_proc on pg_proc.oid = trigger.tgfoid
    where not trigger.tgisinternal and trigger.tgtype & 16 <> 0 and pg_proc.proname like 'refuse%'
      and pg_get_triggerdef(trigger.oid) not like '%moves_client()%'
  loop
    execute format('drop trigger %I on %s', found.tgname, found.relation);
    execute case when found.definition like '% WHEN (%'
      then regexp_replace(found.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ',
        ' WHEN ((\1) and not moves_records()) EXECUTE FUNCTION ')
      else replace(found.definition, ' EXECUTE FUNCTION ', ' WHEN (not moves_records()) EXECUTE FUNCTION ') end;
  end loop;
end $$;

-- Stock that is moved for a variant while it is merged is moved again from the start, and found merged: what was read of it
-- is not true any more. Everything that moves has a pool; lines of counts and transfers are written without one.
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
do $$
declare
  reference record;
begin
  for reference in
    select relation, name, 'products' as target from product_references()
    union all select relation, name, 'variants' from variant_references()
    union all select relation::regclass, 'variant_id', 'stock'
    from unnest('{stock_pools,stock_levels,stock_count_lines,stock_transfer_lines}'::regclass[]) as relation
  loop
    continue when reference.relation in ('journal_lines'::regclass, 'products'::regclass, 'variants'::regclass)
      or reference.target = 'variants' and reference.relation::text like 'stock%';
    execute format('create trigger aa_%1$s_survivor before insert or update of %1$I on %2$s for each row
      when (new.%1$I is not null and not moves_records()) execute function %3$s', reference.name, reference.relation,
      case when reference.target = 'stock' then 'refuse_merged_stock()'
        else format('refer_to_survivor(%L, %L)', reference.name, reference.target) end);
  end loop;
end $$;

create or replace function post_for_survivor() returns trigger language plpgsql as $$
begin
  if new.client_id is not null then
    new.client_id := coalesce((select merged_into_id from clients
      where organization_id = new.organization_id and id = new.client_id), new.client_id);
  end if;
  if new.product_id is not null then
    new.product_id := coalesce((select merged_into_id from products
      where organization_id = new.organization_id and id = new.product_id), new.product_id);
  end if;
  if new.variant_id is not null then
    new.variant_id := coalesce((select merged_into_id from variants
      where organization_id = new.organization_id and id = new.variant_id), new.variant_id);
  end if;
  return new;
end $$;
drop trigger aa_survivor on journal_lines;
create trigger aa_survivor before insert on journal_lines for each row
  when (new.client_id is not null or new.product_id is not null or new.variant_id is not null)
  execute function post_for_survivor();

-- Adds the rows of a variant to those of another, place by place.
create function fold_variant(relation regclass, organization uuid, was uuid, becomes uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  case relation::text
  when 'stock_levels' then
    update stock_levels as kept set on_hand = kept.on_hand + other.on_hand, reserved = kept.reserved + other.reserved,
      in_transit = kept.in_transit + other.in_transit, allows_negative = kept.allows_negative or other.allows_negative,
      low_armed = kept.low_armed or other.low_armed, out_armed = kept.out_armed or other.out_armed,
      low_stock_threshold = coalesce(kept.low_stock_threshold, other.low_stock_threshold),
      reorder_point = coalesce(kept.reorder_point, other.reorder_point),
      reorder_quantity = coalesce(kept.reorder_quantity, other.reorder_quantity), version = kept.version + 1
    from stock_levels as other
    where other.organization_id = organization and other.variant_id = was
      and kept.organization_id = organization and kept.variant_id = becomes and kept.location_id = other.location_id;
    delete from stock_levels as other using stock_levels as kept
    where other.organization_id = organization and other.variant_id = was
      and kept.organization_id = organization and kept.variant_id = becomes and kept.location_id = other.location_id;
  when 'stock_pools' then
    update stock_pools as kept set quantity = kept.quantity + other.quantity, value = kept.value + other.value,
      last_unit_cost = coalesce(kept.last_unit_cost, other.last_unit_cost)
    from stock_pools as other
    where other.organization_id = organization and other.variant_id = was
      and kept.organization_id = organization and kept.variant_id = becomes;
    delete from stock_pools as other
    where other.organization_id = organization and other.variant_id = was
      and exists (select from stock_pools as kept where kept.organization_id = organization and kept.variant_id = becomes);
  when 'price_list_prices' then
    -- A list says one thing of a variant: what it says of the one that is left.
    delete from price_list_prices as other using price_list_prices as kept
    where other.organization_id = organization and other.variant_id = was
      and kept.organization_id = organization and kept.variant_id = becomes and kept.price_list_id = other.price_list_id;
  when 'bundle_components' then
    update bundle_components as kept set quantity = kept.quantity + other.quantity from bundle_components as other
    where other.organization_id = organization and other.variant_id = was
      and kept.organization_id = organization and kept.variant_id = becomes and kept.product_id = other.product_id;
    delete from bundle_components as other using bundle_components as kept
    where other.organization_id = organization and other.variant_id = was
      and kept.organization_id = organization and kept.variant_id = becomes and kept.product_id = other.product_id;
  end case;
  execute format('update %s set variant_id = $1 where organization_id = $2 and variant_id = $3', relation)
  using becomes, organization, was;
end $$;

-- The rows of two variants, as JSON in one order.
create function rows_of_variants(relation regclass, organization uuid, variants uuid[]) returns jsonb
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  found jsonb;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(row) order by to_jsonb(row)::text), ''[]'') from %s as row
    where row.organization_id = $1 and row.variant_id = any ($2)', relation) into found using organization, variants;
  return found;
end $$;

-- Both products and their variants as they are, without what only counts or follows from changes.
create function rows_without_stamps(rows jsonb) returns jsonb language sql immutable
  return (select jsonb_agg(row - 'version' - 'updated_at' - 'updated_by' - 'words' order by row ->> 'id')
    from jsonb_array_elements(rows) as row);
create function rows_now(relation regclass, organization uuid, like_rows jsonb) returns jsonb
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  found jsonb;
begin
  execute format('select jsonb_agg(to_jsonb(row) order by row.id) from %s as row where row.organization_id = $1
    and row.id in (select (one ->> ''id'')::uuid from jsonb_array_elements($2) as one)', relation)
  into found using organization, like_rows;
  return found;
end $$;

-- Columns of JSON that name variants: what comes again and again, and what fees are charged as. What was issued stays.
create function variant_texts() returns table (relation regclass, name text) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  values ('recurring_expenses'::regclass, 'template'), ('reminder_policies'::regclass, 'late_fees')
$$;

-- Locks the stock of products in the order in which those who sell and count lock it.
create function lock_stock_of(products uuid[]) returns void language plpgsql as $$
declare
  theirs uuid[] := array(select id from variants
    where organization_id = current_organization() and product_id = any (products));
begin
  perform from stock_pools where organization_id = current_organization() and variant_id = any (theirs)
  order by variant_id for update;
  perform from stock_levels where organization_id = current_organization() and variant_id = any (theirs)
  order by variant_id, location_id for update;
end $$;

-- What makes that stock of two products is not simply the sum of both: counts and transfers that are under way, variants of
-- which there is less than nothing, and other ways or accounts of valuing it.
create function stock_apart(source uuid, target uuid, was uuid[], becomes uuid[])
returns table (under_way text[], is_owed boolean, is_valued_otherwise boolean, is_elsewhere boolean) language sql stable as $$
  with touched as (
    select id from variants where organization_id = current_organization() and product_id = source
    union select unnest(becomes)
  )
  select array(
      select count.number from stock_counts as count
      where count.organization_id = current_organization() and count.status in ('open', 'submitted') and exists (
        select from stock_count_lines as line where line.organization_id = count.organization_id
          and line.count_id = count.id and line.variant_id in (select id from touched))
      union all
      select coalesce(transfer.number, 'draft') from stock_transfers as transfer
      where transfer.organization_id = current_organization() and transfer.status in ('draft', 'in_transit') and exists (
        select from stock_transfer_lines as line where line.organization_id = transfer.organization_id
          and line.transfer_id = transfer.id and line.variant_id in (select id from touched))
      order by 1 limit 10),
    coalesce(bool_or(sign(one.quantity) * sign(other.quantity) < 0), false),
    coalesce(bool_or(one.costing_method <> other.costing_method), false),
    exists (
      select from stock_pools as pool
      join variants_to_move as item on item.organization_id = pool.organization_id and item.id = pool.variant_id
      where pool.organization_id = current_organization() and pool.value <> 0 and item.product_id = source
        and item.inventory_account_id is distinct from (
          select kept.inventory_account_id from variants_to_move as kept
          where kept.organization_id = current_organization() and kept.product_id = target limit 1))
  from unnest(was, becomes) as pair (was, becomes)
  left join stock_pools as one on one.organization_id = current_organization() and one.variant_id = pair.was
  left join stock_pools as other on other.organization_id = current_organization() and other.variant_id = pair.becomes
$$;

-- Moves everything of a product that is merged to the other, and keeps what it was. Both are locked by then, with their
-- stock, and say already what became of them.
create function move_product(merge uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done product_merges;
  pair record;
  reference record;
  before jsonb;
  organization uuid := current_organization();
begin
  select * into strict done from product_merges where organization_id = organization and id = merge;
  if done.products_after is not null or not exists (select from products
      where organization_id = organization and id = done.from_id and merged_into_id = done.into_id) then
    raise exception 'this is no merge that begins' using errcode = 'restrict_violation';
  end if;
  perform set_config('daybook.moves_records', 'on', true);
  for pair in select * from jsonb_to_recordset(done.pairs) as pair ("from" uuid, "into" uuid) loop
    for reference in select variant_sums() as relation loop
      before := rows_of_variants(reference.relation, organization, array[pair."from", pair."into"]);
      -- What the one has none of is the other's as it was, and need not be put back.
      continue when not exists (select from jsonb_array_elements(before) as row
        where row ->> 'variant_id' = pair."from"::text);
      perform fold_variant(reference.relation, organization, pair."from", pair."into");
      insert into product_merge_rows
      select organization, merge, reference.relation::text, 'variant_id', pair."from", pair."into", before,
        rows_of_variants(reference.relation, organization, array[pair."from", pair."into"]),
        (select count(*) from jsonb_array_elements(before) as row where row ->> 'variant_id' = pair."from"::text);
    end loop;
  end loop;
  for pair in
    select 'variants' as kind, "from", "into" from jsonb_to_recordset(done.pairs) as pair ("from" uuid, "into" uuid)
    union all select 'products', done.from_id, done.into_id
  loop
    for reference in
      select * from variant_references() where pair.kind = 'variants'
      union all select * from product_references() where pair.kind = 'products'
    loop
      insert into product_merge_rows
      select organization, merge, reference.relation::text, reference.name, pair."from", pair."into", moved.keys, null,
        moved.count
      from move_reference(reference.relation, reference.name, organization, pair."from", pair."into",
        case reference.relation::text
          when 'products' then 'row.id not in ($1, $3)'
          when 'variants' then 'row.id not in ($1, $3)'
          -- A count or transfer that is done and named both goes on naming both.
          when 'stock_count_lines' then 'not exists (select from stock_count_lines as own
            where own.organization_id = $2 and own.count_id = row.count_id and own.variant_id = $1)'
          when 'stock_transfer_lines' then 'not exists (select from stock_transfer_lines as own
            where own.organization_id = $2 and own.transfer_id = row.transfer_id and own.variant_id = $1)'
          else 'true' end) as moved
      where moved.count > 0;
    end loop;
    for reference in select * from variant_texts() where pair.kind = 'variants' loop
      insert into product_merge_rows
      select organization, merge, reference.relation::text, reference.name, pair."from", pair."into", moved.keys, null,
        moved.count
      from move_in_text(reference.relation, reference.name, organization, pair."from", pair."into") as moved
      where moved.count > 0;
    end loop;
  end loop;
  perform set_config('daybook.moves_records', 'off', true);
  update product_merges set products_after = rows_now('products', organization, done.products),
    variants_after = rows_now('variants', organization, done.variants)
  where organization_id = organization and id = merge;
end $$;

-- Why a merge cannot be undone: tables in which what moved was changed since, or is referred to by what is newer.
create function product_merge_obstacles(merge uuid) returns text[] language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done product_merges;
  kept record;
  found text[] := '{}';
  organization uuid := current_organization();
begin
  select * into strict done from product_merges where organization_id = organization and id = merge;
  if rows_without_stamps(rows_now('products', organization, done.products))
      is distinct from rows_without_stamps(done.products_after) then
    found := found || 'products'::text;
  end if;
  if rows_without_stamps(rows_now('variants', organization, done.variants))
      is distinct from rows_without_stamps(done.variants_after) then
    found := found || 'variants'::text;
  end if;
  for kept in
    select *, table_name::regclass as relation, column_name in (select name from variant_texts()) as is_text
    from product_merge_rows where organization_id = organization and merge_id = merge
  loop
    if kept.after is not null then
      if kept.after is distinct from rows_of_variants(kept.relation, organization, array[kept.from_id, kept.into_id]) then
        found := found || kept.table_name;
      end if;
    elsif kept.is_text then
      if is_text_changed(kept.relation, kept.column_name, organization, kept.from_id, kept.into_id, kept.keys) then
        found := found || kept.table_name;
      end if;
    else
      found := found
        || changed_since(kept.relation, kept.column_name, organization, merge, kept.into_id, kept.keys);
    end if;
  end loop;
  -- Goods that moved since were taken from what both had.
  if exists (select from stock_movements as movement
    join product_merge_rows as rows on rows.organization_id = organization and rows.merge_id = merge
      and rows.table_name = 'stock_movements' and movement.variant_id = rows.into_id
    where movement.organization_id = organization and movement.id > merge) then
    found := found || 'stock_movements'::text;
  end if;
  -- What was given back or posted since for what moved is the other's, and would stay.
  if exists (select from sale_lines as line
    where line.organization_id = organization and line.id > merge
      and line.original_line_id in (select (key ->> 'id')::uuid from product_merge_rows as rows,
        jsonb_array_elements(rows.keys) as key
        where rows.organization_id = organization and rows.merge_id = merge and rows.table_name = 'sale_lines')) then
    found := found || 'sale_lines'::text;
  end if;
  if exists (select from journal_entries as entry
    join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
    where entry.organization_id = organization and entry.id > merge and line.product_id = done.into_id
      and entry.source_id in (
        select (coalesce(key ->> 'sale_id', key ->> 'expense_id', key ->> 'entry_id', key ->> 'id'))::uuid
        from product_merge_rows as rows, jsonb_array_elements(rows.keys) as key
        where rows.organization_id = organization and rows.merge_id = merge and rows.after is null
          and rows.table_name <> 'journal_lines')) then
    found := found || 'journal_entries'::text;
  end if;
  return array(select distinct one from unnest(found) as one order by one);
end $$;

-- Puts everything back as it was. Both are locked, and nothing stands against it by then.
create function move_product_back(merge uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done product_merges;
  kept record;
  organization uuid := current_organization();
begin
  select * into strict done from product_merges where organization_id = organization and id = merge and undone_at is null;
  if cardinality(product_merge_obstacles(merge)) > 0 then
    raise exception 'what moved was changed since' using errcode = 'restrict_violation';
  end if;
  perform set_config('daybook.moves_records', 'on', true);
  perform restore_rows('products', organization, done.products), restore_rows('variants', organization, done.variants);
  for kept in
    select *, table_name::regclass as relation, column_name in (select name from variant_texts()) as is_text
    from product_merge_rows where organization_id = organization and merge_id = merge
  loop
    if kept.after is not null then
      execute format('delete from %s where organization_id = $1 and variant_id in ($2, $3)', kept.relation)
      using organization, kept.from_id, kept.into_id;
      execute format('insert into %1$s select * from jsonb_populate_recordset(null::%1$s, $1)', kept.relation)
      using kept.keys;
    elsif kept.is_text then
      perform move_text_back(kept.relation, kept.column_name, organization, kept.keys);
    else
      perform move_reference_back(kept.relation, kept.column_name, organization, kept.from_id, kept.keys);
    end if;
  end loop;
  perform set_config('daybook.moves_records', 'off', true);
end $$;
revoke execute on function move_product(uuid), move_product_back(uuid), product_merge_obstacles(uuid) from public;
grant execute on function move_product(uuid), move_product_back(uuid), product_merge_obstacles(uuid) to daybook_runtime;

-- Stock is moved of the variant that is left.
create or replace view variants_to_move with (security_invoker = true) as
  select variants.organization_id, variants.id, variants.product_id, product.name as product_name,
    variants.option_values, variants.sku, variants.track_inventory, variants.low_stock_threshold,
    variants.standard_cost_micro, coalesce((product.unit ->> 'decimals')::int, 5) as unit_decimals,
    coalesce(variants.negative_stock, (select organizations.negative_stock from organizations
      where organizations.id = variants.organization_id)) as negative_stock,
    coalesce(product.inventory_account_id, category.inventory_account_id) as inventory_account_id,
    coalesce(product.cogs_account_id, category.cogs_account_id) as cogs_account_id,
    case when product.status <> 'active' then product.status
      when variants.archived_at is null then 'active' else 'archived' end as status
  from variants
  cross join lateral (
    select name, unit, category_id, inventory_account_id, cogs_account_id, status from products
    where products.organization_id = variants.organization_id and products.id = variants.product_id
    offset 0) as product
  left join lateral (
    select inventory_account_id, cogs_account_id from product_categories
    where product_categories.organization_id = variants.organization_id and product_categories.id = product.category_id
    offset 0) as category on true
  where variants.merged_into_id is null;

-- Records among these that were merged, and those that are left.
create function survivors(asked uuid[]) returns table (id uuid, survivor uuid) language sql stable parallel safe
begin atomic
  select clients.id, clients.merged_into_id from clients
  where organization_id = current_organization() and clients.id = any (asked) and merged_into_id is not null
  union all
  select products.id, products.merged_into_id from products
  where organization_id = current_organization() and products.id = any (asked) and merged_into_id is not null
  union all
  select variants.id, variants.merged_into_id from variants
  where organization_id = current_organization() and variants.id = any (asked) and merged_into_id is not null;
end;
drop function client_survivors;
