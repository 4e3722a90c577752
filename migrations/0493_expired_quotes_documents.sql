-- Quotes that somebody was told have expired: once for each day that they were valid until.
create table expired_quotes (
  organization_id uuid not null references organizations,
  document_id uuid not null,
  valid_until date not null,
  primary key (organization_id, document_id, valid_until),
  foreign key (organization_id, document_id) references documents
);
select protect_tenant_table('expired_quotes');
select limit_to_scope('expired_quotes', 'exists (select from documents
  where documents.organization_id = expired_quotes.organization_id
    and documents.id = expired_quotes.document_id)', true);
