-- Documents that came from elsewhere, or were made elsewhere: contracts, papers of suppliers, scans.

create table other_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  title text not null check (length(title) between 1 and 255),
  -- Those of the content, which never changes. Its bytes stay as long as the books.
  file_name text not null check (length(file_name) between 1 and 255),
  sha256 text not null,
  content_type text not null,
  size bigint not null,
  document_date date,
  expires_on date,
  notes text check (length(notes) <= 5000),
  -- What it is found by: title, tags, name, and what its text says.
  words tsvector not null,
  text_words tsvector not null,
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
  constraint other_documents_content_fkey foreign key (organization_id, sha256) references file_contents,
  constraint other_documents_external_id_key unique (organization_id, external_id)
);
create index other_documents_by_age on other_documents (organization_id, created_at, id);
create index other_documents_by_change on other_documents (organization_id, updated_at, id);
create index other_documents_by_title on other_documents (organization_id, title, id);
create index other_documents_by_day on other_documents (organization_id, document_date, id)
  where document_date is not null;
create index other_documents_by_end on other_documents (organization_id, expires_on, id) where expires_on is not null;
create index other_documents_of_content on other_documents (organization_id, sha256);
create index other_documents_find on other_documents using gin (organization_id, words);
create index other_documents_tags on other_documents using gin (organization_id, tags) where tags <> '{}';
alter table other_documents add primary key (organization_id, id);
select protect_tenant_table('other_documents');
revoke delete on other_documents from daybook_runtime;

create function refuse_other_change() returns trigger language plpgsql as $$
begin
  raise exception 'the content of a document stays as it is'
    using errcode = 'restrict_violation', constraint = 'other_documents_frozen';
end $$;
create trigger frozen before update on other_documents for each row
  when ((old.sha256, old.file_name, old.content_type, old.size, old.text_words)
    is distinct from (new.sha256, new.file_name, new.content_type, new.size, new.text_words))
  execute function refuse_other_change();

-- What it belongs to. A record that goes takes its link along, and leaves the document.
create table other_document_links (
  organization_id uuid not null,
  other_document_id uuid not null,
  position int not null check (position > 0),
  client_id uuid,
  sale_id uuid,
  expense_id uuid,
  document_id uuid,
  constraint other_document_links_one check (num_nonnulls(client_id, sale_id, expense_id, document_id) = 1),
  constraint other_document_links_owner_fkey foreign key (organization_id, other_document_id)
    references other_documents,
  constraint other_document_links_client_fkey foreign key (organization_id, client_id) references clients
    on delete cascade,
  constraint other_document_links_sale_fkey foreign key (organization_id, sale_id) references sales on delete cascade,
  constraint other_document_links_expense_fkey foreign key (organization_id, expense_id) references expenses
    on delete cascade,
  constraint other_document_links_document_fkey foreign key (organization_id, document_id) references documents
    on delete cascade
);
create index other_document_links_of_client on other_document_links (organization_id, client_id)
  where client_id is not null;
create index other_document_links_of_sale on other_document_links (organization_id, sale_id) where sale_id is not null;
create index other_document_links_of_expense on other_document_links (organization_id, expense_id)
  where expense_id is not null;
create index other_document_links_of_document on other_document_links (organization_id, document_id)
  where document_id is not null;
alter table other_document_links add primary key (organization_id, other_document_id, position);
select protect_tenant_table('other_document_links');
