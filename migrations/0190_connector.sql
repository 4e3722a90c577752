-- MCP tokens: what lets an AI client act for a member, and no further than the token says.

create table mcp_tokens (
  organization_id uuid not null references organizations,
  id uuid not null,
  member_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  prefix text check (length(prefix) <= 16),
  hash bytea check (length(hash) = 32),
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
  -- A connection is what an AI client got by OAuth, where a person allowed it: a token without a secret of its own.
  -- What opens it are the access tokens that its client was given, and those end with it. Here, whose connection it is;
  -- a token with a secret of its own has none of these.
  user_id uuid,
  client_id text check (length(client_id) <= 2048),
  client_host text check (length(client_host) <= 300),
  -- How much it may write by itself, and on a day. Amounts by currency as decimals, and a number of writes:
  -- `{"max_amount_per_write": {"EUR": "500.00"}, …}`.
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  -- What the client of a token last said of itself, for who looks why something does not work:
  -- `{"protocol": "2025-06-18", "opens_pages": false, "clock_ms": 120}`, each where it was said.
  last_used_facts jsonb check (jsonb_typeof(last_used_facts) = 'object'),
  -- From where a token may be used: addresses and ranges in the form that PostgreSQL gives them. Null: from everywhere.
  ip_allow text[] check (cardinality(ip_allow) between 1 and 20),
  primary key (organization_id, id),
  constraint mcp_tokens_member foreign key (organization_id, member_id) references members,
  constraint mcp_tokens_grace check ((previous_hash is null) = (previous_valid_until is null)),
  constraint mcp_tokens_kind check (
    (hash is null) = (client_id is not null) and (hash is null) = (prefix is null)
    and (hash is null) = (user_id is not null) and (hash is null) = (client_host is not null))
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

-- Null: any member.
create function is_opened_by_token(organization uuid, member uuid) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from mcp_tokens as token
    where token.organization_id = organization and (member is null or token.member_id = member)
      and (token.hash = current_credential() or token.previous_hash = current_credential()));
end $$;

-- Here, because organizations, roles and members are made before mcp_tokens.
create policy of_credential on organizations for select using (is_opened_by_token(id, null));
create policy of_credential on roles for select using (is_opened_by_token(organization_id, null));
create policy of_credential on members for select using (is_opened_by_token(organization_id, id));

create function signed_out_after("user" uuid, at timestamptz) returns timestamptz language sql stable parallel safe
  return (select users.signed_out_at from users where users.id = "user" and users.signed_out_at >= at);

-- What an AI app tries out. Nothing of it is in the books: its writes are kept here as they were asked for, and each call
-- of its token repeats them in a transaction that is rolled back.
create table practices (
  organization_id uuid not null references organizations,
  id uuid not null,
  token_id uuid not null,
  member_id uuid not null,
  -- One whose time is over holds its token until somebody ends it: an AI app that believes to practise must not find
  -- itself in the books.
  state text not null default 'running' check (state in ('running', 'expired', 'promoted', 'ended')),
  -- In order: the call, when it was made, what it would do, and which ids it made up, by where its answer has them.
  writes jsonb not null default '[]' check (
    jsonb_typeof(writes) = 'array' and jsonb_array_length(writes) <= 20 and length(writes::text) <= 4000000),
  -- How many there were, once they are erased.
  writes_made int not null default 0 check (writes_made between 0 and 20),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by jsonb,
  created_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint practices_token foreign key (organization_id, token_id) references mcp_tokens,
  constraint practices_member foreign key (organization_id, member_id) references members,
  -- A promotion that is sent again is known by its steps until the time of the practice is over.
  constraint practices_erased check (state in ('running', 'promoted') or writes = '[]'),
  constraint practices_ended check ((state in ('running', 'expired')) = (ended_at is null)),
  constraint practices_ended_by check ((ended_at is null) = (ended_by is null))
);
create unique index practices_holding on practices (organization_id, token_id) where state in ('running', 'expired');
create index practices_made on practices (organization_id, created_at, id);
create index practices_of_member on practices (organization_id, member_id, created_at, id);
create index practices_expiring on practices (organization_id, expires_at, id)
  where state = 'running' or writes <> '[]';
