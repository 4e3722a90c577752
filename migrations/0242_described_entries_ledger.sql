-- An entry by hand carries what every record carries of the caller's own. It is no part of the books, and stays open to
-- change when the entry is posted and never changes again.
alter table manual_entries
  add column external_id text,
  add column metadata jsonb not null default '{}',
  add column custom_fields jsonb not null default '{}',
  add column tags text[] not null default '{}';
create unique index manual_entries_external_id_key on manual_entries (organization_id, external_id)
  where external_id is not null;
create index manual_entries_tags on manual_entries using gin (organization_id, tags) where tags <> '{}';

drop trigger frozen on manual_entries;
create trigger frozen before update on manual_entries for each row
  when (old.status = 'posted' and (old.id, old.status, old.kind, old.entry_date, old.memo, old.created_at, old.created_by)
    is distinct from (new.id, new.status, new.kind, new.entry_date, new.memo, new.created_at, new.created_by))
  execute function refuse_posted_entry_change();
create trigger frozen_delete before delete on manual_entries for each row
  when (old.status = 'posted') execute function refuse_posted_entry_change();
