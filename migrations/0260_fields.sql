-- What an organisation says of the fields of its own that its records have. Records keep them as they are, in
-- custom_fields; they are held to this when they are written.

create table custom_fields (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (length(kind) between 1 and 40),
  key text not null check (length(key) between 1 and 40),
  label text not null check (length(label) between 1 and 100),
  description text check (length(description) <= 500),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice', 'url')),
  required boolean not null,
  choices text[] not null default '{}',
  position int not null check (position >= 0),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  primary key (organization_id, id),
  constraint custom_fields_key_key unique (organization_id, kind, key),
  constraint custom_fields_choices check ((type = 'choice') = (cardinality(choices) > 0))
);
create index custom_fields_in_order on custom_fields (organization_id, position, id);
create index custom_fields_by_age on custom_fields (organization_id, created_at, id);
select protect_tenant_table('custom_fields');

create table custom_field_rules (
  organization_id uuid primary key references organizations,
  refuse_unknown text[] not null,
  version int not null,
  updated_at timestamptz not null
);
select protect_tenant_table('custom_field_rules');
