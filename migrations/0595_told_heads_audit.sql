-- Where the audit log ends, told once a day where the database cannot reach: to webhooks, and to an address of the
-- organisation's own choosing.
create table audit_notices (
  organization_id uuid primary key references organizations,
  email text check (length(email) <= 254),
  version int not null default 1,
  updated_at timestamptz,
  updated_by jsonb,
  -- What was told last.
  told_sequence bigint,
  told_hash bytea,
  told_at timestamptz
);
select protect_tenant_table('audit_notices');
revoke delete on audit_notices from daybook_runtime;

-- What the service notes of itself every night is no writing either.
create or replace function was_written_since(organization uuid, moment timestamptz) returns boolean
stable language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce((select at >= moment from audit_log
    where organization_id = organization and action not in ('keep_checks', 'announce_audit_head')
    order by id desc limit 1), false);
end;
