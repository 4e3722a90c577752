-- What merges share, whatever is merged: moving what refers to the one to the other, and telling whether it may go back.
-- Clients were the first of them.

-- Whether rows are moving from one record to another, and nothing of them changes but that. Never null: a trigger does not
-- fire on a condition that is. The service cannot say so itself: it never runs as the owner, but in functions of the owner.
create function moves_records() returns boolean language sql stable
  return coalesce(current_setting('daybook.moves_records', true), '') = 'on'
    and current_user not in ('daybook_runtime', 'daybook_scoped');
create or replace function moves_client() returns boolean language sql stable
  return moves_records();

create function key_of(relation regclass) returns text[] language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select attribute.attname::text from pg_index as index
    join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = any (index.indkey)
    where index.indrelid = relation and index.indisprimary and attribute.attname <> 'organization_id'
    order by attribute.attname)
$$;

-- Every column that refers to a record of a table, with the key of its own: all foreign keys, so that no new one is
-- forgotten, but those of tables that stand apart, and `table.column` of what refers without a key. The ledger comes last:
-- who posts for a record holds the record's lock.
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

create or replace function client_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select * from references_to('clients', '{client_tax_ids,client_merges,client_reminders,client_templates}',
    '{late_fees.client_id,reminders.client_id,journal_lines.client_id}')
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

create or replace function restore_client_row(organization uuid, client uuid, kept jsonb, tax_ids text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform restore_rows('clients', organization, jsonb_build_array(kept));
  delete from client_tax_ids where organization_id = organization and client_id = client;
  insert into client_tax_ids (organization_id, client_id, key)
  select distinct organization, client, one from unnest(tax_ids) as one;
end $$;

create or replace function move_client(merge uuid) returns void language plpgsql
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

-- What moved of a client, with the column that it refers by.
create function moved_of_client(organization uuid, merge uuid) returns table (relation regclass, name text, keys jsonb)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select reference.relation, reference.name, rows.keys from client_merge_rows as rows
  join client_references() as reference on reference.relation::text = rows.table_name and reference.name = rows.column_name
  where rows.organization_id = organization and rows.merge_id = merge
$$;

create or replace function client_merge_obstacles(merge uuid) returns text[] language plpgsql
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

create or replace function move_client_back(merge uuid) returns void language plpgsql
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

-- A record that is written for another while that is merged is the survivor's; the table of it is the second argument. The
-- key is locked as a foreign key would, so that it waits for the merge and then sees it.
create or replace function refer_to_survivor() returns trigger language plpgsql as $$
declare
  survivor uuid;
  name text := tg_argv[0];
begin
  execute format('select merged_into_id from %I where organization_id = $1.organization_id and id = $1.%I
    for key share', coalesce(tg_argv[1], 'clients'), name) into survivor using new;
  if survivor is not null then
    new := jsonb_populate_record(new, jsonb_build_object(name, survivor));
  end if;
  return new;
end $$;
