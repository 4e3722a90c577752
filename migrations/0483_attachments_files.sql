-- Files go with documents of an organisation: a time sheet, terms, a plan.

alter table file_links
  drop constraint file_links_key,
  alter column expense_id drop not null,
  add column document_id uuid,
  -- Its place among the files of its record.
  add column position int not null default 1 check (position > 0),
  add column record_id uuid generated always as (coalesce(expense_id, document_id)) stored,
  add constraint file_links_one check (num_nonnulls(expense_id, document_id) = 1),
  add constraint file_links_document_fkey foreign key (organization_id, document_id) references documents;
create index file_links_of_document on file_links (organization_id, document_id, position)
  where document_id is not null;
alter table file_links add constraint file_links_key primary key (organization_id, file_id, record_id);

drop policy scope on file_links;
select limit_to_scope('file_links', 'exists (select from expenses
    where expenses.organization_id = file_links.organization_id and expenses.id = file_links.expense_id)
  or exists (select from documents
    where documents.organization_id = file_links.organization_id and documents.id = file_links.document_id)', true);

-- What went out with an issued document stays with it, and so the file is never deleted.
create function refuse_attachment_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from documents where organization_id = old.organization_id and id = old.document_id
      and issued_at is not null) then
    raise exception 'the files of an issued document stay with it'
      using errcode = 'restrict_violation', constraint = 'file_links_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger frozen before update or delete on file_links for each row
  when (old.document_id is not null) execute function refuse_attachment_change();
