-- The e-invoices of issued documents: written once for each format, and the same for whoever asks again.

create table document_einvoices (
  organization_id uuid not null,
  document_id uuid not null,
  format text not null check (length(format) <= 40),
  xml text not null check (octet_length(xml) <= 20000000),
  made_at timestamptz not null,
  constraint document_einvoices_document_fkey foreign key (organization_id, document_id) references documents
);
alter table document_einvoices add primary key (organization_id, document_id, format);
select protect_tenant_table('document_einvoices');
select protect_append_only('document_einvoices');
