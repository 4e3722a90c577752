-- The chain that says whether the audit log is still as it was written.

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
grant select, insert, delete on audit_unsealed to daybook_runtime;

-- Rows that there are already are sealed after the first start, a thousand at a time. Whoever makes this may be bound by
-- row-level security as the owner; it is lifted for the time of this migration.
alter table audit_log no force row level security;
alter table audit_heads no force row level security;
insert into audit_unsealed (organization_id, audit_id) select organization_id, id from audit_log;
insert into audit_heads (organization_id, sequence, hash, takes_older)
  select distinct organization_id, 0, decode(repeat('00', 32), 'hex'), true from audit_unsealed;
alter table audit_log force row level security;
alter table audit_heads force row level security;

-- What the log is asked for, the latest first: all of it, one person, one credential, one kind of change, one kind of
-- record, one request. The index by target begins each record's history.
create index audit_log_time on audit_log (organization_id, at, id);
create index audit_log_actor on audit_log (organization_id, (actor ->> 'id'), at, id);
create index audit_log_credential on audit_log (organization_id, credential_id, at, id) where credential_id is not null;
create index audit_log_action on audit_log (organization_id, action, at, id);
create index audit_log_kind on audit_log (organization_id, left(target_id, -27), at, id);
create index audit_log_request on audit_log (organization_id, request_id);
