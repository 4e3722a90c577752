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

-- How much is on its way to this location.
alter table stock_levels add column in_transit bigint not null default 0 check (in_transit >= 0);
