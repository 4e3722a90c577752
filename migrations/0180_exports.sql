-- What leaves: many documents in one file, the whole organisation as one archive; and what is known of a client, so
-- that it can be removed.

-- Many documents in one file: what was asked for, how far it is, and where the file is, for the time that it is kept.
create table document_exports (
  organization_id uuid not null references organizations,
  id uuid not null,
  job_id uuid not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  -- As list_documents takes them; or the days of the entries whose papers it has.
  filters jsonb not null,
  layout text not null check (layout in ('index', 'datev')),
  -- Null until they were counted.
  total int check (total >= 0),
  done int not null default 0,
  problems int not null default 0,
  problem text check (length(problem) <= 1000),
  -- The file, which is its alone: nothing else has these bytes.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint,
  user_id uuid not null,
  permissions text[] not null,
  created_at timestamptz not null,
  created_by jsonb not null,
  finished_at timestamptz,
  expires_at timestamptz,
  constraint document_exports_end check ((status in ('queued', 'running')) = (finished_at is null)),
  constraint document_exports_file check (status <> 'completed' or (sha256 is not null and expires_at is not null))
);
create index document_exports_by_age on document_exports (organization_id, created_at, id);
create index document_exports_open on document_exports (organization_id, status)
  where status in ('queued', 'running', 'completed');
alter table document_exports add primary key (organization_id, id);
select protect_tenant_table('document_exports');
select limit_to_scope('document_exports', 'is_own(created_by)');

-- The documents and files of one, chosen once, in the order in which they are in the file. What belongs to one paper has
-- its id: the document, or the first of the files of a bill.
create table document_export_items (
  organization_id uuid not null,
  export_id uuid not null,
  position int not null,
  paper_id uuid not null,
  document_id uuid,
  file_id uuid,
  -- Of the entry that it is behind, if it was chosen by that: its day, and the number of the record that was booked.
  booked_on date,
  number text,
  primary key (organization_id, export_id, position),
  constraint document_export_items_what check (num_nonnulls(document_id, file_id) = 1),
  constraint document_export_items_export_fkey foreign key (organization_id, export_id) references document_exports
    on delete cascade
);
select protect_tenant_table('document_export_items');
select limit_to_scope('document_export_items', 'exists (select from document_exports
  where document_exports.organization_id = document_export_items.organization_id
    and document_exports.id = document_export_items.export_id)', true);

-- The whole organisation as one archive: asked for, made in the background, kept for some days.
create table organization_exports (
  organization_id uuid not null references organizations,
  id uuid not null,
  job_id uuid not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  -- Both null until the file is whole.
  records bigint check (records >= 0),
  files bigint check (files >= 0),
  problem text check (length(problem) <= 1000),
  -- The file, which is its alone: nothing else has these bytes.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint,
  user_id uuid not null,
  permissions text[] not null,
  created_at timestamptz not null,
  created_by jsonb not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id),
  constraint organization_exports_end check ((status in ('queued', 'running')) = (finished_at is null)),
  constraint organization_exports_file
    check (status <> 'completed' or (sha256 is not null and size is not null and expires_at is not null))
);
create index organization_exports_by_age on organization_exports (organization_id, created_at, id);
create index organization_exports_open on organization_exports (organization_id, status)
  where status in ('queued', 'running', 'completed');
select protect_tenant_table('organization_exports');

-- What people read of an archive without this service: one table of each kind of record, with names beside the ids. A
-- column that ends in `_minor` is an amount in the currency of its row, and loses that ending in the file.
create view archive_clients with (security_invoker = true) as
  select organization_id, id, number, type, status, display_name, legal_name, first_name, last_name, roles, email, phone,
    website, billing_address, tax_ids, currency, language, tags, notes_public, notes_internal, external_id, created_at,
    archived_at
  from clients;
create view archive_products with (security_invoker = true) as
  select variants.organization_id, variants.id, products.name as product, variants.option_values as options, variants.sku,
    variants.barcode, product_categories.name as category, variants.currency,
    trim_scale(variants.price_micro / 1000000.0)::text as price, products.status, variants.created_at
  from variants
    join products on products.organization_id = variants.organization_id and products.id = variants.product_id
    left join product_categories on product_categories.organization_id = products.organization_id
      and product_categories.id = products.category_id;
