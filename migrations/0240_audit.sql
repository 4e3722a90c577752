-- The log of who did what, and the chain that says whether it is still as it was written.

create table audit_log (
  organization_id uuid not null references organizations,
  id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  credential_id uuid,
  action text not null,
  effect text not null,
  target_id text,
  input jsonb not null,
  before jsonb,
  -- The answer, as it was given: whoever repeats the call gets it in this order.
  after json,
  door text not null,
  request_id text not null,
  idempotency_key text,
  ip text,
  user_agent text,
  mcp_client text,
  primary key (organization_id, id)
);
create index audit_log_target on audit_log (organization_id, target_id, id);
-- What AI clients wrote, newest first.
create index audit_log_mcp on audit_log (organization_id, at, id) where door = 'mcp';
-- What the log is asked for, the latest first: all of it, one person, one credential, one kind of change, one kind of
-- record, one request. The index by target begins each record's history.
create index audit_log_time on audit_log (organization_id, at, id);
create index audit_log_actor on audit_log (organization_id, (actor ->> 'id'), at, id);
create index audit_log_credential on audit_log (organization_id, credential_id, at, id) where credential_id is not null;
create index audit_log_action on audit_log (organization_id, action, at, id);
create index audit_log_kind on audit_log (organization_id, left(target_id, -27), at, id);
create index audit_log_request on audit_log (organization_id, request_id);
select protect_tenant_table('audit_log');
revoke update, delete, truncate on audit_log from daybook_runtime;
grant update (input, before, after) on audit_log to daybook_runtime;
select limit_to_scope('audit_log', '(actor ->> ''id'') = scoped_author()');
create trigger append_only before delete on audit_log for each row execute function refuse_change();

-- What was written may become less, where it is said here at the same time; who did what, when and to what stays.
create function refuse_unsaid_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['input', 'before', 'after'] is distinct from to_jsonb(old) - array['input', 'before', 'after']
    or not exists (select from audit_redactions
      where organization_id = old.organization_id and audit_id = old.id and redacted_at = now()) then
    raise exception 'audit_log is append-only' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return new;
end $$;

create trigger redacted_only before update on audit_log for each row execute function refuse_unsaid_change();
create trigger append_only_truncate before truncate on audit_log execute function refuse_change();

-- Whether anything was written in an organisation since a moment, beside what checks keep and what the service notes of
-- itself every night. Ids are made in the order of time, so that the last ones of the log say it.
create function was_written_since(organization uuid, moment timestamptz) returns boolean
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce((select at >= moment from audit_log
    where organization_id = organization and action not in ('keep_checks', 'announce_audit_head')
    order by id desc limit 1), false);
end;
grant execute on function was_written_since to daybook_runtime;

-- A link for every row of the log, in the order in which they were sealed: what the row says as a SHA-256 digest, and a
-- keyed hash over that and the link before. The key lies outside of the database, so that nobody who can write here can
-- make links. The row itself is not referred to: that it is gone must be told and not be refused.
create table audit_seals (
  organization_id uuid not null references organizations,
  sequence bigint not null check (sequence > 0),
  audit_id uuid not null,
  digest bytea not null check (length(digest) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (organization_id, sequence),
  constraint audit_seals_row_key unique (organization_id, audit_id)
);
select protect_tenant_table('audit_seals');
select protect_append_only('audit_seals');

-- Where the chain of each organisation ends, signed with the same key: links that were cut off its end are missed.
create table audit_heads (
  organization_id uuid primary key references organizations,
  sequence bigint not null check (sequence >= 0),
  hash bytea not null check (length(hash) = 32),
  -- Rows from before there was a chain are still being taken into it.
  takes_older boolean not null,
  sealed_at timestamptz,
  -- Null until the first link.
  signature bytea check (length(signature) = 32)
);
select protect_tenant_table('audit_heads');
revoke delete on audit_heads from daybook_runtime;

-- Rows that wait for their link, written with them in one transaction: whoever seals sees those that have committed,
-- however long that took, and no others. Not a tenant's table, since whoever seals serves all of them; it says no more
-- than that a row is there. Each bears a mark that only who holds the key can make.
create table audit_unsealed (
  organization_id uuid not null,
  audit_id uuid not null,
  -- Null: written before there were marks.
  mark bytea check (length(mark) = 16),
  primary key (organization_id, audit_id)
);
create index audit_unsealed_older on audit_unsealed (organization_id, audit_id) where mark is null;
comment on table audit_unsealed is 'server: written with the line of the log, in one transaction';
grant select, insert, delete on audit_unsealed to daybook_runtime;

-- Lines of the audit log from which personal data was taken because somebody has a right to that. The link of a line
-- stays as it was sealed; what the line says now is written here, under a mark that only who holds the key can make. A
-- line that was changed in any other way has none, and is found as before.
create table audit_redactions (
  organization_id uuid not null references organizations,
  audit_id uuid not null,
  -- Of the line as it is now.
  digest bytea not null check (length(digest) = 32),
  mark bytea not null check (length(mark) = 32),
  redacted_at timestamptz not null default now(),
  primary key (organization_id, audit_id)
);
select protect_tenant_table('audit_redactions');
revoke delete on audit_redactions from daybook_runtime;

-- Where the audit log ends, told once a day where the database cannot reach: to webhooks, and to an address of the
-- organisation's own choosing.
create table audit_notices (
  organization_id uuid primary key references organizations,
  email text check (length(email) <= 254),
  version int not null default 1,
  updated_at timestamptz,
  updated_by jsonb,
  -- What was told last.
  told_sequence bigint,
  told_hash bytea,
  told_at timestamptz
);
select protect_tenant_table('audit_notices');
revoke delete on audit_notices from daybook_runtime;
