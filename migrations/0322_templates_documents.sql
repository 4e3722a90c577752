-- A document may choose its template, instead of the one that its type and language have.

alter table documents
  add column template_id uuid,
  add constraint documents_template_fkey foreign key (organization_id, template_id) references document_templates
    on delete set null (template_id);
create index documents_of_template on documents (organization_id, template_id) where template_id is not null;

-- What a document would be issued with now: the template that it chose, as it was published last, else that of its type.
create function template_for(organization uuid, chosen uuid, document_type text, locale text)
returns table (template_id uuid, template_version int) language sql stable as $$
  select id, published_version from document_templates
  where organization_id = organization and id = chosen and published_version is not null and archived_at is null
  union all
  select found.template_id, found.template_version
  from default_template(organization, document_type, locale) as found
  limit 1
$$;
grant execute on function template_for to daybook_runtime;

create or replace function keep_look() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into document_looks (organization_id, document_id, template_id, template_version)
  select new.organization_id, new.id, template_id, template_version
  from template_for(new.organization_id, new.template_id, new.type,
    coalesce(new.snapshot ->> 'language', new.language, ''));
  return null;
end $$;