create view archive_sales with (security_invoker = true) as
  select organization_id, id, number, kind, status, payment_status, client_id, client_name, sale_date, due_date, currency,
    total as total_minor, amount_paid as amount_paid_minor, amount_due as amount_due_minor, confirmed_at, voided_at,
    external_id
  from sales;
create view archive_payments with (security_invoker = true) as
  select organization_id, id, number, status, client_id, client_name, payment_date, currency, amount as amount_minor,
    amount_allocated as amount_allocated_minor, reference, created_at, voided_at
  from payments;
create view archive_expenses with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, supplier_id, payee_name, expense_date, due_date, currency,
    total as total_minor, amount_paid as amount_paid_minor, posted_at, voided_at, kind
  from expenses;
create view archive_documents with (security_invoker = true) as
  select organization_id, id, type, number, status, client_id, client_name, issue_date, valid_until, currency,
    total as total_minor, issued_at, voided_at
  from documents;
create view archive_files with (security_invoker = true) as
  select organization_id, 'file' as kind, id, name, content_type, size, sha256, created_at from files
  union all
  select organization_id, 'other document', id, file_name, content_type, size, sha256, created_at from other_documents
  union all
  select pdfs.organization_id, documents.type, documents.id, coalesce(documents.number, 'draft') || '.pdf',
    'application/pdf', pdfs.size, pdfs.sha256, pdfs.made_at
  from document_pdfs as pdfs
    join documents on documents.organization_id = pdfs.organization_id and documents.id = pdfs.document_id;

-- Who works here, as far as another installation has to know: no password, no second factor.
create view archive_people with (security_invoker = true) as
  select members.organization_id, users.id, users.email, users.name, users.locale, users.created_at
  from members join users on users.id = members.user_id;
grant select on archive_clients, archive_products, archive_sales, archive_payments, archive_expenses,
  archive_documents, archive_files, archive_people to daybook_runtime;

-- An archive says which form of the database it was made from.
grant select on migrations to daybook_runtime;
comment on table migrations is 'server: which files were applied on this server';

-- Bytes that records hold by themselves, and those of files.
create view contents_in_use with (security_invoker = true) as
  select organization_id, sha256 from other_documents
  union all select organization_id, sha256 from document_pdfs
  union all select organization_id, logo_sha256 from document_templates where logo_sha256 is not null
  union all select organization_id, logo_sha256 from document_template_versions where logo_sha256 is not null
  union all select organization_id, sha256 from files;

-- The records of each client, by the prefix of their ids: of which day, and whether something is still open with them.
create view client_records with (security_invoker = true) as
  select organization_id, client_id, 'sale' as kind, id, sale_date as day, status in ('draft', 'confirmed') as is_open
  from sales where client_id is not null
  union all
  select organization_id, client_id, 'doc', id, issue_date, issued_at is null and voided_at is null
  from documents where client_id is not null
  union all
  select organization_id, client_id, 'pay', id, payment_date, amount_unapplied > 0
  from payments where client_id is not null
  union all
  select organization_id, client_id, 'refund', id, refund_date, false from refunds where client_id is not null
  union all
  select organization_id, supplier_id, 'exp', id, expense_date, case when status = 'posted' then amount_paid < total
    else status in ('draft', 'submitted', 'approved') end
  from expenses where supplier_id is not null
  union all
  select organization_id, supplier_id, 'spay', id, payment_date, amount_unapplied > 0 from supplier_payments
  union all
  select recurring.organization_id, documents.client_id, 'rdoc', recurring.id, recurring.start_date,
    recurring.status in ('active', 'paused')
  from recurring_documents as recurring join documents on documents.organization_id = recurring.organization_id
    and documents.id = recurring.document_id
  union all
  select mails.organization_id, documents.client_id, 'dmail', mails.id, null, mails.status = 'queued'
  from document_mails as mails join documents on documents.organization_id = mails.organization_id
    and documents.id = mails.document_id;
grant select on contents_in_use, client_records to daybook_runtime;
