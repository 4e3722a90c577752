-- Connections: what an AI client got by OAuth, where a person allowed it. A connection is an MCP token without a secret of
-- its own; what opens it are the access tokens that its client was given, and those end with it.

-- When this person last signed out everywhere: connections that are older have ended.
alter table users add column signed_out_at timestamptz;

create function signed_out_after("user" uuid, at timestamptz) returns timestamptz language sql stable parallel safe
  return (select users.signed_out_at from users where users.id = "user" and users.signed_out_at >= at);

alter table mcp_tokens
  alter column hash drop not null,
  alter column prefix drop not null,
  -- Whose connection it is; a token with a secret of its own has none of these.
  add column user_id uuid references users,
  add column client_id text check (length(client_id) <= 2048),
  add column client_host text check (length(client_host) <= 300),
  add constraint mcp_tokens_kind check (
    (hash is null) = (client_id is not null) and (hash is null) = (prefix is null)
    and (hash is null) = (user_id is not null) and (hash is null) = (client_host is not null));

create or replace view mcp_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.expires_at as membership_ends, organizations.fiscal_year_start_month,
    organizations.fiscal_year_start_day, token.id, token.name, token.hash, token.previous_hash,
    token.previous_valid_until, token.preset, token.scopes, token.toolsets, token.allowed_actions, token.expires_at,
    token.last_used_at, token.last_used_client, token.client_id
  from mcp_tokens as token
    join memberships on memberships.organization_id = token.organization_id and memberships.member_id = token.member_id
    join organizations on organizations.id = token.organization_id
  where token.revoked_at is null
    and (token.user_id is null or signed_out_after(token.user_id, token.created_at) is null);

-- Clients that registered themselves. One that nobody allows, or that is not used any more, is forgotten.
create table oauth_clients (
  id text primary key check (length(id) <= 100),
  metadata jsonb not null check (length(metadata::text) <= 20000),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_clients_expiry on oauth_clients (expires_at);
grant select, insert, update, delete on oauth_clients to daybook_runtime;

-- What is handed out on the way to a connection and while it lasts, found by the SHA-256 of its value; what belongs to it is
-- sealed with the service's key. Whoever presents one names no organisation, so that this is no table of a tenant.
create table oauth_secrets (
  hash bytea primary key check (length(hash) = 32),
  kind text not null check (kind in ('interaction', 'code', 'access', 'refresh')),
  organization_id uuid,
  connection_id uuid,
  sealed bytea not null check (length(sealed) <= 40000),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint oauth_secrets_connection foreign key (organization_id, connection_id) references mcp_tokens,
  constraint oauth_secrets_whose check (
    (kind = 'interaction') = (connection_id is null) and (kind = 'interaction') = (organization_id is null))
);
create index oauth_secrets_expiry on oauth_secrets (expires_at);
grant select, insert, update, delete on oauth_secrets to daybook_runtime;
