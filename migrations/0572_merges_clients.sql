-- Clients that turn out to be one. Everything that refers to the one refers to the other from then on, the lines of the
-- ledger too: no amount, no account and no day changes with it, only whose they are. Reading both wherever one is asked for
-- was tried on paper first: forty queries of eight modules would have to think of it, and the forty-first forgets.
alter table clients
  add column merged_into_id uuid,
  add constraint clients_merged_into_fkey foreign key (organization_id, merged_into_id) references clients,
  add constraint clients_merged check (merged_into_id is null or (status = 'archived' and merged_into_id <> id));
create index clients_merged_into on clients (organization_id, merged_into_id) where merged_into_id is not null;

-- What was printed names whom it was issued to, and the chain of hashes holds that.
alter table documents add column issued_to_id uuid;
create or replace function document_hash(document documents) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
    'type', document.type, 'number', document.number, 'series_period', document.series_period,
    'series_place', document.series_place, 'prev_hash', document.prev_hash, 'issue_date', document.issue_date,
    'sale_id', case when document.type not in ('quote', 'proforma') then document.sale_id end,
    'client_id', coalesce(document.issued_to_id, document.client_id), 'client_name', document.client_name,
    'currency', document.currency,
    'total', document.total, 'priced', document.priced, 'snapshot', document.snapshot, 'title', document.title,
    'buyer_reference', document.buyer_reference, 'po_number', document.po_number, 'project', document.project,
    'corrects_document_id', document.corrects_document_id, 'correction_reason', document.correction_reason,
    'notes', document.notes, 'terms', document.terms, 'footer', document.footer, 'language', document.language,
    'content', document.content,
    'lines', (select jsonb_agg(line.content order by line.position) from document_lines as line
      where line.organization_id = document.organization_id and line.document_id = document.id)
  ))::text, 'UTF8')), 'hex')
$$;

create table client_merges (
  organization_id uuid not null references organizations,
  id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  -- Both as they were, so that it can be undone; empty once one of them was erased.
  from_row jsonb,
  into_row jsonb,
  from_tax_ids text[] not null,
  into_tax_ids text[] not null,
  -- The version of the client that is left, as this made it.
  into_version int not null,
  merged_at timestamptz not null,
  merged_by jsonb not null,
  undone_at timestamptz,
  primary key (organization_id, id),
  constraint client_merges_from_fkey foreign key (organization_id, from_id) references clients,
  constraint client_merges_into_fkey foreign key (organization_id, into_id) references clients,
  constraint client_merges_two check (from_id <> into_id)
);
create index client_merges_from on client_merges (organization_id, from_id);
create index client_merges_into on client_merges (organization_id, into_id);
select protect_tenant_table('client_merges');
select limit_to_scope('client_merges', 'exists (select from clients
  where clients.organization_id = client_merges.organization_id and clients.id = client_merges.into_id)', true);

-- What moved, by table and column: keys of rows, or of kept sums the rows themselves.
create table client_merge_rows (
  organization_id uuid not null,
  merge_id uuid not null,
  table_name text not null,
  column_name text not null,
  keys jsonb not null,
  count bigint not null,
  primary key (organization_id, merge_id, table_name, column_name),
  constraint client_merge_rows_merge_fkey foreign key (organization_id, merge_id) references client_merges
);
select protect_tenant_table('client_merge_rows');
revoke insert, update, delete on client_merge_rows from daybook_runtime;
select limit_to_scope('client_merge_rows', 'exists (select from client_merges
  where client_merges.organization_id = client_merge_rows.organization_id
    and client_merges.id = client_merge_rows.merge_id)', true);

-- Whether rows are moving from one client to another, and nothing of them changes but that. The service cannot say so
-- itself: it never runs as the owner, but in the functions below.
create function moves_client() returns boolean language sql stable
  -- Never null: a trigger does not fire on a condition that is, and everything would be free to change.
  return coalesce(current_setting('daybook.moves_client', true), '') = 'on'
    and current_user not in ('daybook_runtime', 'daybook_scoped');

