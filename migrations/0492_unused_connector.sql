-- A token that nobody uses any more ends by itself: what it was last used, made or given a new secret tells since when.
create or replace view mcp_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.expires_at as membership_ends, organizations.fiscal_year_start_month,
    organizations.fiscal_year_start_day, token.id, token.name, token.hash, token.previous_hash,
    token.previous_valid_until, token.preset, token.scopes, token.toolsets, token.allowed_actions, token.expires_at,
    token.last_used_at, token.last_used_client, token.client_id, memberships.scope, token.ip_allow, token.created_at,
    token.rotated_at
  from mcp_tokens as token
    join memberships on memberships.organization_id = token.organization_id and memberships.member_id = token.member_id
    join organizations on organizations.id = token.organization_id
  where token.revoked_at is null
    and (token.user_id is null or signed_out_after(token.user_id, token.created_at) is null);
