-- API keys: what lets a program act for a member through REST, and no further than the key says.

create table api_keys (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Whoever made it: it never does what they may not.
  member_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- The beginning, by which people tell their keys apart.
  prefix text not null check (length(prefix) <= 16),
  -- No dump and no list shows a key that works.
  hash bytea not null check (length(hash) = 32),
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
  primary key (organization_id, id),
  constraint api_keys_member foreign key (organization_id, member_id) references members,
  constraint api_keys_grace check ((previous_hash is null) = (previous_valid_until is null))
);
create index api_keys_by_age on api_keys (organization_id, created_at, id);
create index api_keys_of_member on api_keys (organization_id, member_id);
-- The only indexes that do not begin with the organisation: a presented key names none.
create index api_keys_hash on api_keys (hash);
create index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null;
select protect_tenant_table('api_keys');
revoke delete on api_keys from daybook_runtime;

-- Who presents a key may see its row, and the member, roles and organisation that it acts for: one statement then
-- turns a key into an actor.
create policy of_credential on api_keys for select
  using (hash = current_credential() or previous_hash = current_credential());
create policy of_api_key on organizations for select using (exists (select from api_keys as key
  where key.organization_id = organizations.id
    and (key.hash = current_credential() or key.previous_hash = current_credential())));
create policy of_api_key on roles for select using (exists (select from api_keys as key
  where key.organization_id = roles.organization_id
    and (key.hash = current_credential() or key.previous_hash = current_credential())));
create policy of_api_key on members for select using (exists (select from api_keys as key
  where key.organization_id = members.organization_id and key.member_id = members.id
    and (key.hash = current_credential() or key.previous_hash = current_credential())));

-- A key with all that makes an actor of whoever presents it. Who reads it compares the hash, and the ends of key and
-- membership with their clock.
create view api_key_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.scope, memberships.expires_at as membership_ends, key.id, key.name, key.hash,
    key.previous_hash, key.previous_valid_until, key.scopes, key.ip_allow, key.requests_per_minute, key.limits,
    key.expires_at, key.last_used_at
  from api_keys as key
    join memberships on memberships.organization_id = key.organization_id and memberships.member_id = key.member_id
  where key.revoked_at is null;
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
