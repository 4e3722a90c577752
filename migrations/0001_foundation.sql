-- Users, organisations and what the operation pipeline itself writes.
-- The runtime role owns nothing and is bound by row-level security; see docs/guides/operating.md.

create extension if not exists pg_trgm;

do $$ begin
  if not exists (select from pg_roles where rolname = 'daybook_runtime') then
    create role daybook_runtime nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;
grant usage on schema public to daybook_runtime;

-- Who the transaction acts for. Null when nothing is set, so that no row matches.
create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('daybook.organization', true), '')::uuid;
create function current_user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('daybook.user', true), '')::uuid;

-- Every table of a tenant: only the current organisation's rows exist.
create function protect_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (organization_id = current_organization())', name);
  execute format('grant select, insert, update, delete on %s to daybook_runtime', name);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
end $$;

-- History: rows are added and never changed, not even by the owner by mistake.
create function protect_append_only(name regclass) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from daybook_runtime', name);
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', name);
  execute format('create trigger append_only_truncate before truncate on %s execute function refuse_change()', name);
end $$;

create table users (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  name text not null check (length(name) <= 255),
  password_hash text not null,
  locale text not null default 'en',
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz
);
create unique index users_email_key on users (lower(email));
grant select, insert, update on users to daybook_runtime;

-- One row, taken by the first registration, so that of two at once exactly one founds the installation.
create table installation (
  only_row boolean primary key default true check (only_row),
  founded_at timestamptz
);
insert into installation default values;
grant select, update on installation to daybook_runtime;

create table organizations (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  legal_name text,
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  status text not null default 'active' check (status in ('active', 'suspended', 'closing', 'deleted')),
  country char(2) not null,
  base_currency char(3) not null,
  timezone text not null,
  locale text not null default 'en',
  date_format text,
  number_format text,
  fiscal_year_start_month int not null default 1 check (fiscal_year_start_month between 1 and 12),
  fiscal_year_start_day int not null default 1 check (fiscal_year_start_day between 1 and 31),
  accounting_basis text not null default 'accrual' check (accounting_basis in ('accrual', 'cash')),
  tax_basis text not null default 'invoice' check (tax_basis in ('invoice', 'payment')),
  tax_inclusive_default boolean not null default false,
  tax_rounding text not null default 'per_document' check (tax_rounding in ('per_document', 'per_line')),
  rounding_mode text not null default 'half_up' check (rounding_mode in ('half_up', 'half_even', 'down')),
  cash_rounding_increment bigint check (cash_rounding_increment > 0),
  tax_ids jsonb not null default '[]',
  address jsonb,
  email text,
  phone text,
  website text,
  registration_number text,
  invoice_defaults jsonb not null default '{}',
  costing_method text not null default 'weighted_average' check (costing_method in ('weighted_average', 'fifo')),
  negative_stock text not null default 'deny' check (negative_stock in ('deny', 'warn', 'allow')),
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null
);
create unique index organizations_slug_key on organizations (slug);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy own on organizations using (id = current_organization());
grant select, insert, update on organizations to daybook_runtime;

-- Books are kept in one currency, under one country's law and by one costing method from the first entry on. Asked only
-- when one of them changes, so that posting pays nothing for it; the ledger's table comes with a later migration.
--
-- It looks at a table, as other guards do. All of them name their schema first and temporary tables last, which come
-- first otherwise: the service may make those, and a guard that looks at an empty one of the same name guards nothing.
create function refuse_change_of_books() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from journal_entries where organization_id = old.id) then
    raise exception 'books have begun' using errcode = 'restrict_violation', constraint = 'organizations_books_begun';
  end if;
  return new;
end $$;
create trigger books_begun before update on organizations for each row
  when ((old.base_currency, old.country, old.costing_method) is distinct from
    (new.base_currency, new.country, new.costing_method))
  execute function refuse_change_of_books();

create table roles (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('system', 'custom')),
  permissions text[] not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint roles_name_key unique (organization_id, name)
);
select protect_tenant_table('roles');

create table members (
  organization_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null references users,
  role_ids uuid[] not null check (cardinality(role_ids) between 1 and 20),
  status text not null default 'active' check (status in ('invited', 'active', 'suspended', 'removed')),
  is_owner boolean not null default false,
  title text,
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint members_user_key unique (organization_id, user_id)
);
create index members_user on members (user_id);
select protect_tenant_table('members');
-- A user may see in which organisations they are a member, whichever one is current.
create policy of_user on members for select using (user_id = current_user_id());
create policy of_member on organizations for select
  using (exists (select from members where members.organization_id = organizations.id and members.user_id = current_user_id()));

-- Members with what the team's list shows of the person behind each.
create view team_members with (security_invoker = true) as
  select members.*, users.name as user_name, users.email as user_email, users.last_login_at,
    users.totp_confirmed_at is not null as totp_enabled
  from members join users on users.id = members.user_id;
grant select on team_members to daybook_runtime;

-- Memberships that open something, with the facts a request needs of the organisation and the rights of the roles, which
-- show in the current organisation only. Who reads it also compares expires_at with their clock.
create view memberships with (security_invoker = true) as
  select members.organization_id, members.id as member_id, members.user_id, members.is_owner, members.expires_at,
    members.created_at, users.name as user_name, organizations.name as organization_name, organizations.slug,
    organizations.status, organizations.country, organizations.base_currency, organizations.timezone,
    organizations.locale,
    array(select distinct permission from roles, unnest(roles.permissions) as permission
      where roles.organization_id = members.organization_id and roles.id = any(members.role_ids)) as permissions,
    array(select roles.name from roles
      where roles.organization_id = members.organization_id and roles.id = any(members.role_ids)
      order by roles.name) as role_names
  from members
    join users on users.id = members.user_id
    join organizations on organizations.id = members.organization_id
  where members.status = 'active' and organizations.status in ('active', 'closing');
