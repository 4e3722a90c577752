-- Files that people keep with their books. The bytes lie outside, by their hash; here is what is known of them.

-- Bytes that an organisation has, once each however many files they are. The row comes first and says so, then the
-- bytes, then that they are there: what a crash leaves behind is found by its row and swept.
create table file_contents (
  organization_id uuid not null references organizations,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in
    ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic')),
  size bigint not null check (size between 1 and 26214400),
  -- When somebody last brought them. What no file holds is swept a day later.
  offered_at timestamptz not null,
  stored_at timestamptz,
  primary key (organization_id, sha256)
);
select protect_tenant_table('file_contents');

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
alter table files add primary key (organization_id, id);
select protect_tenant_table('files');

-- What a file was made of stays: a receipt that could become another would prove nothing.
create function refuse_file_change() returns trigger language plpgsql as $$
begin
  raise exception 'the content of a file stays as it is'
    using errcode = 'restrict_violation', constraint = 'files_frozen';
end $$;
create trigger frozen before update on files for each row
  when ((old.sha256, old.content_type, old.size, old.created_at, old.created_by)
      is distinct from (new.sha256, new.content_type, new.size, new.created_at, new.created_by)
    or new.retention_until < old.retention_until or (old.retention_until is not null and new.retention_until is null))
  execute function refuse_file_change();
create trigger frozen before update on file_contents for each row
  when ((old.sha256, old.content_type, old.size) is distinct from (new.sha256, new.content_type, new.size))
  execute function refuse_file_change();

-- Which record a file belongs to. A column for each kind of record, so that the database keeps both ends.
create table file_links (
  organization_id uuid not null,
  file_id uuid not null,
  expense_id uuid not null,
  created_at timestamptz not null,
  constraint file_links_file_fkey foreign key (organization_id, file_id) references files,
  constraint file_links_expense_fkey foreign key (organization_id, expense_id) references expenses
);
create unique index file_links_of_expense on file_links (organization_id, expense_id, created_at, file_id);
alter table file_links add constraint file_links_key primary key (organization_id, file_id, expense_id);
select protect_tenant_table('file_links');

-- Shown with every expense and kept with it in one transaction. It may be paid, and its receipts may come, later.
alter table expenses add column receipt_file_ids uuid[] not null default '{}'
  constraint expenses_receipts_max check (cardinality(receipt_file_ids) <= 50);
