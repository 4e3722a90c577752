-- Clients are reminded of what they owe, and charged for paying late.

-- Off until somebody says otherwise.
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
  updated_by jsonb not null,
  -- What is charged for paying late: off until somebody says otherwise, and for a client as is said for them.
  late_fees jsonb not null default '{"enabled": false, "variant_id": null, "due_in_days": 14, "steps": []}',
  -- What stood in the way of a fee the last time.
  late_fee_problem text check (length(late_fee_problem) <= 1000)
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
  -- Null where they are charged as everybody is; else what is charged instead, which may be nothing.
  late_fees jsonb,
  primary key (organization_id, client_id),
  constraint client_reminders_client_fkey foreign key (organization_id, client_id) references clients on delete cascade
);
select protect_tenant_table('client_reminders');
select limit_to_scope('client_reminders', 'exists (select from clients
  where clients.organization_id = client_reminders.organization_id and clients.id = client_reminders.client_id)', true);

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
select limit_to_scope('document_holds', 'exists (select from documents
  where documents.organization_id = document_holds.organization_id
    and documents.id = document_holds.document_id)', true);

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
revoke update, delete, truncate on reminders from daybook_runtime;
select limit_to_scope('reminders', 'exists (select from clients
  where clients.organization_id = reminders.organization_id and clients.id = reminders.client_id)', true);
create trigger append_only before update or delete on reminders for each row
  when (not moves_client()) execute function refuse_change();
create trigger append_only_truncate before truncate on reminders execute function refuse_change();
create trigger aa_client_id_survivor before insert or update of client_id on reminders for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

-- Here, because document_mails is made before reminders.
alter table document_mails add constraint document_mails_reminder_fkey
  foreign key (organization_id, reminder_id) references reminders;

-- What clients owe by whatever they were billed: of a bill that is paid in parts, the part that is due next.
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
  where documents.type in ('invoice', 'deposit_invoice', 'debit_note') and documents.issued_at is not null
    and documents.voided_at is null and sales.status = 'confirmed';
grant select on invoices_owed to daybook_runtime;

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
revoke update, delete, truncate on late_fees from daybook_runtime;
select limit_to_scope('late_fees', 'exists (select from clients
  where clients.organization_id = late_fees.organization_id and clients.id = late_fees.client_id)', true);
create trigger append_only before update or delete on late_fees for each row
  when (not moves_client()) execute function refuse_change();
create trigger append_only_truncate before truncate on late_fees execute function refuse_change();
create trigger aa_client_id_survivor before insert or update of client_id on late_fees for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

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
