-- What a variant costs whom: tiers of its own by quantity, and lists of prices for clients and groups of clients.

-- [{"min_quantity": "1000000", "price": "499000000"}]: 1/100,000 and millionths of a minor unit, as everywhere.
alter table variants add column price_tiers jsonb not null default '[]';

create table price_lists (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is sorted and compared by: letters without case, accents and punctuation.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  currency char(3) not null,
  prices_include_tax boolean not null,
  valid_from date,
  valid_to date,
  -- Millionths of a percent, off what has no price in the list.
  percent_off bigint check (percent_off between 0 and 100000000),
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
  constraint price_lists_external_id_key unique (organization_id, external_id),
  constraint price_lists_validity check (valid_to >= valid_from)
);
-- Two lists that are in use are told apart by their names.
create unique index price_lists_name_key on price_lists (organization_id, name_key) where archived_at is null;
create index price_lists_by_name on price_lists (organization_id, name_key, id);
create index price_lists_created on price_lists (organization_id, created_at, id);
create index price_lists_updated on price_lists (organization_id, updated_at, id);
select protect_tenant_table('price_lists');

create table price_list_prices (
  organization_id uuid not null,
  price_list_id uuid not null,
  variant_id uuid not null,
  -- In 1/100,000: from this quantity on.
  min_quantity bigint not null check (min_quantity >= 0),
  price_micro bigint not null check (price_micro >= 0),
  primary key (organization_id, price_list_id, variant_id, min_quantity),
  constraint price_list_prices_list_fkey foreign key (organization_id, price_list_id) references price_lists,
  constraint price_list_prices_variant_fkey
    foreign key (organization_id, variant_id) references variants on delete cascade
);
create index price_list_prices_variant on price_list_prices (organization_id, variant_id);
select protect_tenant_table('price_list_prices');

-- Lists that may be sold by, for whoever assigns them.
create view price_lists_in_use with (security_invoker = true) as
  select organization_id, id, currency, prices_include_tax, percent_off, valid_from, valid_to
  from price_lists where archived_at is null;
create view prices_in_lists with (security_invoker = true) as
  select organization_id, price_list_id, variant_id, min_quantity, price_micro from price_list_prices;
grant select on price_lists_in_use, prices_in_lists to daybook_runtime;

alter table clients add column price_list_id uuid,
  add constraint clients_price_list_fkey foreign key (organization_id, price_list_id) references price_lists;
create index clients_price_list on clients (organization_id, price_list_id) where price_list_id is not null;
alter table client_groups add column price_list_id uuid,
  add constraint client_groups_price_list_fkey foreign key (organization_id, price_list_id) references price_lists;

-- Where the unit price of a line comes from; nothing for lines that were written before that was kept.
alter table sale_lines add column price_source text
    check (price_source in ('given', 'client_list', 'group_list', 'tier', 'variant')),
  add column price_list_id uuid,
  add constraint sale_lines_price_list_fkey foreign key (organization_id, price_list_id) references price_lists,
  add constraint sale_lines_price_list check ((price_source in ('client_list', 'group_list')) = (price_list_id is not null));
