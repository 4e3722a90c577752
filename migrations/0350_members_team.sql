-- Members come, change and go.

-- Who holds the role of an owner is one, whichever way the role came.
create function know_owner() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_owner := exists (select from roles where roles.organization_id = new.organization_id
    and roles.id = any(new.role_ids) and roles.kind = 'system' and roles.name = 'owner');
  return new;
end $$;
create trigger know_owner before insert or update of role_ids, is_owner on members
  for each row execute function know_owner();

-- What somebody was let in with before they were suspended or removed stays shut when they come back: an access token
-- that was made earlier than this opens nothing here.
alter table members add column access_since timestamptz;

-- A role may be deleted when only those still bear it who are gone.
alter table members drop constraint members_role_ids_check;
alter table members add constraint members_roles_check
  check (cardinality(role_ids) <= 20 and (cardinality(role_ids) >= 1 or status = 'removed'));

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
    members.access_since
  from members
    join users on users.id = members.user_id
    join organizations on organizations.id = members.organization_id
  where members.status = 'active' and organizations.status in ('active', 'closing');

-- Nobody makes a role that looks like one of the fixed ones.
alter table roles drop constraint roles_name_key;
create unique index roles_name_key on roles (organization_id, lower(name));
