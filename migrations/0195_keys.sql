-- API keys and OAuth apps: what lets a program act for a member through REST, and no further than the key says.

-- Programs that an organisation registered, by which its members connect their accounts with them.
create table oauth_apps (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  redirect_uris text[] not null check (cardinality(redirect_uris) <= 10),
  -- The most that it is ever given, whatever was allowed it when it could have more.
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  -- Of its secret; a public app, which could not keep one, has none.
  prefix text check (length(prefix) <= 16),
  hash bytea check (length(hash) = 32),
  previous_hash bytea check (length(previous_hash) = 32),
  previous_valid_until timestamptz,
  rotated_at timestamptz,
  -- Kept for the audit log and for its connections, which end with it.
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint oauth_apps_secret check ((hash is null) = (prefix is null)),
  constraint oauth_apps_grace check ((previous_hash is null) = (previous_valid_until is null))
);
create index oauth_apps_by_age on oauth_apps (organization_id, created_at, id) where deleted_at is null;
select protect_tenant_table('oauth_apps');
revoke delete on oauth_apps from daybook_runtime;

create table api_keys (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Whoever made it: it never does what they may not.
  member_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- The beginning, by which people tell their keys apart.
  prefix text check (length(prefix) <= 16),
  -- No dump and no list shows a key that works.
  hash bytea check (length(hash) = 32),
  -- After a rotation, for as long as the caller asked, so that a program can be changed over without an outage.
  previous_hash bytea check (length(previous_hash) = 32),
  previous_valid_until timestamptz,
  rotated_at timestamptz,
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  -- From where it may be used: addresses and ranges in the form that PostgreSQL gives them. Null: from everywhere.
  ip_allow text[] check (cardinality(ip_allow) between 1 and 20),
  requests_per_minute int check (requests_per_minute > 0),
  -- How much it may write at once and on a day: `{"max_amount_per_write": {"EUR": "500.00"}, …}`.
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- What somebody allowed an app is a key without a secret of its own: what opens it are the access tokens that the app
  -- was given, and those end with it.
  app_id uuid,
  -- Whoever allowed it. Null where the app acts on its own, by its client credentials.
  user_id uuid,
  primary key (organization_id, id),
  constraint api_keys_app foreign key (organization_id, app_id) references oauth_apps,
  constraint api_keys_kind check (
    (hash is null) = (app_id is not null) and (hash is null) = (prefix is null)
    and (user_id is null or app_id is not null)),
  constraint api_keys_member foreign key (organization_id, member_id) references members,
  constraint api_keys_grace check ((previous_hash is null) = (previous_valid_until is null))
);
create index api_keys_by_age on api_keys (organization_id, created_at, id);
create index api_keys_of_member on api_keys (organization_id, member_id);
-- The only indexes that do not begin with the organisation: a presented key names none.
create index api_keys_hash on api_keys (hash);
create index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null;
create index api_keys_of_app on api_keys (organization_id, app_id, created_at, id) where app_id is not null;
create unique index api_keys_own on api_keys (organization_id, app_id)
  where app_id is not null and user_id is null and revoked_at is null;
select protect_tenant_table('api_keys');
revoke delete on api_keys from daybook_runtime;

-- Who presents a key may see its row, and the member, roles and organisation that it acts for: one statement then
-- turns a key into an actor.
create policy of_credential on api_keys for select
  using (hash = current_credential() or previous_hash = current_credential());
-- Null: any member.
create function is_opened_by_key(organization uuid, member uuid) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from api_keys as key
    where key.organization_id = organization and (member is null or key.member_id = member)
      and (key.hash = current_credential() or key.previous_hash = current_credential()));
end $$;

create policy of_api_key on organizations for select using (is_opened_by_key(id, null));
create policy of_api_key on roles for select using (is_opened_by_key(organization_id, null));
create policy of_api_key on members for select using (is_opened_by_key(organization_id, id));

-- A key with all that makes an actor of whoever presents it. Who reads it compares the hash, and the ends of key and
-- membership with their clock. An app does no more than it is registered for now; signing out everywhere ends what that
-- person allowed.
create view api_key_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.scope, memberships.expires_at as membership_ends, key.id,
    coalesce(app.name, key.name) as name, key.hash, key.previous_hash, key.previous_valid_until,
    case when key.app_id is null then key.scopes
      else array(select unnest(key.scopes) intersect select unnest(app.scopes) order by 1) end as scopes,
    key.ip_allow, key.requests_per_minute, key.limits, key.expires_at, key.last_used_at, key.app_id,
    key.user_id as allowed_by, key.created_at
  from api_keys as key
    join memberships on memberships.organization_id = key.organization_id and memberships.member_id = key.member_id
    left join oauth_apps as app on app.organization_id = key.organization_id and app.id = key.app_id
  where key.revoked_at is null and app.deleted_at is null
    and (key.user_id is null or signed_out_after(key.user_id, key.created_at) is null);
grant select on api_key_credentials to daybook_runtime;

-- The day is that of the organisation. The row with no currency counts writes; the others sum what they were about.
create table api_key_days (
  organization_id uuid not null,
  key_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^([A-Z]{3})?$'),
  writes int not null check (writes >= 0),
  amount bigint not null check (amount >= 0),
  primary key (organization_id, key_id, day, currency),
  constraint api_key_days_key foreign key (organization_id, key_id) references api_keys
);
select protect_tenant_table('api_key_days');
revoke delete on api_key_days from daybook_runtime;
