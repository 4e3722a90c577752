-- Clients, the groups they are in, and how they are found.

create extension if not exists btree_gin;

-- Row-level security keeps a condition out of an index scan unless its function is known to leak nothing of the rows it
-- turns down, and PostgreSQL does not vouch for these three. Without them a text search reads every client of the
-- organisation (310 ms at 500,000) instead of the index (8 ms). They raise no error that shows a row, and only our own
-- statements call them. Where the owner is no superuser, searches stay right and are slower.
do $$ begin
  alter function textlike(text, text) leakproof;
  alter function arraycontains(anyarray, anyarray) leakproof;
  alter function jsonb_contains(jsonb, jsonb) leakproof;
exception when insufficient_privilege then
  raise notice 'text search will not use its index: the owner of the database is no superuser';
end $$;

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
  primary key (organization_id, id),
  constraint client_groups_name_key unique (organization_id, name_key)
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
  constraint clients_number_key unique (organization_id, number),
  constraint clients_parent_not_self check (parent_id <> id),
  constraint clients_archived_at check ((status = 'archived') = (archived_at is not null)),
  constraint clients_credit_limit_currency check ((credit_limit is null) = (credit_limit_currency is null))
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
-- Last, because PostgreSQL takes the youngest of the indexes that begin with the organisation while there are no
-- statistics yet, and this is the one that foreign keys should use.
alter table clients add primary key (organization_id, id);
alter table clients add constraint clients_parent_fkey foreign key (organization_id, parent_id) references clients;
select protect_tenant_table('clients');

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

-- The next free number of the series. Numbers may also be given by hand or imported; those are stepped over, and after
-- a longer run of them the series goes on behind the highest.
create function take_client_number(organization uuid, day date) returns text language plpgsql as $$
declare
  taken text;
begin
  for attempt in 1..21 loop
    taken := take_number(organization, 'client', day);
    exit when not exists (select from clients where organization_id = organization and number = taken);
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

-- Whom an event is about, so that a client's timeline reads its own rows and no others.
alter table events add column client_id text generated always as (data ->> 'client_id') stored;
create index events_client on events (organization_id, client_id, id) where client_id is not null;
