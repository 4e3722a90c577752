-- A file that belongs to a record is not put into the bin by anybody, whether they see that record or not: its link would
-- hold it there for ever, and what went out with an issued document would be called deleted. It looks at the links of all
-- of the organisation, whoever asks, and names none of them: whoever sees some was told of those before.
create function refuse_linked_delete() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from file_links where organization_id = new.organization_id and file_id = new.id) then
    raise exception 'the file belongs to a record' using errcode = 'restrict_violation',
      constraint = 'file_links_file_fkey', detail = '{"links": []}';
  end if;
  return new;
end $$;
create trigger linked before update of deleted_at on files for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_linked_delete();

-- Those that got there are taken out again. Whoever makes this may be bound by row-level security as the owner; it is
-- lifted for the time of this migration.
alter table files no force row level security;
alter table file_links no force row level security;
update files set deleted_at = null, purge_at = null, version = version + 1, updated_at = now()
  where deleted_at is not null and exists (select from file_links
    where file_links.organization_id = files.organization_id and file_links.file_id = files.id);
alter table file_links force row level security;
alter table files force row level security;
