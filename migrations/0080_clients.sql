-- Clients, the groups they are in, and how they are found.

create table client_groups (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is compared by: letters without case and accents.
  name_key text collate "C" not null,
  kind text not null default 'manual' check (kind in ('manual')),
  description text check (length(description) <= 1000),
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  price_list_id uuid,
  primary key (organization_id, id),
  constraint client_groups_name_key unique (organization_id, name_key),
  constraint client_groups_price_list_fkey foreign key (organization_id, price_list_id) references price_lists
);
create unique index client_groups_external_id_key on client_groups (organization_id, external_id)
  where external_id is not null;
select protect_tenant_table('client_groups');

create table clients (
  organization_id uuid not null references organizations,
  id uuid not null,
  number text collate "C" not null check (length(number) between 1 and 40),
  type text not null check (type in ('business', 'individual')),
  status text not null default 'active' check (status in ('active', 'archived')),
  display_name text not null check (length(display_name) between 1 and 255),
  -- The name to sort and compare by: letters without case, accents and punctuation, cut to what a cursor can carry.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  legal_name text check (length(legal_name) <= 255),
  first_name text check (length(first_name) <= 255),
  last_name text check (length(last_name) <= 255),
  lifecycle text not null check (lifecycle in ('lead', 'active', 'inactive', 'churned')),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['customer', 'supplier']),
  email text check (length(email) <= 254),
  phone text check (length(phone) <= 40),
  phone_normalized text check (length(phone_normalized) <= 40),
  website text check (length(website) <= 2000),
  contacts jsonb not null default '[]',
  billing_address jsonb,
  shipping_addresses jsonb not null default '[]',
  tax_ids jsonb not null default '[]',
  tax_status text not null check (tax_status in ('taxable', 'exempt', 'reverse_charge')),
  default_tax_rate_ids uuid[] not null default '{}',
  -- What lines of its sales and bills are for unless they say otherwise, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
  currency char(3),
  payment_terms jsonb,
  language text check (length(language) <= 35),
  -- Millionths of a percent.
  discount_percent bigint check (discount_percent between 0 and 100000000),
  -- Minor units of its own currency, so that a change of the client's currency does not change what the limit is worth.
  credit_limit bigint check (credit_limit >= 0),
  credit_limit_currency char(3),
  credit_hold boolean not null default false,
  -- Not a table of memberships: every list shows the groups, few lists filter by them. A group is locked while a client
  -- joins it, and leaves every client in the transaction that deletes it.
  group_ids uuid[] not null default '{}',
  do_not_contact boolean not null default false,
  notes_internal text check (length(notes_internal) <= 5000),
  notes_public text check (length(notes_public) <= 5000),
  parent_id uuid,
  -- All that `q` looks through, in letters without case and accents.
  search_text text not null,
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  price_list_id uuid,
  e_invoicing jsonb not null default '{}',
  -- What is kept about a client is removed for good where somebody asks for that and no law wants it kept.
  erased_at timestamptz,
  words tsvector not null generated always as (find_words(search_text, name_key)) stored,
  -- Whose client it is, for members who see only those.
  assigned_to uuid,
  -- Clients that turn out to be one. Everything that refers to the one refers to the other from then on, the lines of
  -- the ledger too: no amount, no account and no day changes with it, only whose they are. Reading both wherever one is
  -- asked for was tried on paper first: forty queries of eight modules would have to think of it, and the forty-first
  -- forgets.
  merged_into_id uuid,
  constraint clients_number_key unique (organization_id, number),
  constraint clients_parent_not_self check (parent_id <> id),
  constraint clients_archived_at check ((status = 'archived') = (archived_at is not null)),
  constraint clients_credit_limit_currency check ((credit_limit is null) = (credit_limit_currency is null)),
  constraint clients_price_list_fkey foreign key (organization_id, price_list_id) references price_lists,
  constraint clients_erased_is_archived check (erased_at is null or status = 'archived'),
  constraint clients_assigned_to_fkey foreign key (organization_id, assigned_to) references members,
  constraint clients_merged check (merged_into_id is null or (status = 'archived' and merged_into_id <> id))
);
create unique index clients_external_id_key on clients (organization_id, external_id) where external_id is not null;
create index clients_created on clients (organization_id, created_at, id);
create index clients_updated on clients (organization_id, updated_at, id);
create index clients_name on clients (organization_id, name_key, id);
create index clients_email on clients (organization_id, email) where email is not null;
create index clients_parent on clients (organization_id, parent_id) where parent_id is not null;
create index clients_find on clients
  using gin (organization_id, search_text gin_trgm_ops, tags, group_ids, custom_fields jsonb_path_ops)
  -- In kB. New rows wait in a list that every search reads: 4 MB of them, the default, cost 2 ms each time.
  with (gin_pending_list_limit = 64);
