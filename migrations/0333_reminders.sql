-- What is charged for paying late: off until somebody says otherwise, and for a client as is said for them.
alter table reminder_policies
  add column late_fees jsonb not null default '{"enabled": false, "variant_id": null, "due_in_days": 14, "steps": []}',
  -- What stood in the way of a fee the last time.
  add column late_fee_problem text check (length(late_fee_problem) <= 1000);
-- Null where they are charged as everybody is; else what is charged instead, which may be nothing.
alter table client_reminders add column late_fees jsonb;

-- Every fee: of each day that something was due, each step once. Its money is that of an invoice of its own.
create table late_fees (
  organization_id uuid not null references organizations,
  id uuid not null,
  document_id uuid not null,
  client_id uuid not null,
  due_date date not null,
  days int not null,
  currency text not null,
  -- Of so much that was due.
  amount_due bigint not null check (amount_due > 0),
  amount bigint not null check (amount > 0),
  fee_document_id uuid not null,
  charged_at timestamptz not null,
  created_by jsonb not null,
  constraint late_fees_step_key unique (organization_id, document_id, due_date, days),
  constraint late_fees_invoice_key unique (organization_id, fee_document_id),
  constraint late_fees_document_fkey foreign key (organization_id, document_id) references documents,
  constraint late_fees_fee_document_fkey foreign key (organization_id, fee_document_id) references documents
);
create index late_fees_by_time on late_fees (organization_id, charged_at, id);
create index late_fees_of_client on late_fees (organization_id, client_id, charged_at, id);
alter table late_fees add primary key (organization_id, id);
select protect_tenant_table('late_fees');
select protect_append_only('late_fees');
