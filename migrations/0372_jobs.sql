-- Whose turn a job waits for: its organisation's, or that of the service itself. Work is taken by turns, so that whoever
-- has queued ten thousand jobs waits behind each other organisation once and again, and nobody behind the ten thousand.
alter table jobs add column lane uuid not null
  generated always as (coalesce(organization_id, '00000000-0000-0000-0000-000000000000')) stored;
create index jobs_by_turns on jobs (kind, lane, run_at) where state in ('queued', 'running');
drop index jobs_due;

-- What people see of the work that was done for them.
create index jobs_of_organization on jobs (organization_id, created_at, id);