-- Every column that refers to a client, with the key of its table: all foreign keys, so that no new one is forgotten, and
-- what refers without one. Settings of a client and kept sums are not among them: of those a client has its own already.
-- The ledger comes last: who posts for a record holds the record's lock.
create function client_references() returns table (relation regclass, name text, key text[]) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  with named as (
    select reference.conrelid as relation, reference.conrelid::regclass::text as label, attribute.attname::text as name
    from pg_constraint as reference
    join pg_attribute as attribute on attribute.attrelid = reference.conrelid and attribute.attnum = any (reference.conkey)
      and attribute.attname <> 'organization_id'
    where reference.contype = 'f' and reference.confrelid = 'public.clients'::regclass
      and reference.conrelid not in ('public.client_tax_ids'::regclass, 'public.client_merges'::regclass,
        'public.client_reminders'::regclass, 'public.client_templates'::regclass)
    union
    select relation::regclass, relation, 'client_id'
    from unnest(array['late_fees', 'reminders', 'journal_lines']) as other (relation)
  )
  select named.relation::regclass, named.name, array(
    select attribute.attname::text from pg_index as index
    join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = any (index.indkey)
    where index.indrelid = named.relation and index.indisprimary and attribute.attname <> 'organization_id'
    order by attribute.attname)
  from named order by named.label = 'journal_lines', named.label, named.name
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
    join client_references() as reference on reference.relation = trigger.tgrelid
    join pg_proc on pg_proc.oid = trigger.tgfoid
    where not trigger.tgisinternal and trigger.tgtype & 16 <> 0 and pg_proc.proname like 'refuse%'
  loop
    execute format('drop trigger %I on %s', found.tgname, found.relation);
    execute case when found.definition like '% WHEN (%'
      then regexp_replace(found.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ',
        ' WHEN ((\1) and not moves_client()) EXECUTE FUNCTION ')
      else replace(found.definition, ' EXECUTE FUNCTION ', ' WHEN (not moves_client()) EXECUTE FUNCTION ') end;
  end loop;
end $$;

-- A record that is written for a client while they are merged is the other's. The key is locked as a foreign key would,
-- so that it waits for the merge and then sees it.
create function refer_to_survivor() returns trigger language plpgsql as $$
declare
  survivor uuid;
  name text := tg_argv[0];
begin
  execute format('select merged_into_id from clients where organization_id = $1.organization_id and id = $1.%I
    for key share', name) into survivor using new;
  if survivor is not null then
    new := jsonb_populate_record(new, jsonb_build_object(name, survivor));
  end if;
  return new;
end $$;
create function post_for_survivor() returns trigger language plpgsql as $$
declare
  survivor uuid;
begin
  select merged_into_id into survivor from clients where organization_id = new.organization_id and id = new.client_id;
  new.client_id := coalesce(survivor, new.client_id);
  return new;
end $$;
do $$
declare
  reference record;
begin
  for reference in select * from client_references() where relation not in ('journal_lines'::regclass, 'clients'::regclass)
  loop
    -- Before others by its name, which look at the client.
    execute format('create trigger aa_%s_survivor before insert or update of %I on %s for each row
      when (new.%I is not null and not moves_client()) execute function refer_to_survivor(%L)',
      reference.name, reference.name, reference.relation, reference.name, reference.name);
  end loop;
end $$;
create trigger aa_survivor before insert on journal_lines for each row when (new.client_id is not null)
  execute function post_for_survivor();

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
  perform set_config('daybook.moves_client', 'on', true);
  update documents set issued_to_id = client_id
  where organization_id = organization and client_id = done.from_id and issued_at is not null and issued_to_id is null;
  for reference in select * from client_references() loop
    execute format('with moved as (
        update %1$s as row set %2$I = $1 where organization_id = $2 and %2$I = $3 %5$s
        returning jsonb_build_object(%3$s) as key)
      insert into client_merge_rows
      select $2, $4, %4$L, %2$L, jsonb_agg(key), count(*) from moved having count(*) > 0',
      reference.relation, reference.name,
      (select string_agg(format('%L, row.%I', one, one), ', ') from unnest(reference.key) as one),
      reference.relation::text,
      case when reference.relation = 'clients'::regclass then 'and row.id not in ($1, $3)' else '' end)
    using done.into_id, organization, done.from_id, merge;
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
  with moved as (
    select id, template from recurring_expenses
    where organization_id = organization and strpos(template::text, done.from_id::text) > 0 order by id for update
  ), kept as (
    insert into client_merge_rows
    select organization, merge, 'recurring_expenses', 'template',
      jsonb_agg(jsonb_build_object('id', id, 'template', template)), count(*) from moved having count(*) > 0
  )
  update recurring_expenses as row
  set template = replace(moved.template::text, done.from_id::text, done.into_id::text)::jsonb
  from moved where row.organization_id = organization and row.id = moved.id;
  for relation in select * from client_sums() loop
    execute format('with moved as (delete from %1$s where organization_id = $1 and client_id = $2 returning *)
      insert into client_merge_rows
      select $1, $3, %2$L, ''client_id'', jsonb_agg(to_jsonb(moved)), count(*) from moved having count(*) > 0',
      relation, relation::text) using organization, done.from_id, merge;
    perform add_client_sums(relation, organization, done.into_id, keys, 1) from client_merge_rows
    where organization_id = organization and merge_id = merge and table_name = relation::text;
  end loop;
  perform set_config('daybook.moves_client', 'off', true);
