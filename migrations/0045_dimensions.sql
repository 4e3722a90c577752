-- What income and costs are told apart by beside their accounts: cost centres, projects and the like. A dimension has
-- values, and a line of a sale, an expense or an entry names one value of each at most.

create table dimensions (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is compared by: letters without case and accents.
  name_key text collate "C" not null,
  description text check (length(description) <= 1000),
  -- Accounts whose lines need a value of it, and from which day on; null where none does.
  required_for jsonb,
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
  primary key (organization_id, id),
  constraint dimensions_name_key unique (organization_id, name_key)
);
create unique index dimensions_external_id_key on dimensions (organization_id, external_id)
  where external_id is not null;
select protect_tenant_table('dimensions');

create table dimension_values (
  organization_id uuid not null references organizations,
  id uuid not null,
  dimension_id uuid not null,
  code text collate "C" not null check (length(code) between 1 and 36),
  code_key text collate "C" not null,
  name text not null check (length(name) between 1 and 255),
  name_key text collate "C" not null,
  -- Another value of the dimension that this one is a part of, and the way to it from the root.
  parent_id uuid,
  ancestor_ids uuid[] not null default '{}',
  -- Lines of other days are refused; null where it has always been or does not end.
  starts_on date,
  ends_on date,
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
  primary key (organization_id, id),
  constraint dimension_values_dimension_fkey foreign key (organization_id, dimension_id) references dimensions,
  constraint dimension_values_parent_key unique (organization_id, dimension_id, id),
  constraint dimension_values_parent_fkey foreign key (organization_id, dimension_id, parent_id)
    references dimension_values (organization_id, dimension_id, id),
  constraint dimension_values_depth check (cardinality(ancestor_ids) <= 4),
  constraint dimension_values_acyclic check (not ancestor_ids @> array[id]),
  constraint dimension_values_path check (parent_id is not distinct from ancestor_ids[cardinality(ancestor_ids)]),
  constraint dimension_values_code_key unique (organization_id, dimension_id, code_key),
  constraint dimension_values_days check (ends_on >= starts_on)
);
create unique index dimension_values_external_id_key on dimension_values (organization_id, external_id)
  where external_id is not null;
create index dimension_values_parent on dimension_values (organization_id, parent_id) where parent_id is not null;
select protect_tenant_table('dimension_values');

create view report_dimensions with (security_invoker = true) as
  select organization_id, id, name, archived_at is not null as is_archived, required_for from dimensions;
create view report_dimension_values with (security_invoker = true) as
  select organization_id, id, dimension_id, code, code_key, name, parent_id, ancestor_ids from dimension_values;
grant select on report_dimensions, report_dimension_values to daybook_runtime;
