-- What the pipeline of operations keeps for itself: answers to those who repeat a call, work for after the commit, and
-- limits.

create table idempotency_keys (
  organization_id uuid not null references organizations,
  scope text not null,
  key text not null check (length(key) <= 255),
  input_hash bytea not null,
  -- The line of the audit log that has the answer, so that it is kept once.
  audit_id uuid,
  -- The answer as it was given, where the line says less or something else.
  output json,
  created_at timestamptz not null,
  primary key (organization_id, scope, key),
  constraint idempotency_keys_answer check (audit_id is not null or output is not null)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select protect_tenant_table('idempotency_keys');

-- Work for after the commit: mails, imports. Not a table of a tenant, since workers serve all of them; a job names the
-- organisation it runs in, and what it does goes through operations that are bound to it.
create table jobs (
  id uuid primary key,
  organization_id uuid references organizations,
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress int not null default 0 check (progress between 0 and 100),
  result jsonb,
  error text,
  attempts int not null default 0,
  run_at timestamptz not null,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whose turn a job waits for: its organisation's, or that of the service itself. Work is taken by turns, so that
  -- whoever has queued ten thousand jobs waits behind each other organisation once and again, and nobody behind the ten
  -- thousand.
  lane uuid not null
    generated always as (coalesce(organization_id, '00000000-0000-0000-0000-000000000000')) stored
);
-- At most one job of a kind waits for an organisation, where it says so.
create index jobs_waiting on jobs (organization_id, kind, run_at) where state = 'queued';
create index jobs_by_turns on jobs (kind, lane, run_at) where state in ('queued', 'running');
-- What people see of the work that was done for them.
create index jobs_of_organization on jobs (organization_id, created_at, id);
comment on table jobs is 'server: written with the change that asks for the work, in one transaction';
grant select, insert, update, delete on jobs to daybook_runtime;

-- What callers have asked of all nodes in the last minutes, so that limits hold however many nodes there are. The keys
-- are hashes. Nothing is lost with it that a minute would not bring back, so it is not written ahead.
create unlogged table rate_windows (
  key bytea not null,
  begun_at timestamptz not null,
  used int not null check (used >= 0),
  primary key (key, begun_at)
);
create index rate_windows_age on rate_windows (begun_at);
comment on table rate_windows is 'directory: callers are counted before it is known who they are';
grant select, insert, update, delete on rate_windows to daybook_runtime;