create index clients_price_list on clients (organization_id, price_list_id) where price_list_id is not null;
create index clients_words on clients using gin (organization_id, words);
-- Both are partial so that nothing else takes them: see the primary key below.
create index clients_assigned on clients (organization_id, assigned_to, created_at, id) where assigned_to is not null;
create index clients_author on clients (organization_id, (created_by ->> 'id'), created_at, id)
  where (created_by ->> 'id') is not null;
create index clients_merged_into on clients (organization_id, merged_into_id) where merged_into_id is not null;
-- Whoever adds a client is told of others with the same telephone number.
create index clients_phone on clients (organization_id, phone_normalized) where phone_normalized is not null;
-- Formats of e-invoices that clients take are asked for together.
create index clients_e_invoicing on clients (organization_id) where e_invoicing ->> 'format' is not null;
-- Last, because PostgreSQL takes the youngest of the indexes that begin with the organisation while there are no
-- statistics yet, and this is the one that foreign keys should use.
alter table clients add primary key (organization_id, id);
alter table clients add constraint clients_parent_fkey foreign key (organization_id, parent_id) references clients;
alter table clients add constraint clients_merged_into_fkey
  foreign key (organization_id, merged_into_id) references clients;
select protect_tenant_table('clients');

-- Each rule looks at a table whose own rule was made before it, down to clients: whoever sees a client sees all of its
-- account, since sums of a part of it would be wrong. What has no client is seen by whoever made it.
select limit_to_scope('clients', 'assigned_to = assigned_member() or (created_by ->> ''id'') = own_author()');

-- Here, because manual_entry_lines is made before clients.
alter table manual_entry_lines add constraint manual_entry_lines_client_fkey
  foreign key (organization_id, client_id) references clients;
-- Here, because client_months is made before clients.
select limit_to_scope('client_months', 'exists (select from clients
  where clients.organization_id = client_months.organization_id and clients.id = client_months.client_id)', true);
-- Here, because client_currency_months is made before clients.
select limit_to_scope('client_currency_months', 'exists (select from clients
  where clients.organization_id = client_currency_months.organization_id
    and clients.id = client_currency_months.client_id)', true);
-- Here, because client_flows is made before clients.
select limit_to_scope('client_flows', 'exists (select from clients
  where clients.organization_id = client_flows.organization_id and clients.id = client_flows.client_id)', true);
-- Here, because products is made before clients.
alter table products add constraint products_supplier_fkey
  foreign key (organization_id, supplier_id) references clients;

-- Who has a tax id. The client's row is the record of them; this is only how a second client with the same is noticed.
create table client_tax_ids (
  organization_id uuid not null references organizations,
  client_id uuid not null,
  -- Type and value.
  key text collate "C" not null check (length(key) <= 80),
  primary key (organization_id, client_id, key),
  constraint client_tax_ids_client_fkey foreign key (organization_id, client_id) references clients on delete cascade
);
create index client_tax_ids_key on client_tax_ids (organization_id, key);
select protect_tenant_table('client_tax_ids');
select limit_to_scope('client_tax_ids', 'exists (select from clients
  where clients.organization_id = client_tax_ids.organization_id and clients.id = client_tax_ids.client_id)', true);

