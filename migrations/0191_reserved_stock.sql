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

-- Until when a draft holds its goods.
alter table sales add column reserved_until timestamptz,
  add constraint sales_reserved_draft check (reserved_until is null or confirmed_at is null);

-- How long stock is held where nothing else is said.
alter table organizations add column reservation_minutes int not null default 1440
  check (reservation_minutes between 1 and 525600);
