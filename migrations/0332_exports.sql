-- Many documents in one file: what was asked for, how far it is, and where the file is, for the time that it is kept.
create table document_exports (
  organization_id uuid not null references organizations,
  id uuid not null,
  job_id uuid not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  -- As list_documents takes them.
  filters jsonb not null,
  -- Null until they were counted.
  total int check (total >= 0),
  done int not null default 0,
  problems int not null default 0,
  problem text check (length(problem) <= 1000),
  -- The file, which is its alone: nothing else has these bytes.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint,
  user_id uuid not null,
  permissions text[] not null,
  created_at timestamptz not null,
  created_by jsonb not null,
  finished_at timestamptz,
  expires_at timestamptz,
  constraint document_exports_end check ((status in ('queued', 'running')) = (finished_at is null)),
  constraint document_exports_file check (status <> 'completed' or (sha256 is not null and expires_at is not null))
);
create index document_exports_by_age on document_exports (organization_id, created_at, id);
alter table document_exports add primary key (organization_id, id);
create index document_exports_open on document_exports (organization_id, status)
  where status in ('queued', 'running', 'completed');
select protect_tenant_table('document_exports');

-- The documents of one, chosen once, in the order in which they are in the file.
create table document_export_items (
  organization_id uuid not null,
  export_id uuid not null,
  position int not null,
  document_id uuid not null,
  primary key (organization_id, export_id, position),
  constraint document_export_items_export_fkey foreign key (organization_id, export_id) references document_exports
    on delete cascade
);
select protect_tenant_table('document_export_items');
