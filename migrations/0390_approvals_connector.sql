-- Writes that an AI client asked for and a person decides on.

create table approvals (
  organization_id uuid not null references organizations,
  id uuid not null,
  token_id uuid not null,
  member_id uuid not null,
  action text not null check (length(action) between 1 and 64),
  -- Why a person has to do it.
  reason text not null check (reason in ('preset', 'limit', 'untrusted_text')),
  -- The request as it was sent, sealed for this row: what is carried out is what was previewed.
  sealed_input bytea not null check (length(sealed_input) <= 4000000),
  -- The same as people may read it.
  arguments jsonb not null,
  idempotency_key text check (length(idempotency_key) <= 255),
  request_hash bytea not null check (length(request_hash) = 32),
  preview jsonb not null,
  -- Of the preview, without what chance and time choose.
  plan bytea not null check (length(plan) = 32),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired', 'superseded')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by jsonb,
  note text check (length(note) <= 2000),
  result jsonb,
  problem jsonb,
  request_id text not null,
  client text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint approvals_token foreign key (organization_id, token_id) references mcp_tokens,
  constraint approvals_member foreign key (organization_id, member_id) references members,
  constraint approvals_decided check ((state in ('pending', 'expired')) = (decided_at is null))
);
-- Asking twice for the same thing waits once.
create unique index approvals_waiting on approvals (organization_id, token_id, request_hash) where state = 'pending';
create index approvals_keyed on approvals (organization_id, token_id, idempotency_key) where idempotency_key is not null;
create index approvals_made on approvals (organization_id, created_at, id);
create index approvals_of_member on approvals (organization_id, member_id, created_at, id);
select protect_tenant_table('approvals');
revoke delete on approvals from daybook_runtime;
