-- MCP tokens: what lets an AI client act for a member, and no further than the token says.

-- SHA-256 of the credential that came with the call, so that a token's row is found before its organisation is known.
create function current_credential() returns bytea language sql stable parallel safe
  return decode(nullif(current_setting('daybook.credential', true), ''), 'hex');

create table mcp_tokens (
  organization_id uuid not null references organizations,
  id uuid not null,
  member_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  prefix text not null check (length(prefix) <= 16),
  hash bytea not null check (length(hash) = 32),
  -- After a rotation, for as long as the caller asked, so that a client can be changed over without an outage.
  previous_hash bytea check (length(previous_hash) = 32),
  previous_valid_until timestamptz,
  rotated_at timestamptz,
  preset text not null check (preset in ('read_only', 'draft_only', 'standard', 'full')),
  -- Null: all that the member may do.
  scopes text[],
  toolsets text[],
  allowed_actions text[],
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  last_used_client text,
  revoked_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint mcp_tokens_member foreign key (organization_id, member_id) references members,
  constraint mcp_tokens_grace check ((previous_hash is null) = (previous_valid_until is null))
);
create index mcp_tokens_of_member on mcp_tokens (organization_id, member_id, created_at);
-- The only indexes that do not begin with the organisation: a presented token names none.
create index mcp_tokens_hash on mcp_tokens (hash);
create index mcp_tokens_previous_hash on mcp_tokens (previous_hash) where previous_hash is not null;
select protect_tenant_table('mcp_tokens');
revoke delete on mcp_tokens from daybook_runtime;

-- Who presents a token may see its row, and the member, roles and organisation that it acts for: one statement then
-- turns a token into an actor. Nothing else runs with this setting.
create policy of_credential on mcp_tokens for select
  using (hash = current_credential() or previous_hash = current_credential());
create policy of_credential on members for select using (exists (select from mcp_tokens as token
  where token.organization_id = members.organization_id and token.member_id = members.id
    and (token.hash = current_credential() or token.previous_hash = current_credential())));
create policy of_credential on roles for select using (exists (select from mcp_tokens as token
  where token.organization_id = roles.organization_id
    and (token.hash = current_credential() or token.previous_hash = current_credential())));
create policy of_credential on organizations for select using (exists (select from mcp_tokens as token
  where token.organization_id = organizations.id
    and (token.hash = current_credential() or token.previous_hash = current_credential())));

-- What AI clients wrote, newest first.
create index audit_log_mcp on audit_log (organization_id, at, id) where door = 'mcp';

-- A token with all that makes an actor of whoever presents it. Who reads it compares the hash, and the ends of token and
-- membership with their clock.
create view mcp_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.expires_at as membership_ends, organizations.fiscal_year_start_month,
    organizations.fiscal_year_start_day, token.id, token.name, token.hash, token.previous_hash,
    token.previous_valid_until, token.preset, token.scopes, token.toolsets, token.allowed_actions, token.expires_at,
    token.last_used_at, token.last_used_client
  from mcp_tokens as token
    join memberships on memberships.organization_id = token.organization_id and memberships.member_id = token.member_id
    join organizations on organizations.id = token.organization_id
  where token.revoked_at is null;
grant select on mcp_credentials to daybook_runtime;
