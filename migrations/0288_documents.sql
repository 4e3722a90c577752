-- Documents that come again by themselves: each is a copy of one that there is, on its day.

create table recurring_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- The invoice that is repeated, at the prices that it has.
  document_id uuid not null,
  mode text not null check (mode in ('draft', 'issue')),
  frequency text not null check (frequency in ('day', 'week', 'month', 'year')),
  every int not null check (every between 1 and 1000),
  -- The day of the month that it was agreed on, kept where a month is shorter; 31 is each last day.
  anchor_day int check (anchor_day between 1 and 31),
  start_date date not null,
  end_date date,
  occurrences_max int check (occurrences_max between 1 and 10000),
  due_in_days int check (due_in_days between 0 and 730),
  catch_up text not null check (catch_up in ('skip', 'one', 'all')),
  status text not null check (status in ('active', 'paused', 'completed', 'cancelled')),
  -- How many occurrences there were, made or skipped; the next one is counted from here.
  occurrence int not null default 0 check (occurrence >= 0),
  next_date date,
  run_count int not null default 0 check (run_count >= 0),
  last_run_date date,
  consecutive_failures int not null default 0,
  last_error text check (length(last_error) <= 1000),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  member_id uuid not null,
  user_id uuid not null,
  permissions text[] not null,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint recurring_documents_external_id_key unique (organization_id, external_id),
  constraint recurring_documents_member_fkey foreign key (organization_id, member_id) references members,
  constraint recurring_documents_source_fkey foreign key (organization_id, document_id) references documents,
  constraint recurring_documents_end check (end_date >= start_date),
  constraint recurring_documents_one_end check (end_date is null or occurrences_max is null),
  constraint recurring_documents_next check ((next_date is null) = (status in ('completed', 'cancelled')))
);
create index recurring_documents_by_age on recurring_documents (organization_id, created_at, id);
create index recurring_documents_of_source on recurring_documents (organization_id, document_id);
select protect_tenant_table('recurring_documents');

alter table documents
  add column recurring_id uuid,
  add column occurrence_date date,
  add constraint documents_recurring_fkey foreign key (organization_id, recurring_id) references recurring_documents,
  add constraint documents_occurrence_is_whole check ((recurring_id is null) = (occurrence_date is null));
-- However often it is tried, each occurrence is made once.
create unique index documents_occurrence_key on documents (organization_id, recurring_id, occurrence_date)
  where recurring_id is not null;