select protect_tenant_table('practices');
revoke delete on practices from daybook_runtime;
select limit_to_scope('practices', 'member_id = scoped_member()');
-- Whoever presents a token is told by the same look whether it practises.
create function is_presented(organization uuid, token_id uuid) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from mcp_tokens as token
    where token.organization_id = organization and token.id = token_id
      and (token.hash = current_credential() or token.previous_hash = current_credential()));
end $$;

create policy of_credential on practices for select using (is_presented(organization_id, token_id));

-- A token with all that makes an actor of whoever presents it. Who reads it compares the hash, and the ends of token
-- and membership with their clock. A token that nobody uses any more ends by itself: when it was last used, made or
-- given a new secret tells since when.
create view mcp_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.expires_at as membership_ends, organizations.fiscal_year_start_month,
    organizations.fiscal_year_start_day, token.id, token.name, token.hash, token.previous_hash,
    token.previous_valid_until, token.preset, token.scopes, token.toolsets, token.allowed_actions, token.expires_at,
    token.last_used_at, token.last_used_client, token.client_id, memberships.scope, token.ip_allow, token.created_at,
    token.rotated_at, practice.id as practice_id
  from mcp_tokens as token
    join memberships on memberships.organization_id = token.organization_id and memberships.member_id = token.member_id
    join organizations on organizations.id = token.organization_id
    left join practices as practice on practice.organization_id = token.organization_id
      and practice.token_id = token.id and practice.state in ('running', 'expired')
  where token.revoked_at is null
    and (token.user_id is null or signed_out_after(token.user_id, token.created_at) is null);
grant select on mcp_credentials to daybook_runtime;

