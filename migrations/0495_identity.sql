-- The language that somebody chose to be written to in. Until now nobody was asked, so that what is there says nothing.
alter table users alter locale drop not null, alter locale drop default;
update users set locale = null;

create or replace view team_members with (security_invoker = true) as
  select members.organization_id, members.id, members.user_id, members.role_ids, members.status, members.is_owner,
    members.title, members.expires_at, members.version, members.created_at, members.updated_at,
    users.name as user_name, users.email as user_email, users.last_login_at,
    users.totp_confirmed_at is not null as totp_enabled, members.scope, users.locale as user_locale
  from members join users on users.id = members.user_id;