grant select on memberships to daybook_runtime;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  organization_id uuid not null references organizations,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to daybook_runtime;

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
grant select, insert, update, delete on refresh_tokens to daybook_runtime;

create table password_resets (
  hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);
grant select, insert, update, delete on password_resets to daybook_runtime;

-- Attempts at a secret: sign-ins, codes, registrations. Counted by a hash of whom they aim at and where they come from,
-- before the secret is looked at, so that neither many at once nor many nodes give more of them.
create table attempts (
  key bytea primary key,
  count int not null,
  blocked_until timestamptz,
  last_at timestamptz not null
);
create index attempts_age on attempts (last_at);
grant select, insert, update, delete on attempts to daybook_runtime;

-- Private keys of access tokens, sealed with the service's secret; the public part is computed from it, so that a row
-- written by a stranger verifies nothing. A key past its retirement does not count any more.
create table signing_keys (
  id text primary key,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
grant select, insert, update on signing_keys to daybook_runtime;

create table idempotency_keys (
  organization_id uuid not null references organizations,
  scope text not null,
  key text not null check (length(key) <= 255),
  input_hash bytea not null,
  output jsonb,
  created_at timestamptz not null,
  primary key (organization_id, scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select protect_tenant_table('idempotency_keys');

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
  after jsonb,
  door text not null,
  request_id text not null,
  idempotency_key text,
  ip text,
  user_agent text,
  mcp_client text,
  primary key (organization_id, id)
);
create index audit_log_target on audit_log (organization_id, target_id, id);
select protect_tenant_table('audit_log');
select protect_append_only('audit_log');

create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null,
  data jsonb not null,
  actor jsonb not null,
  request_id text not null,
  occurred_at timestamptz not null,
  primary key (organization_id, id)
);
select protect_tenant_table('events');
select protect_append_only('events');

-- Work for after the commit: mails, imports. Not a tenant's table, since workers serve all of them; a job names the
-- organisation it runs in, and what it does goes through operations that are bound to it.
create table jobs (
  id uuid primary key,
  organization_id uuid references organizations,
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  progress int not null default 0 check (progress between 0 and 100),
  result jsonb,
  error text,
  attempts int not null default 0,
  run_at timestamptz not null,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index jobs_due on jobs (run_at) where state in ('queued', 'running');
grant select, insert, update, delete on jobs to daybook_runtime;

-- How the numbers of each kind of record look, and when they begin again at 1. What begins again says so in the number.
create table numbering_series (
  organization_id uuid not null references organizations,
  record_type text not null,
  pattern text not null check (length(pattern) <= 40 and pattern ~ '\{SEQ(:[0-9])?\}'),
  resets text not null default 'never' check (resets in ('never', 'yearly', 'monthly')),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (organization_id, record_type),
  constraint numbering_series_repeats check (
    (resets = 'never' or pattern like '%{YYYY}%') and (resets <> 'monthly' or pattern like '%{MM}%'))
);
select protect_tenant_table('numbering_series');

-- Counters of numbers without gaps, one for each period: a document dated into last year continues last year's numbers.
-- The row is locked by the transaction that takes a number, and rolls back with it.
create table numbering_counters (
  organization_id uuid not null,
  record_type text not null,
  period text not null,
  next_number bigint not null check (next_number > 0),
  primary key (organization_id, record_type, period),
  foreign key (organization_id, record_type) references numbering_series
);
select protect_tenant_table('numbering_counters');

-- Takes the next numbers of a series, formatted. `{YYYY}` and `{MM}` come from the day, `{SEQ:5}` pads to five digits.
-- A thousand taken at once cost 2 ms, one by one in a transaction 76 ms.
create function take_numbers(organization uuid, kind text, day date, how_many int) returns text[] language plpgsql as $$
declare
  series numbering_series;
  first bigint;
  template text;
  digits int;
  taken text[];
begin
  select * into series from numbering_series where organization_id = organization and record_type = kind;
  if not found then
    raise exception 'no numbering series % for this organisation', kind;
  end if;
  insert into numbering_counters as counter (organization_id, record_type, period, next_number)
    values (organization, kind,
      case series.resets when 'yearly' then to_char(day, 'YYYY') when 'monthly' then to_char(day, 'YYYY-MM') else '' end,
      1 + how_many)
    on conflict (organization_id, record_type, period) do update set next_number = counter.next_number + how_many
    returning next_number - how_many into first;
  template := replace(replace(series.pattern, '{YYYY}', to_char(day, 'YYYY')), '{MM}', to_char(day, 'MM'));
  digits := coalesce(substring(series.pattern from '\{SEQ:([0-9])\}')::int, 1);
  for number in first .. first + how_many - 1 loop
    taken[1 + number - first] :=
      regexp_replace(template, '\{SEQ(:[0-9])?\}', lpad(number::text, greatest(length(number::text), digits), '0'));
  end loop;
  return taken;
end $$;
grant execute on function take_numbers to daybook_runtime;

create function take_number(organization uuid, kind text, day date) returns text language plpgsql as $$
begin
  return (take_numbers(organization, kind, day, 1))[1];
end $$;
grant execute on function take_number to daybook_runtime;
