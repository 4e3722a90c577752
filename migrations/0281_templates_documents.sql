-- How documents of an organisation look. A template is worked on as a draft; what is published is a version that never
-- changes, and an issued document keeps the one that it was issued with.

create table document_templates (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is sorted and compared by: letters without case, accents and punctuation.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  -- Which documents it is for; empty for all.
  document_types text[] not null default '{}' check (cardinality(document_types) <= 20),
  languages text[] not null default '{}' check (cardinality(languages) <= 40),
  is_default boolean not null default false,
  layout jsonb not null,
  source text check (length(source) <= 200000),
  logo_file_id uuid,
  -- The bytes themselves, which stay when the file is deleted.
  logo_sha256 text,
  published_version int check (published_version > 0),
  published_at timestamptz,
  -- Whether the draft says something else than what was published last.
  has_changes boolean not null default true,
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  constraint document_templates_logo_fkey foreign key (organization_id, logo_sha256) references file_contents,
  constraint document_templates_logo_is_whole check ((logo_file_id is null) = (logo_sha256 is null)),
  constraint document_templates_publishing check ((published_version is null) = (published_at is null)),
  constraint document_templates_external_id_key unique (organization_id, external_id)
);
create unique index document_templates_name_key on document_templates (organization_id, name_key)
  where archived_at is null;
create index document_templates_by_name on document_templates (organization_id, name_key, id);
create index document_templates_by_age on document_templates (organization_id, created_at, id);
create index document_templates_by_change on document_templates (organization_id, updated_at, id);
create index document_templates_of_logo on document_templates (organization_id, logo_sha256)
  where logo_sha256 is not null;
create index document_templates_in_use on document_templates (organization_id)
  where is_default and published_version is not null and archived_at is null;
create index document_templates_tags on document_templates using gin (organization_id, tags) where tags <> '{}';
alter table document_templates add primary key (organization_id, id);
select protect_tenant_table('document_templates');

create table document_template_versions (
  organization_id uuid not null,
  template_id uuid not null,
  number int not null check (number > 0),
  layout jsonb not null,
  source text,
  logo_sha256 text,
  published_at timestamptz not null,
  published_by jsonb not null,
  constraint document_template_versions_template_fkey foreign key (organization_id, template_id)
    references document_templates on delete cascade,
  constraint document_template_versions_logo_fkey foreign key (organization_id, logo_sha256) references file_contents
);
create index document_template_versions_of_logo on document_template_versions (organization_id, logo_sha256)
  where logo_sha256 is not null;
alter table document_template_versions add primary key (organization_id, template_id, number);
select protect_tenant_table('document_template_versions');

create function refuse_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published version stays as it is'
    using errcode = 'restrict_violation', constraint = 'document_template_versions_frozen';
end $$;
create trigger frozen before update on document_template_versions for each row
  execute function refuse_version_change();

-- What an issued document looks like. None where there was no template when it was issued.
create table document_looks (
  organization_id uuid not null,
  document_id uuid not null,
  template_id uuid not null,
  template_version int not null,
  constraint document_looks_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_looks_template_fkey foreign key (organization_id, template_id, template_version)
    references document_template_versions
);
create index document_looks_of_template on document_looks (organization_id, template_id, template_version);
alter table document_looks add primary key (organization_id, document_id);
select protect_tenant_table('document_looks');
select protect_append_only('document_looks');

-- The template of a document that says nothing of its own: that for its type before that for all, that for its language
-- before that for all, and of equals what was published last.
create function default_template(organization uuid, document_type text, locale text)
returns table (template_id uuid, template_version int) language sql stable as $$
  select id, published_version from document_templates
  where organization_id = organization and is_default and published_version is not null and archived_at is null
    and (document_types = '{}' or document_type = any (document_types))
    and (languages = '{}' or locale = any (languages) or split_part(locale, '-', 1) = any (languages))
  order by document_types = '{}', languages = '{}', locale = any (languages) desc, published_at desc, id
  limit 1
$$;

-- Whoever issues a document, it keeps the look of that moment.
create function keep_look() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into document_looks (organization_id, document_id, template_id, template_version)
  select new.organization_id, new.id, template_id, template_version
  from default_template(new.organization_id, new.type, coalesce(new.snapshot ->> 'language', new.language, ''));
  return null;
end $$;
create trigger keep_look after update on documents for each row
  when (old.issued_at is null and new.issued_at is not null) execute function keep_look();
create trigger keep_look_at_once after insert on documents for each row
  when (new.issued_at is not null) execute function keep_look();
