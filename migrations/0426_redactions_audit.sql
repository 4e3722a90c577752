-- Lines of the audit log from which personal data was taken because somebody has a right to that. The link of a line
-- stays as it was sealed; what the line says now is written here, under a mark that only who holds the key can make. A
-- line that was changed in any other way has none, and is found as before.
create table audit_redactions (
  organization_id uuid not null references organizations,
  audit_id uuid not null,
  -- Of the line as it is now.
  digest bytea not null check (length(digest) = 32),
  mark bytea not null check (length(mark) = 32),
  redacted_at timestamptz not null default now(),
  primary key (organization_id, audit_id)
);
select protect_tenant_table('audit_redactions');
revoke delete on audit_redactions from daybook_runtime;

-- What was written may become less, where it is said here at the same time; who did what, when and to what stays.
create function refuse_unsaid_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['input', 'before', 'after'] is distinct from to_jsonb(old) - array['input', 'before', 'after']
    or not exists (select from audit_redactions
      where organization_id = old.organization_id and audit_id = old.id and redacted_at = now()) then
    raise exception 'audit_log is append-only' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return new;
end $$;
drop trigger append_only on audit_log;
create trigger append_only before delete on audit_log for each row execute function refuse_change();
create trigger redacted_only before update on audit_log for each row execute function refuse_unsaid_change();
grant update (input, before, after) on audit_log to daybook_runtime;
