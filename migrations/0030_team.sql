-- Members come, change and go, and roles say what each may do.

create table roles (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('system', 'custom')),
  permissions text[] not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
-- Nobody makes a role that looks like one of the fixed ones.
create unique index roles_name_key on roles (organization_id, lower(name));
select protect_tenant_table('roles');

create table members (
  organization_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null references users,
  role_ids uuid[] not null,
  status text not null default 'active' check (status in ('invited', 'active', 'suspended', 'removed')),
  is_owner boolean not null default false,
  title text,
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What somebody was let in with before they were suspended or removed stays shut when they come back: an access token
  -- that was made earlier than this opens nothing here.
  access_since timestamptz,
  -- What of the organisation's records the member sees; see `limit_to_scope`.
  scope text not null default 'all' check (scope in ('all', 'own', 'assigned')),
  primary key (organization_id, id),
  constraint members_user_key unique (organization_id, user_id),
  -- A role may be deleted when only those still bear it who are gone.
  constraint members_roles_check
    check (cardinality(role_ids) <= 20 and (cardinality(role_ids) >= 1 or status = 'removed')),
  constraint members_owner_sees_all check (scope = 'all' or not is_owner)
);
create index members_user on members (user_id);
select protect_tenant_table('members');

-- A user may see in which organisations they are a member, whichever one is current.
create policy of_user on members for select using (user_id = current_user_id());

-- Who holds the role of an owner is one, whichever way the role came.
create function know_owner() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_owner := exists (select from roles where roles.organization_id = new.organization_id
    and roles.id = any(new.role_ids) and roles.kind = 'system' and roles.name = 'owner');
  return new;
end $$;

create trigger know_owner before insert or update of role_ids, is_owner on members
  for each row execute function know_owner();

-- And the organisation itself.
create function is_joined(organization uuid) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from members where members.organization_id = organization
    and members.user_id = current_user_id());
end $$;

create policy of_member on organizations for select using (is_joined(id));

-- Members with what the team's list shows of the person behind each.
create view team_members with (security_invoker = true) as
  select members.organization_id, members.id, members.user_id, members.role_ids, members.status, members.is_owner,
    members.title, members.expires_at, members.version, members.created_at, members.updated_at,
    users.name as user_name, users.email as user_email, users.last_login_at,
    users.totp_confirmed_at is not null as totp_enabled, members.scope, users.locale as user_locale
  from members join users on users.id = members.user_id;

-- Memberships that open something, with the facts a request needs of the organisation and the rights of the roles,
-- which show in the current organisation only. Who reads it also compares expires_at with their clock.
create view memberships with (security_invoker = true) as
  select members.organization_id, members.id as member_id, members.user_id, members.is_owner, members.expires_at,
    members.created_at, users.name as user_name, organizations.name as organization_name, organizations.slug,
    organizations.status, organizations.country, organizations.base_currency, organizations.timezone,
    organizations.locale,
    array(select distinct permission from roles, unnest(roles.permissions) as permission
      where roles.organization_id = members.organization_id and roles.id = any(members.role_ids)) as permissions,
    array(select roles.name from roles
      where roles.organization_id = members.organization_id and roles.id = any(members.role_ids)
      order by roles.name) as role_names,
    members.access_since, members.scope,
    -- Owners keep their passwords and passkeys: a provider that fails must not shut everybody out.
    not members.is_owner and exists (select from sso_domains
      where sso_domains.domain = substring(lower(users.email) from '[^@]*$')
        and sso_domains.organization_id = members.organization_id and sso_domains.sso_only) as provider_only
  from members
    join users on users.id = members.user_id
    join organizations on organizations.id = members.organization_id
  where members.status = 'active' and organizations.status in ('active', 'closing');
grant select on team_members, memberships to daybook_runtime;

-- Invites: how somebody becomes a member.

-- Of the link in the mail only the hash is kept, so that neither a dump nor a list shows one that works.
create table invites (
  organization_id uuid not null references organizations,
  id uuid not null,
  email text not null check (length(email) <= 254),
  role_ids uuid[] not null check (cardinality(role_ids) between 1 and 20),
  -- When the access that it gives ends by itself.
  access_expires_at timestamptz,
  language text not null check (length(language) <= 35),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  token_hash bytea check (length(token_hash) = 32),
  expires_at timestamptz not null,
  -- Whose rights it rests on: they are looked at again when it is accepted.
  invited_by uuid not null,
  mails int not null check (mails > 0),
  -- The work that sends the last of them.
  mail_job uuid not null,
  -- Who became a member by it.
  member_id uuid,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  scope text not null default 'all' check (scope in ('all', 'own', 'assigned')),
  primary key (organization_id, id),
  constraint invites_inviter_fkey foreign key (organization_id, invited_by) references members,
  constraint invites_member_fkey foreign key (organization_id, member_id) references members,
  -- A link that was used or taken back is no link any more.
  constraint invites_link check ((token_hash is not null) = (status = 'pending')),
  constraint invites_lifetime check (expires_at <= updated_at + interval '7 days')
);
-- The only index that does not begin with the organisation: a presented link names none.
create unique index invites_token on invites (token_hash);
-- One at a time for each address.
create unique index invites_pending_key on invites (organization_id, email) where status = 'pending';
create index invites_by_age on invites (organization_id, created_at, id);
select protect_tenant_table('invites');
revoke delete on invites from daybook_runtime;

-- Whoever presents a link may see its row, and nothing else.
create policy of_link on invites for select using (token_hash = current_credential());
