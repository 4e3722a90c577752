-- The pages of issued documents: made once, and the same bytes for whoever asks again.

-- Bytes that a record holds by itself, without a file, such as the pages of a document. They are never swept.
alter table file_contents add column held boolean not null default false;

create table document_pdfs (
  organization_id uuid not null,
  document_id uuid not null,
  -- What has become of it since, as its pages say it; empty as it was issued.
  state text not null check (length(state) <= 100),
  sha256 text not null,
  size bigint not null check (size > 0),
  pages int not null check (pages > 0),
  made_at timestamptz not null,
  constraint document_pdfs_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_pdfs_content_fkey foreign key (organization_id, sha256) references file_contents
);
create index document_pdfs_of_content on document_pdfs (organization_id, sha256);
alter table document_pdfs add primary key (organization_id, document_id, state);
select protect_tenant_table('document_pdfs');
select protect_append_only('document_pdfs');