end $$;

-- Why a merge cannot be undone: tables in which what moved was changed since, or is referred to by what is newer.
create function client_merge_obstacles(merge uuid) returns text[] language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done client_merges;
  kept record;
  other record;
  found text[] := '{}';
  is_found boolean;
  organization uuid := current_organization();
begin
  select * into strict done from client_merges where organization_id = organization and id = merge;
  for kept in
    select rows.*, reference.key from client_merge_rows as rows
    join client_references() as reference
      on reference.relation::text = rows.table_name and reference.name = rows.column_name
    where rows.organization_id = organization and rows.merge_id = merge
  loop
    execute format('select exists (select from jsonb_populate_recordset(null::%1$s, $1) as key
        left join %1$s as row on row.organization_id = $2 and %2$s
        where row.%3$I is distinct from $3)', kept.table_name,
      (select string_agg(format('row.%1$I = key.%1$I', one), ' and ') from unnest(kept.key) as one), kept.column_name)
    into is_found using kept.keys, organization, done.into_id;
    if is_found then
      found := found || kept.table_name;
    end if;
    -- Ids are in the order of time: what has a greater one than the merge came after it.
    for other in
      select reference.conrelid::regclass as relation, attribute.attname::text as name
      from pg_constraint as reference
      join pg_attribute as attribute on attribute.attrelid = reference.conrelid
        and attribute.attnum = any (reference.conkey) and attribute.attname <> 'organization_id'
      where reference.contype = 'f' and reference.confrelid = kept.table_name::regclass
        and kept.key = array['id'] and kept.table_name <> 'clients'
        and exists (select from pg_attribute as own where own.attrelid = reference.conrelid and own.attname = 'id'
          and own.atttypid = 'uuid'::regtype)
    loop
      execute format('select exists (select from %1$s where organization_id = $1 and id > $2
        and %2$I in (select (key ->> ''id'')::uuid from jsonb_array_elements($3) as key))', other.relation, other.name)
      into is_found using organization, merge, kept.keys;
      if is_found then
        found := found || other.relation::text;
      end if;
    end loop;
  end loop;
  -- Schedules are put back as they were, if they still are as they were made.
  if exists (select from client_merge_rows as rows, jsonb_array_elements(rows.keys) as key
    left join recurring_expenses as row on row.organization_id = organization and row.id = (key ->> 'id')::uuid
    where rows.organization_id = organization and rows.merge_id = merge and rows.column_name = 'template'
      and row.template is distinct from
        replace((key -> 'template')::text, done.from_id::text, done.into_id::text)::jsonb) then
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
  execute (select format('update clients as row set %s from jsonb_populate_record(null::clients, $1) as kept
      where row.organization_id = $2 and row.id = $3', string_agg(format('%1$I = kept.%1$I', attname), ', '))
    from pg_attribute where attrelid = 'clients'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('organization_id', 'id', 'version', 'updated_at', 'updated_by'))
  using kept, organization, client;
  delete from client_tax_ids where organization_id = organization and client_id = client;
  insert into client_tax_ids (organization_id, client_id, key)
  select distinct organization, client, one from unnest(tax_ids) as one;
end $$;

-- Puts everything back as it was. Both are locked, and nothing stands against it by then.
create function move_client_back(merge uuid) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  done client_merges;
  kept record;
  relation regclass;
  organization uuid := current_organization();
begin
  select * into strict done from client_merges where organization_id = organization and id = merge and undone_at is null;
  if cardinality(client_merge_obstacles(merge)) > 0 then
    raise exception 'what moved was changed since' using errcode = 'restrict_violation';
  end if;
  perform set_config('daybook.moves_client', 'on', true);
  perform restore_client_row(organization, done.from_id, done.from_row, done.from_tax_ids);
  perform restore_client_row(organization, done.into_id, done.into_row, done.into_tax_ids);
  for kept in
    select rows.*, reference.key from client_merge_rows as rows
    join client_references() as reference
      on reference.relation::text = rows.table_name and reference.name = rows.column_name
    where rows.organization_id = organization and rows.merge_id = merge
  loop
    execute format('update %1$s as row set %2$I = $1 from jsonb_populate_recordset(null::%1$s, $2) as key
      where row.organization_id = $3 and %3$s', kept.table_name, kept.column_name,
      (select string_agg(format('row.%1$I = key.%1$I', one), ' and ') from unnest(kept.key) as one))
    using done.from_id, kept.keys, organization;
  end loop;
  for relation in select * from client_settings() loop
    execute format('update %s set client_id = $1 where organization_id = $2 and client_id = $3 and exists (
      select from client_merge_rows where organization_id = $2 and merge_id = $4 and table_name = %L)',
      relation, relation::text) using done.from_id, organization, done.into_id, merge;
  end loop;
  update recurring_expenses as row set template = key -> 'template'
  from client_merge_rows as rows, jsonb_array_elements(rows.keys) as key
  where rows.organization_id = organization and rows.merge_id = merge and rows.column_name = 'template'
    and row.organization_id = organization and row.id = (key ->> 'id')::uuid;
  for relation in select * from client_sums() loop
    perform add_client_sums(relation, organization, done.into_id, keys, -1),
      add_client_sums(relation, organization, done.from_id, keys, 1)
    from client_merge_rows
    where organization_id = organization and merge_id = merge and table_name = relation::text;
  end loop;
  update documents set issued_to_id = null
  where organization_id = organization and client_id = done.from_id and issued_to_id = done.from_id;
  perform set_config('daybook.moves_client', 'off', true);
end $$;
revoke execute on function move_client(uuid), move_client_back(uuid), client_merge_obstacles(uuid) from public;
grant execute on function move_client(uuid), move_client_back(uuid), client_merge_obstacles(uuid)
  to daybook_runtime, daybook_scoped;

-- The id of a client who was merged means the client who is left.
create or replace function seen_client(asked uuid) returns uuid language sql stable parallel safe
begin atomic
  select survivor.id from clients as named
  join clients as survivor on survivor.organization_id = named.organization_id
    and survivor.id = coalesce(named.merged_into_id, named.id)
  where named.organization_id = current_organization() and named.id = asked;
end;

-- Those of some clients who were merged, and the clients that are left.
create function client_survivors(asked uuid[]) returns table (id uuid, survivor uuid) language sql stable parallel safe
begin atomic
  select clients.id, clients.merged_into_id from clients
  where organization_id = current_organization() and clients.id = any (asked) and merged_into_id is not null;
end;