-- The next free number of the series. Numbers may also be given by hand or imported; those are stepped over, and after
-- a longer run of them the series goes on behind the highest. It looks at all of the organisation, whoever asks.
create function take_client_number(organization uuid, day date) returns text language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken text;
begin
  for attempt in 1..21 loop
    taken := take_number(organization, 'client', day);
    -- In the order of numbers, which only the index of numbers has: while there are no statistics yet, the plan that is
    -- kept was to read every client of the organisation, at each of the ten thousand that an import brings.
    exit when taken is distinct from (select number from clients
      where organization_id = organization and number >= taken order by number limit 1);
    if attempt = 20 then
      update numbering_counters as counter set next_number = greatest(next_number, 1 + (
          select max(substring(number from '([0-9]{1,15})[^0-9]*$')::bigint) from clients
          where organization_id = organization
            and starts_with(number, regexp_replace(taken, '[0-9]+[^0-9]*$', ''))))
        from numbering_series as series
        where series.organization_id = organization and series.record_type = 'client'
          and counter.organization_id = organization and counter.record_type = 'client'
          and counter.period = case series.resets
            when 'yearly' then to_char(day, 'YYYY') when 'monthly' then to_char(day, 'YYYY-MM') else '' end;
    end if;
  end loop;
  return taken;
end $$;
grant execute on function take_client_number to daybook_runtime;

-- So many at once, the same as one after the other: together where all of them are free, as they nearly always are.
create function take_client_numbers(organization uuid, day date, how_many int) returns text[] language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken text[];
begin
  if how_many = 1 then
    return array[take_client_number(organization, day)];
  end if;
  taken := take_numbers(organization, 'client', day, how_many);
  -- In the order of numbers, as above.
  if exists (select from unnest(taken) as one (number) where one.number = (select clients.number from clients
      where organization_id = organization and clients.number >= one.number order by clients.number limit 1)) then
    raise exception 'taken by hand' using errcode = 'no_data_found';
  end if;
  return taken;
exception when no_data_found then
  return array(select take_client_number(organization, day) from generate_series(1, how_many));
end $$;
grant execute on function take_client_numbers to daybook_runtime;

create function refuse_unseen_supplier() returns trigger language plpgsql as $$
begin
  if current_user = 'daybook_scoped' and not exists (select from clients
    where organization_id = new.organization_id and id = new.supplier_id) then
    perform refuse_unseen('products_supplier_fkey');
  end if;
  return new;
end $$;

create trigger sees_supplier before insert on products for each row
  when (new.supplier_id is not null) execute function refuse_unseen_supplier();
create trigger sees_other_supplier before update of supplier_id on products for each row
  when ((new.supplier_id is not null and new.supplier_id is distinct from old.supplier_id) and not moves_client())
  execute function refuse_unseen_supplier();

-- Records that everybody works with may refer to clients that a narrow scope does not show, such as the supplier of a
-- product. Answers leave their ids out; what is stored stays.

-- True also for clients that the caller does not see: without it, a client that was deleted just now would be hidden
-- too.
create function client_is_there(organization uuid, client uuid) returns boolean language sql stable parallel safe security definer
set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from clients where organization_id = organization and id = client);
end;
revoke execute on function client_is_there(uuid, uuid) from public;
grant execute on function client_is_there(uuid, uuid) to daybook_runtime, daybook_scoped;

-- Those among some clients that are there and that the caller does not see.
create function unseen_clients(organization uuid, ids uuid[]) returns setof uuid language sql stable parallel safe
begin atomic
  select id from unnest(ids) as asked (id)
  where not exists (select from clients where clients.organization_id = organization and clients.id = asked.id)
    and client_is_there(organization, asked.id);
end;

-- The client that an id means to the caller, so that nothing is found by the id of one that they do not see. That of a
-- client who was merged means the client who is left, by `case`: behind row security an index finds nothing that
-- `coalesce` is compared with, and all clients were read.
create function seen_client(asked uuid) returns uuid language sql stable parallel safe
begin atomic
  select survivor.id from clients as named
  join clients as survivor on survivor.organization_id = named.organization_id
    and survivor.id = case when named.merged_into_id is null then named.id else named.merged_into_id end
  where named.organization_id = current_organization() and named.id = asked;
end;

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
