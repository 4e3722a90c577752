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
    total as total_minor, amount_paid as amount_paid_minor, posted_at, voided_at
  from expenses;

create view archive_documents with (security_invoker = true) as
  select organization_id, id, type, number, status, client_id, client_name, issue_date, valid_until, currency,
    total as total_minor, issued_at, voided_at
  from documents;

grant select on archive_clients, archive_products, archive_sales, archive_payments, archive_expenses, archive_documents
  to daybook_runtime;

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

grant select on archive_files, archive_people to daybook_runtime;
-- An archive says which form of the database it was made from.
grant select on migrations to daybook_runtime;

alter table roles no force row level security;
update roles set permissions = permissions || '{data:archive}'
  where kind = 'system' and name in ('owner', 'admin') and not permissions @> '{data:archive}';
alter table roles force row level security;
