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

-- At most one job of a kind waits for an organisation, where it says so.
create index jobs_waiting on jobs (organization_id, kind, run_at) where state = 'queued';

-- Organisations that there are begin tonight, spread over some hours; from then on each goes by its own clock. Whoever
-- makes this may be bound by row-level security as the owner; it is lifted for the time of this migration.
alter table organizations no force row level security;
insert into jobs (id, organization_id, kind, payload, run_at, created_at, updated_at)
  select gen_random_uuid(), id, 'check_books', '{}',
    date_trunc('day', now()) + interval '1 day' + random() * interval '4 h', now(), now()
  from organizations;
alter table organizations force row level security;

-- Whether anything was written in an organisation since a moment, beside what checks keep. Ids are made in the order of
-- time, so that the last ones of the log say it.
create function was_written_since(organization uuid, moment timestamptz) returns boolean
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce((select at >= moment from audit_log
    where organization_id = organization and action <> 'keep_checks' order by id desc limit 1), false);
end;
grant execute on function was_written_since to daybook_runtime;
