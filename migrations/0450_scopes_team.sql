-- Members who see only some of the records: those that they made, or those of clients that are assigned to them.
--
-- Their transactions run as a role of their own, `daybook_scoped`. It may do exactly what `daybook_runtime` may, and
-- restrictive policies that are made for it alone narrow what it sees. A condition in everybody's policies that is true
-- for most would have been less to set up, but every plan would have changed: counts could not be made from indexes
-- alone, and how many rows there are would be guessed wrongly. Like this, whoever sees all pays nothing.

do $$ begin
  if not exists (select from pg_roles where rolname = 'daybook_scoped') then
    create role daybook_scoped nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  -- It becomes that role where it must, and is not bound by its policies before.
  if (select rolinherit from pg_roles where rolname = 'daybook_runtime') then
    alter role daybook_runtime noinherit;
  end if;
  if not exists (select from pg_auth_members
    where roleid = 'daybook_scoped'::regrole and member = 'daybook_runtime'::regrole) then
    grant daybook_scoped to daybook_runtime;
  end if;
end $$;
grant usage on schema public to daybook_scoped;

-- Gives `daybook_scoped` what `daybook_runtime` has, and nothing else. Called after migrations: none can forget it.
create function share_rights() returns void language plpgsql as $$
declare
  change record;
begin
  for change in
    with held as (
      select relation.oid, relation.relkind, right_.privilege_type, right_.grantee::regrole::text as role
      from pg_class as relation, aclexplode(relation.relacl) as right_
      where relation.relnamespace = 'public'::regnamespace
        and right_.grantee in ('daybook_runtime'::regrole, 'daybook_scoped'::regrole)
    )
    select oid, relkind, privilege_type, bool_or(role = 'daybook_runtime') as is_wanted
    from held group by oid, relkind, privilege_type
    having bool_or(role = 'daybook_runtime') <> bool_or(role = 'daybook_scoped')
  loop
    execute format('%s %s on %s %s %s daybook_scoped', case when change.is_wanted then 'grant' else 'revoke' end,
      change.privilege_type, case when change.relkind = 'S' then 'sequence' else 'table' end, change.oid::regclass,
      case when change.is_wanted then 'to' else 'from' end);
  end loop;
end $$;

-- What those policies compare with. Null where nothing is set, so that no row matches.
create function scoped_member() returns uuid language sql stable parallel safe
  return nullif(current_setting('daybook.member', true), '')::uuid;
create function scoped_author() returns text language sql stable parallel safe
  return nullif(current_setting('daybook.author', true), '');
-- Whose clients are seen, by assignment or by who added them: one of the two is null.
create function assigned_member() returns uuid language sql stable parallel safe
  return case when current_setting('daybook.scope', true) = 'assigned' then scoped_member() end;
create function own_author() returns text language sql stable parallel safe
  return case when current_setting('daybook.scope', true) = 'own' then scoped_author() end;
-- Whether a record was made by whoever acts.
create function is_own(created_by jsonb) returns boolean language sql stable parallel safe
  return (created_by ->> 'id') = scoped_author();

-- Narrows what members with a scope see of a table, and what they may write there. Of a part of something it is enough
-- that they see the whole: both may be written by one statement, which does not see what it writes.
create function limit_to_scope(name regclass, rule text, is_part boolean default false) returns void
language plpgsql as $$
begin
  execute format('create policy scope on %s as restrictive to daybook_scoped using (%s) with check (%s)', name, rule,
    case when is_part then 'true' else rule end);
end $$;

alter table members
  add column scope text not null default 'all' check (scope in ('all', 'own', 'assigned')),
  add constraint members_owner_sees_all check (scope = 'all' or not is_owner);
alter table invites add column scope text not null default 'all' check (scope in ('all', 'own', 'assigned'));

create or replace view team_members with (security_invoker = true) as
  select members.organization_id, members.id, members.user_id, members.role_ids, members.status, members.is_owner,
    members.title, members.expires_at, members.version, members.created_at, members.updated_at,
    users.name as user_name, users.email as user_email, users.last_login_at,
    users.totp_confirmed_at is not null as totp_enabled, members.scope
  from members join users on users.id = members.user_id;

create or replace view memberships with (security_invoker = true) as
  select members.organization_id, members.id as member_id, members.user_id, members.is_owner, members.expires_at,
    members.created_at, users.name as user_name, organizations.name as organization_name, organizations.slug,
    organizations.status, organizations.country, organizations.base_currency, organizations.timezone,
    organizations.locale,
    array(select distinct permission from roles, unnest(roles.permissions) as permission
      where roles.organization_id = members.organization_id and roles.id = any(members.role_ids)) as permissions,
    array(select roles.name from roles
      where roles.organization_id = members.organization_id and roles.id = any(members.role_ids)
      order by roles.name) as role_names,
    members.access_since, members.scope
  from members
    join users on users.id = members.user_id
    join organizations on organizations.id = members.organization_id
  where members.status = 'active' and organizations.status in ('active', 'closing');

create or replace view mcp_credentials with (security_invoker = true) as
  select memberships.member_id, memberships.user_id, memberships.user_name, memberships.organization_id,
    memberships.organization_name, memberships.base_currency, memberships.timezone, memberships.locale,
    memberships.permissions, memberships.expires_at as membership_ends, organizations.fiscal_year_start_month,
    organizations.fiscal_year_start_day, token.id, token.name, token.hash, token.previous_hash,
    token.previous_valid_until, token.preset, token.scopes, token.toolsets, token.allowed_actions, token.expires_at,
    token.last_used_at, token.last_used_client, token.client_id, memberships.scope
  from mcp_tokens as token
    join memberships on memberships.organization_id = token.organization_id and memberships.member_id = token.member_id
    join organizations on organizations.id = token.organization_id
  where token.revoked_at is null
    and (token.user_id is null or signed_out_after(token.user_id, token.created_at) is null);
