-- Invoices that somebody was told are overdue: once for each day that they were due on.
create table overdue_invoices (
  organization_id uuid not null references organizations,
  document_id uuid not null,
  due_date date not null,
  primary key (organization_id, document_id, due_date),
  foreign key (organization_id, document_id) references documents
);
select protect_tenant_table('overdue_invoices');
select limit_to_scope('overdue_invoices', 'exists (select from documents
  where documents.organization_id = overdue_invoices.organization_id
    and documents.id = overdue_invoices.document_id)', true);

-- Organisations that there are begin tonight, spread over an hour; from then on each goes by its own clock. Whoever
-- makes this may be bound by row-level security as the owner; it is lifted for the time of this migration.
alter table organizations no force row level security;
insert into jobs (id, organization_id, kind, payload, run_at, created_at, updated_at)
  select gen_random_uuid(), id, 'find_overdue_invoices', '{}',
    date_trunc('day', now()) + interval '1 day' + random() * interval '1 h', now(), now()
  from organizations;
alter table organizations force row level security;
