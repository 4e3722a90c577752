-- Templates of a client: their documents take these before those that everybody's take.
create table client_templates (
  organization_id uuid not null references organizations,
  client_id uuid not null,
  -- Those that were deleted since are there no more, whatever is written here.
  template_ids uuid[] not null check (cardinality(template_ids) <= 20),
  version int not null,
  updated_at timestamptz not null,
  updated_by jsonb not null,
  primary key (organization_id, client_id),
  constraint client_templates_client_fkey foreign key (organization_id, client_id) references clients on delete cascade
);
select protect_tenant_table('client_templates');

drop function template_for;
drop function default_template;

-- Of the templates that fit: that for the type before that for all, that for the language before that for all, and of
-- equals what was published last. Those of the client come before the defaults.
create function default_template(organization uuid, client uuid, document_type text, locale text)
returns table (template_id uuid, template_version int) language sql stable as $$
  with own as (
    select unnest(template_ids) as id from client_templates
    where organization_id = organization and client_id = client
  )
  select id, published_version from document_templates
  where organization_id = organization and published_version is not null and archived_at is null
    and (is_default or id in (select id from own))
    and (document_types = '{}' or document_type = any (document_types))
    and (languages = '{}' or locale = any (languages) or split_part(locale, '-', 1) = any (languages))
  order by id in (select id from own) desc, document_types = '{}', languages = '{}', locale = any (languages) desc,
    published_at desc, id
  limit 1
$$;

-- What a document would be issued with now: the template that it chose, as it was published last, else that of its
-- client or its type.
create function template_for(organization uuid, chosen uuid, client uuid, document_type text, locale text)
returns table (template_id uuid, template_version int) language sql stable as $$
  select id, published_version from document_templates
  where organization_id = organization and id = chosen and published_version is not null and archived_at is null
  union all
  select found.template_id, found.template_version
  from default_template(organization, client, document_type, locale) as found
  limit 1
$$;
grant execute on function default_template, template_for to daybook_runtime;

create or replace function keep_look() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into document_looks (organization_id, document_id, template_id, template_version)
  select new.organization_id, new.id, template_id, template_version
  from template_for(new.organization_id, new.template_id, new.client_id, new.type,
    coalesce(new.snapshot ->> 'language', new.language, ''));
  return null;
end $$;
