-- Filters of lists that people keep, for themselves or for everyone in the organisation.

create table saved_filters (
  organization_id uuid not null references organizations,
  id uuid not null,
  member_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- The operation that lists, and what it is asked with: held to its schema when it is saved, and told when it no
  -- longer fits.
  list text not null check (length(list) between 1 and 64),
  query jsonb not null,
  shared boolean not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint saved_filters_name_key unique (organization_id, member_id, list, name),
  constraint saved_filters_member_fkey foreign key (organization_id, member_id) references members
);
create index saved_filters_by_name on saved_filters (organization_id, name, id);
create index saved_filters_by_age on saved_filters (organization_id, created_at, id);
select protect_tenant_table('saved_filters');
