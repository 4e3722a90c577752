-- Merging clients, and products with their variants, moves what tables of all modules hold: so it comes last. Their own
-- tables, `client_merges` and `product_merges`, are with clients and products.
--
-- Every table that refers to a client, product or variant has a trigger `aa_<column>_survivor`, and its guards ask
-- `moves_client()` or `moves_records()`; a test holds that no new one is forgotten.

-- The columns of the primary key but for the organisation.
create function key_of(relation regclass) returns text[] language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select attribute.attname::text from pg_index as index
    join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = any (index.indkey)
    where index.indrelid = relation and index.indisprimary and attribute.attname <> 'organization_id'
    order by attribute.attname)
$$;

-- Every column that refers to a record of a table, with the key of its own: all foreign keys, so that no new one is
-- forgotten, but those of tables that stand apart, and `table.column` of what refers without a key. The ledger comes
-- last: who posts for a record holds the record's lock.
create function references_to(target regclass, apart regclass[], unkeyed text[])
returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  with named as (
    select reference.conrelid as relation, attribute.attname::text as name
    from pg_constraint as reference
    join pg_attribute as attribute on attribute.attrelid = reference.conrelid and attribute.attnum = any (reference.conkey)
      and attribute.attname <> 'organization_id'
    where reference.contype = 'f' and reference.confrelid = target and reference.conrelid <> all (apart)
    union
    select split_part(other, '.', 1)::regclass, split_part(other, '.', 2) from unnest(unkeyed) as other
  )
  select named.relation::regclass, named.name, key_of(named.relation)
  from named order by named.relation = 'journal_lines'::regclass, named.relation::regclass::text, named.name
$$;

-- Condition by which rows called `row` are those whose keys are called `key`.
create function same_key(key text[]) returns text language sql immutable
  return coalesce((select string_agg(format('row.%1$I = key.%1$I', one), ' and ') from unnest(key) as one), 'true');

-- Moves what refers by a column, as far as a condition on `row` allows, and answers the keys of what moved.
create function move_reference(relation regclass, name text, organization uuid, was uuid, becomes uuid, allowed text,
  out keys jsonb, out count bigint) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('with moved as (
      update %1$s as row set %2$I = $1 where row.organization_id = $2 and row.%2$I = $3 and %4$s
      returning jsonb_build_object(%3$s) as key)
    select jsonb_agg(key), count(*) from moved', relation, name,
    (select string_agg(format('%L, row.%I', one, one), ', ') from unnest(key_of(relation)) as one), allowed)
  into keys, count using becomes, organization, was;
end $$;

