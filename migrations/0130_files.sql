-- Files that people keep with their books. The bytes lie outside, by their hash; here is what is known of them.

-- Bytes that an organisation has, once each however many files they are. The row comes first and says so, then the
-- bytes, then that they are there: what a crash leaves behind is found by its row and swept.
create table file_contents (
  organization_id uuid not null references organizations,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- XML for e-invoices that come in, text, and fonts of an organisation beside what receipts are made of.
  content_type text not null check (content_type in
    ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/xml', 'text/plain',
      'font/ttf', 'font/otf')),
  size bigint not null check (size between 1 and 26214400),
  -- When somebody last brought them. What no file holds is swept a day later.
  offered_at timestamptz not null,
  stored_at timestamptz,
  -- Bytes that a record holds by itself, without a file, such as the pages of a document. They are never swept.
  held boolean not null default false,
  -- What an e-invoice says, read once when its bytes come, or why nothing could be read; null where there is none in
  -- it.
  e_invoice jsonb,
  -- What a PDF or a text says, read once, so that whatever is made of the file is found by it. Null where there is
  -- none, or it could not be read in time.
  text text check (length(text) <= 200000),
  -- The text of a PDF is read by a job after the answer, so that a file made to be slow holds up nobody's call. Null
  -- while it waits.
  text_read_at timestamptz,
  primary key (organization_id, sha256)
);
select protect_tenant_table('file_contents');

-- What a file was made of stays: a receipt that could become another would prove nothing.
create function refuse_file_change() returns trigger language plpgsql as $$
begin
  raise exception 'the content of a file stays as it is'
    using errcode = 'restrict_violation', constraint = 'files_frozen';
end $$;

create trigger frozen before update of sha256, content_type, size on file_contents for each row
  when ((old.sha256, old.content_type, old.size) is distinct from (new.sha256, new.content_type, new.size))
  execute function refuse_file_change();

-- Small pictures of images, made when they are first asked for, in a few sizes. They go with what they were made of.
create table thumbnails (
  organization_id uuid not null,
  sha256 text not null,
  width int not null check (width in (96, 320, 960)),
  -- WebP.
  bytes bytea not null check (length(bytes) between 1 and 1000000),
  primary key (organization_id, sha256, width),
  constraint thumbnails_content_fkey foreign key (organization_id, sha256) references file_contents on delete cascade
);
select protect_tenant_table('thumbnails');

-- How much an organisation keeps, so that its limit is known without counting.
create table file_usage (
  organization_id uuid primary key references organizations,
  bytes bigint not null,
  constraint file_usage_not_negative check (bytes >= 0)
);
select protect_tenant_table('file_usage');

create table files (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  kind text not null check (kind in ('receipt', 'invoice', 'contract', 'other')),
  folder text check (length(folder) between 1 and 255),
  sha256 text not null,
  -- Those of the content, which never change: a list need not look them up.
  content_type text not null,
  size bigint not null,
  deleted_at timestamptz,
  -- When a deleted file goes for good.
  purge_at timestamptz,
  -- The last day that the law wants it kept, for what it is a receipt of.
  retention_until date,
  search_text text not null,
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  words tsvector not null generated always as (find_words(search_text, '')) stored,
  constraint files_content_fkey foreign key (organization_id, sha256) references file_contents,
  constraint files_deleted_is_purged check ((deleted_at is null) = (purge_at is null)),
  constraint files_purged_after_delete check (purge_at >= deleted_at)
);
create unique index files_external_id_key on files (organization_id, external_id) where external_id is not null;
create index files_of_content on files (organization_id, sha256);
create index files_by_age on files (organization_id, created_at, id);
create index files_by_change on files (organization_id, updated_at, id);
create index files_by_name on files (organization_id, name, id);
create index files_by_size on files (organization_id, size, id);
create index files_in_folder on files (organization_id, folder, created_at, id) where folder is not null;
create index files_find on files using gin (organization_id, search_text gin_trgm_ops, tags)
  with (gin_pending_list_limit = 64);
create index files_words on files using gin (organization_id, words);
alter table files add primary key (organization_id, id);
select protect_tenant_table('files');

create trigger frozen before update on files for each row
  when ((old.sha256, old.content_type, old.size, old.created_at, old.created_by)
      is distinct from (new.sha256, new.content_type, new.size, new.created_at, new.created_by)
    or new.retention_until < old.retention_until or (old.retention_until is not null and new.retention_until is null))
  execute function refuse_file_change();

-- A file that belongs to a record is not put into the bin by anybody, whether they see that record or not: its link
-- would hold it there for ever, and what went out with an issued document would be called deleted. It looks at the
-- links of all of the organisation, whoever asks, and names none of them: whoever sees some was told of those before.
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

-- Which record a file belongs to. A column for each kind of record, so that the database keeps both ends.
create table file_links (
  organization_id uuid not null,
  file_id uuid not null,
  expense_id uuid,
  created_at timestamptz not null,
  -- Files go with documents of an organisation: a time sheet, terms, a plan.
  document_id uuid,
  -- Its place among the files of its record.
  position int not null default 1 check (position > 0),
  -- The pictures of a product.
  product_id uuid,
  record_id uuid generated always as (coalesce(expense_id, document_id, product_id)) stored,
  constraint file_links_file_fkey foreign key (organization_id, file_id) references files,
  constraint file_links_product_fkey foreign key (organization_id, product_id) references products on delete cascade,
  constraint file_links_one check (num_nonnulls(expense_id, document_id, product_id) = 1)
);
create unique index file_links_of_expense on file_links (organization_id, expense_id, created_at, file_id);
create index file_links_of_product on file_links (organization_id, product_id, position)
  where product_id is not null;
create index file_links_of_document on file_links (organization_id, document_id, position)
  where document_id is not null;
alter table file_links add constraint file_links_key primary key (organization_id, file_id, record_id);
select protect_tenant_table('file_links');

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
