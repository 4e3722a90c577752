-- Clients are reminded of what they owe. Off until somebody says otherwise.
create table reminder_policies (
  organization_id uuid primary key references organizations,
  enabled boolean not null,
  -- From when on they leave, where the organisation is, and on which days, 1 for Monday.
  hour int not null check (hour between 6 and 20),
  weekdays int[] not null check (cardinality(weekdays) between 1 and 7),
  attach_pdf boolean not null,
  -- Each with its days after what is due, the day since which it counts, and its texts.
  steps jsonb not null,
  version int not null,
  updated_at timestamptz not null,
  updated_by jsonb not null
);
select protect_tenant_table('reminder_policies');
revoke delete on reminder_policies from daybook_runtime;

-- Clients who are not reminded, and those who are again: of steps whose day comes then or later.
create table client_reminders (
  organization_id uuid not null references organizations,
  client_id uuid not null,
  enabled boolean not null,
  since date not null,
  version int not null,
  updated_at timestamptz not null,
  updated_by jsonb not null,
  primary key (organization_id, client_id),
  constraint client_reminders_client_fkey foreign key (organization_id, client_id) references clients on delete cascade
);
select protect_tenant_table('client_reminders');

-- The same of documents: nobody is reminded of what is paused or disputed.
create table document_holds (
  organization_id uuid not null references organizations,
  document_id uuid not null,
  hold text not null check (hold in ('none', 'paused', 'disputed')),
  reason text check (length(reason) <= 500),
  since date not null,
  version int not null,
  updated_at timestamptz not null,
  updated_by jsonb not null,
  primary key (organization_id, document_id),
  constraint document_holds_document_fkey foreign key (organization_id, document_id) references documents
    on delete cascade
);
select protect_tenant_table('document_holds');

-- Every reminder: of each day that something is due, each step once.
create table reminders (
  organization_id uuid not null references organizations,
  id uuid not null,
  document_id uuid not null,
  client_id uuid not null,
  due_date date not null,
  -- The step that it is; null for one that somebody sent beside them.
  days int,
  currency text not null,
  amount_due bigint not null check (amount_due > 0),
  -- Why nobody was sent it.
  problem text check (length(problem) <= 1000),
  sent_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint reminders_step_key unique (organization_id, document_id, due_date, days),
  constraint reminders_document_fkey foreign key (organization_id, document_id) references documents
);
create index reminders_by_time on reminders (organization_id, sent_at, id);
create index reminders_of_client on reminders (organization_id, client_id, sent_at, id);
create index reminders_of_document on reminders (organization_id, document_id, sent_at, id);
select protect_tenant_table('reminders');
select protect_append_only('reminders');

-- What clients owe by invoices: of one that is paid in parts, the part that is due next.
create view invoices_owed with (security_invoker = true) as
  select documents.organization_id, documents.id, documents.number, documents.client_id, documents.client_name,
    documents.currency, documents.issue_date, sales.next_due_date as due_date,
    case when sales.payment_schedule = '[]' then sales.amount_due
      else least(sales.amount_due, (
        select sum((part ->> 'amount')::bigint) from jsonb_array_elements(sales.payment_schedule) as part
        where (part ->> 'due_date')::date <= sales.next_due_date)::bigint - (sales.total - sales.amount_due))
    end as amount_due
  from documents
  join sales on sales.organization_id = documents.organization_id and sales.id = documents.sale_id
  where documents.type = 'invoice' and documents.issued_at is not null and documents.voided_at is null
    and sales.status = 'confirmed';
grant select on invoices_owed to daybook_runtime;