-- Clients that registered themselves. One that nobody allows, or that is not used any more, is forgotten.
create table oauth_clients (
  id text primary key check (length(id) <= 100),
  metadata jsonb not null check (length(metadata::text) <= 20000),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_clients_expiry on oauth_clients (expires_at);
comment on table oauth_clients is 'directory: a program registers itself before anybody allows it';
grant select, insert, update, delete on oauth_clients to daybook_runtime;

-- What is handed out on the way to a connection and while it lasts, found by the SHA-256 of its value; what belongs to
-- it is sealed with the service's key. Whoever presents one names no organisation, so that this is no table of a
-- tenant. The connection has no foreign key, since it may lie on another server: it is looked up with each use, and is
-- never deleted.
create table oauth_secrets (
  hash bytea primary key check (length(hash) = 32),
  kind text not null check (kind in ('interaction', 'code', 'access', 'refresh')),
  organization_id uuid,
  connection_id uuid,
  sealed bytea not null check (length(sealed) <= 40000),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  -- Of an access token for REST, which may have been asked for with less than its connection has.
  scopes text[] check (scopes is null or kind = 'access' and cardinality(scopes) <= 200),
  constraint oauth_secrets_whose check (
    (kind = 'interaction') = (connection_id is null) and (kind = 'interaction') = (organization_id is null))
);
create index oauth_secrets_expiry on oauth_secrets (expires_at);
comment on table oauth_secrets is 'directory: whoever presents one names no organisation';
grant select, insert, update, delete on oauth_secrets to daybook_runtime;

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
  -- What is approved belongs to the conversation that it was asked for in.
  conversation text check (length(conversation) between 1 and 200),
  -- What it came to: the line of the audit log that says what was written.
  line_id uuid,
  -- One that waits stands for every identical request of its token. Keys of later calls that asked for the same while
  -- it waited: each of them learns what became of it.
  other_keys text[] not null default '{}' check (cardinality(other_keys) <= 200),
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
-- Those that wait, by when their time is over.
create index approvals_expiring on approvals (organization_id, expires_at, id) where state = 'pending';
create unique index approvals_done on approvals (organization_id, line_id) where line_id is not null;
select protect_tenant_table('approvals');
revoke delete on approvals from daybook_runtime;
select limit_to_scope('approvals', 'member_id = scoped_member()');

-- The day is that of the organisation. The row with no currency counts writes; the others sum what they were about.
create table mcp_token_days (
  organization_id uuid not null,
  token_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^([A-Z]{3})?$'),
  writes int not null check (writes >= 0),
  amount bigint not null check (amount >= 0),
  primary key (organization_id, token_id, day, currency),
  constraint mcp_token_days_token foreign key (organization_id, token_id) references mcp_tokens
);
select protect_tenant_table('mcp_token_days');
revoke delete on mcp_token_days from daybook_runtime;

-- What AI clients wrote, in which conversation, and what of it was taken back.
create table mcp_writes (
  organization_id uuid not null,
  -- That of its line in the audit log, which says what was written.
  id uuid not null,
  -- Null of steps that no AI app took.
  token_id uuid,
  -- As the client names it, where it names one. Steps that no AI app took are a conversation of their own.
  conversation text check (length(conversation) between 1 and 200),
  at timestamptz not null,
  undone_at timestamptz,
  undone_by jsonb,
  primary key (organization_id, id),
  constraint mcp_writes_token foreign key (organization_id, token_id) references mcp_tokens,
  constraint mcp_writes_named check (token_id is not null or conversation is not null),
  constraint mcp_writes_undone check ((undone_at is null) = (undone_by is null))
);
-- A conversation is a token's writes one after the other.
create index mcp_writes_of_token on mcp_writes (organization_id, token_id, at, id);
create index mcp_writes_of_steps on mcp_writes (organization_id, conversation) where token_id is null;
select protect_tenant_table('mcp_writes');
revoke delete on mcp_writes from daybook_runtime;

-- Lines of the audit log that took a write back: after them the record is as it was before that.
create table mcp_undo_lines (
  organization_id uuid not null,
  id uuid not null,
  write_id uuid not null,
  primary key (organization_id, id),
  constraint mcp_undo_lines_write foreign key (organization_id, write_id) references mcp_writes
);
create index mcp_undo_lines_of_write on mcp_undo_lines (organization_id, write_id);
select protect_tenant_table('mcp_undo_lines');
select protect_append_only('mcp_undo_lines');

-- How far AI clients are trusted with what strangers wrote, and who approves what they ask for.
create table mcp_settings (
  organization_id uuid primary key references organizations,
  -- After which texts of others a risky write waits for a person: none, what can hold a sentence, or names too.
  ask_after text not null default 'text' check (ask_after in ('nothing', 'text', 'everything')),
  -- Whoever's token asked for a write does not approve it.
  four_eyes boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by jsonb not null
);
select protect_tenant_table('mcp_settings');
revoke delete on mcp_settings from daybook_runtime;

-- Until when a conversation counts as one that has read what others wrote. The empty name is that of clients that name
-- no conversation.
create table mcp_readings (
  organization_id uuid not null,
  token_id uuid not null,
  conversation text not null check (length(conversation) <= 200),
  text_until timestamptz,
  name_until timestamptz,
  -- What was read last.
  action text not null check (length(action) between 1 and 64),
  primary key (organization_id, token_id, conversation),
  constraint mcp_readings_token foreign key (organization_id, token_id) references mcp_tokens
);
select protect_tenant_table('mcp_readings');

-- A plan is good for one write.
create table mcp_used_plans (
  organization_id uuid not null references organizations,
  -- As the preview gave it, which no other preview did.
  plan bytea not null check (length(plan) = 32),
  -- Of the audit log: the write that was held to it.
  line_id uuid not null,
  used_at timestamptz not null,
  primary key (organization_id, plan)
);
select protect_tenant_table('mcp_used_plans');
revoke update, delete on mcp_used_plans from daybook_runtime;
