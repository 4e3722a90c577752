-- What checks of the books found, kept for the time that somebody may ask.
create table book_checks (
  organization_id uuid not null references organizations,
  id uuid not null,
  checked_at timestamptz not null,
  ok boolean not null,
  -- Each check with what it found.
  checks jsonb not null,
  created_by jsonb not null,
  primary key (organization_id, id)
);
create index book_checks_by_time on book_checks (organization_id, checked_at);
select protect_tenant_table('book_checks');