create function move_reference_back(relation regclass, name text, organization uuid, was uuid, keys jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('update %1$s as row set %2$I = $1 from jsonb_populate_recordset(null::%1$s, $2) as key
    where row.organization_id = $3 and %3$s', relation, name, same_key(key_of(relation)))
  using was, keys, organization;
end $$;

-- Tables in which what moved by a column was changed since, or is referred to by what is newer than the merge.
create function changed_since(relation regclass, name text, organization uuid, merge uuid, becomes uuid, keys jsonb)
returns text[] language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  other record;
  found text[] := '{}';
  is_found boolean;
begin
  execute format('select exists (select from jsonb_populate_recordset(null::%1$s, $1) as key
      left join %1$s as row on row.organization_id = $2 and %2$s
      where row.%3$I is distinct from $3)', relation, same_key(key_of(relation)), name)
  into is_found using keys, organization, becomes;
  if is_found then
    found := found || relation::text;
  end if;
  -- Ids are in the order of time: what has a greater one than the merge came after it.
  for other in
    select reference.conrelid::regclass as relation, attribute.attname::text as name
    from pg_constraint as reference
    join pg_attribute as attribute on attribute.attrelid = reference.conrelid
      and attribute.attnum = any (reference.conkey) and attribute.attname <> 'organization_id'
    where reference.contype = 'f' and reference.confrelid = changed_since.relation
      and key_of(changed_since.relation) = array['id'] and attribute.attname <> 'merged_into_id'
      and changed_since.relation <> 'clients'::regclass
      and exists (select from pg_attribute as own where own.attrelid = reference.conrelid and own.attname = 'id'
        and own.atttypid = 'uuid'::regtype)
  loop
    execute format('select exists (select from %1$s where organization_id = $1 and id > $2
      and %2$I in (select (key ->> ''id'')::uuid from jsonb_array_elements($3) as key))', other.relation, other.name)
    into is_found using organization, merge, keys;
    if is_found then
      found := found || other.relation::text;
    end if;
  end loop;
  return found;
end $$;

-- Writes the one for the other wherever a column of JSON names it, and answers the keys with what the column was.
create function move_in_text(relation regclass, name text, organization uuid, was uuid, becomes uuid,
  out keys jsonb, out count bigint) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('with moved as (
      select row.* from %1$s as row where row.organization_id = $1 and strpos(row.%2$I::text, $2::text) > 0
      order by %3$s for update
    ), written as (
      update %1$s as row set %2$I = replace(key.%2$I::text, $2::text, $3::text)::jsonb
      from moved as key where row.organization_id = $1 and %4$s
    )
    select jsonb_agg(jsonb_build_object(%5$s)), count(*) from moved', relation, name,
    coalesce((select string_agg(format('row.%I', one), ', ') from unnest(key_of(relation)) as one), 'row.organization_id'),
    same_key(key_of(relation)),
    (select string_agg(format('%L, moved.%I', one, one), ', ') from unnest(key_of(relation) || name) as one))
  into keys, count using organization, was, becomes;
end $$;

create function move_text_back(relation regclass, name text, organization uuid, keys jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('update %1$s as row set %2$I = key.%2$I from jsonb_populate_recordset(null::%1$s, $1) as key
    where row.organization_id = $2 and %3$s', relation, name, same_key(key_of(relation))) using keys, organization;
end $$;

create function is_text_changed(relation regclass, name text, organization uuid, was uuid, becomes uuid, keys jsonb)
returns boolean language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_found boolean;
begin
  execute format('select exists (select from jsonb_populate_recordset(null::%1$s, $1) as key
    left join %1$s as row on row.organization_id = $2 and %3$s
    where row.%2$I is distinct from replace(key.%2$I::text, $3::text, $4::text)::jsonb)', relation, name,
    same_key(key_of(relation))) into is_found using keys, organization, was, becomes;
  return is_found;
end $$;

-- Puts records back as they were, but for what counts their changes.
create function restore_rows(relation regclass, organization uuid, kept jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute (select format('update %1$s as row set %2$s from jsonb_populate_recordset(null::%1$s, $1) as kept
      where row.organization_id = $2 and row.id = kept.id', relation, string_agg(format('%1$I = kept.%1$I', attname), ', '))
    from pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('organization_id', 'id', 'version', 'updated_at', 'updated_by'))
  using kept, organization;
end $$;

-- Every column that refers to a client, with the key of its table: all foreign keys, so that no new one is forgotten,
-- and what refers without one. Settings of a client and kept sums are not among them: of those a client has its own
-- already. The ledger comes last: who posts for a record holds the record's lock.
create function client_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select * from references_to('clients', '{client_tax_ids,client_merges,client_reminders,client_templates}',
    '{late_fees.client_id,reminders.client_id,journal_lines.client_id}')
$$;

-- The rows of kept sums as they are added to those of a client, or taken from them.
create function add_client_sums(relation regclass, organization uuid, client uuid, rows jsonb, sign int) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  amounts text[];
  key text[];
begin
  select array_agg(attname::text order by attnum) filter (where attnum <> all (indkey)),
    array_agg(attname::text order by attnum) filter (where attnum = any (indkey))
  into amounts, key
  from pg_attribute join pg_index on indrelid = attrelid and indisprimary
  where attrelid = relation and attnum > 0 and not attisdropped;
  execute format('insert into %1$s as kept (%2$s, %3$s)
    select %4$s, %5$s from jsonb_populate_recordset(null::%1$s, $3) as row
    on conflict (%2$s) do update set %6$s', relation,
    (select string_agg(quote_ident(one), ', ') from unnest(key) as one),
    (select string_agg(quote_ident(one), ', ') from unnest(amounts) as one),
    (select string_agg(case one when 'organization_id' then '$1' when 'client_id' then '$2'
      else 'row.' || quote_ident(one) end, ', ') from unnest(key) as one),
    (select string_agg('$4 * row.' || quote_ident(one), ', ') from unnest(amounts) as one),
    (select string_agg(format('%1$I = kept.%1$I + excluded.%1$I', one), ', ') from unnest(amounts) as one))
  using organization, client, rows, sign;
  execute format('delete from %s where organization_id = $1 and client_id = $2 and %s', relation,
    (select string_agg(format('%I = 0', one), ' and ') from unnest(amounts) as one)) using organization, client;
end $$;

create function client_sums() returns setof regclass language sql immutable
  return unnest(array['client_months', 'client_currency_months', 'client_flows']::regclass[]);

-- Of these a client has one row: that of the client who is left stays, if there is one.
create function client_settings() returns setof regclass language sql immutable
  return unnest(array['client_reminders', 'client_templates']::regclass[]);

-- Moves everything of a client who is merged to the other, and keeps what it was. Both are locked by then.
create function move_client(merge uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done client_merges;
  reference record;
  relation regclass;
  organization uuid := current_organization();
begin
  select * into strict done from client_merges where organization_id = organization and id = merge;
  if not exists (select from clients where organization_id = organization and id = done.from_id
      and merged_into_id = done.into_id)
    or exists (select from client_merge_rows where organization_id = organization and merge_id = merge) then
    raise exception 'this is no merge that begins' using errcode = 'restrict_violation';
  end if;
  perform set_config('daybook.moves_records', 'on', true);
  update documents set issued_to_id = client_id
  where organization_id = organization and client_id = done.from_id and issued_at is not null and issued_to_id is null;
  for reference in select * from client_references() loop
    insert into client_merge_rows
    select organization, merge, reference.relation::text, reference.name, moved.keys, moved.count
    from move_reference(reference.relation, reference.name, organization, done.from_id, done.into_id,
      case when reference.relation = 'clients'::regclass then 'row.id not in ($1, $3)' else 'true' end) as moved
    where moved.count > 0;
  end loop;
  for relation in select * from client_settings() loop
    execute format('with moved as (
        update %1$s set client_id = $1 where organization_id = $2 and client_id = $3
          and not exists (select from %1$s as own where own.organization_id = $2 and own.client_id = $1)
        returning client_id)
      insert into client_merge_rows
      select $2, $4, %2$L, ''client_id'', ''[{}]'', 1 from moved', relation, relation::text)
    using done.into_id, organization, done.from_id, merge;
  end loop;
  insert into client_merge_rows
  select organization, merge, 'recurring_expenses', 'template', moved.keys, moved.count
  from move_in_text('recurring_expenses', 'template', organization, done.from_id, done.into_id) as moved
  where moved.count > 0;
  for relation in select * from client_sums() loop
    execute format('with moved as (delete from %1$s where organization_id = $1 and client_id = $2 returning *)
      insert into client_merge_rows
      select $1, $3, %2$L, ''client_id'', jsonb_agg(to_jsonb(moved)), count(*) from moved having count(*) > 0',
      relation, relation::text) using organization, done.from_id, merge;
    perform add_client_sums(relation, organization, done.into_id, keys, 1) from client_merge_rows
    where organization_id = organization and merge_id = merge and table_name = relation::text;
  end loop;
  perform set_config('daybook.moves_records', 'off', true);
end $$;

-- Why a merge cannot be undone: tables in which what moved was changed since, or is referred to by what is newer.
create function client_merge_obstacles(merge uuid) returns text[] language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done client_merges;
  kept record;
  found text[] := '{}';
  organization uuid := current_organization();
begin
  select * into strict done from client_merges where organization_id = organization and id = merge;
  for kept in select * from moved_of_client(organization, merge) loop
    found := found || changed_since(kept.relation, kept.name, organization, merge, done.into_id, kept.keys);
  end loop;
  -- Schedules are put back as they were, if they still are as they were made.
  if exists (select from client_merge_rows where organization_id = organization and merge_id = merge
      and column_name = 'template'
      and is_text_changed('recurring_expenses', 'template', organization, done.from_id, done.into_id, keys)) then
    found := found || 'recurring_expenses'::text;
  end if;
  -- What was posted since for a record that moved is the other's, and would stay.
  if exists (select from journal_entries as entry
    join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
    where entry.organization_id = organization and entry.id > merge and line.client_id = done.into_id
      and entry.source_id in (select (key ->> 'id')::uuid from client_merge_rows as rows,
        jsonb_array_elements(rows.keys) as key
        where rows.organization_id = organization and rows.merge_id = merge and key ? 'id')) then
    found := found || 'journal_entries'::text;
  end if;
  return array(select distinct one from unnest(found) as one order by one);
end $$;

create function restore_client_row(organization uuid, client uuid, kept jsonb, tax_ids text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform restore_rows('clients', organization, jsonb_build_array(kept));
  delete from client_tax_ids where organization_id = organization and client_id = client;
  insert into client_tax_ids (organization_id, client_id, key)
  select distinct organization, client, one from unnest(tax_ids) as one;
end $$;

-- Puts everything back as it was. Both are locked, and nothing stands against it by then.
create function move_client_back(merge uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done client_merges;
  relation regclass;
  organization uuid := current_organization();
begin
  select * into strict done from client_merges where organization_id = organization and id = merge and undone_at is null;
  if cardinality(client_merge_obstacles(merge)) > 0 then
    raise exception 'what moved was changed since' using errcode = 'restrict_violation';
  end if;
  perform set_config('daybook.moves_records', 'on', true);
  perform restore_client_row(organization, done.from_id, done.from_row, done.from_tax_ids);
  perform restore_client_row(organization, done.into_id, done.into_row, done.into_tax_ids);
  perform move_reference_back(kept.relation, kept.name, organization, done.from_id, kept.keys)
  from moved_of_client(organization, merge) as kept;
  for relation in select * from client_settings() loop
    execute format('update %s set client_id = $1 where organization_id = $2 and client_id = $3 and exists (
      select from client_merge_rows where organization_id = $2 and merge_id = $4 and table_name = %L)',
      relation, relation::text) using done.from_id, organization, done.into_id, merge;
  end loop;
  perform move_text_back('recurring_expenses', 'template', organization, keys) from client_merge_rows
  where organization_id = organization and merge_id = merge and column_name = 'template';
  for relation in select * from client_sums() loop
    perform add_client_sums(relation, organization, done.into_id, keys, -1),
      add_client_sums(relation, organization, done.from_id, keys, 1)
    from client_merge_rows
    where organization_id = organization and merge_id = merge and table_name = relation::text;
  end loop;
  update documents set issued_to_id = null
  where organization_id = organization and client_id = done.from_id and issued_to_id = done.from_id;
  perform set_config('daybook.moves_records', 'off', true);
end $$;

revoke execute on function move_client(uuid), move_client_back(uuid), client_merge_obstacles(uuid) from public;

grant execute on function move_client(uuid), move_client_back(uuid), client_merge_obstacles(uuid)
  to daybook_runtime, daybook_scoped;

-- What moved of a client, with the column that it refers by.
create function moved_of_client(organization uuid, merge uuid) returns table (relation regclass, name text, keys jsonb)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select reference.relation, reference.name, rows.keys from client_merge_rows as rows
  join client_references() as reference on reference.relation::text = rows.table_name and reference.name = rows.column_name
  where rows.organization_id = organization and rows.merge_id = merge
$$;

-- Settings of a product stay with it, as do its variants and what a bundle is made of.
create function product_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select * from references_to('products',
    '{product_merges,variants,bundle_components,product_other_categories,product_tax_rates,file_links}',
    '{sale_lines.product_id,journal_lines.product_id}')
$$;

-- Of these a variant has one row at each place: the rows of both become one.
create function variant_sums() returns setof regclass language sql immutable
  return unnest('{stock_levels,stock_pools,price_list_prices,bundle_components}'::regclass[]);

create function variant_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select * from references_to('variants', array(select variant_sums()), '{journal_lines.variant_id}')
$$;

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

-- What makes that stock of two products is not simply the sum of both: counts and transfers that are under way,
-- variants of which there is less than nothing, and other ways or accounts of valuing it.
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
