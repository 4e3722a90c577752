-- Drafts that issue themselves on a day. The job that does it finds here whether it still shall, and with whose rights.

create table document_schedules (
  organization_id uuid not null,
  document_id uuid not null,
  issue_at date not null,
  -- Why it was refused on that day; whoever sets another day, or issues it, has seen it.
  problem text check (length(problem) <= 1000),
  -- How many days after that day it is due, of which its sale is then; null where that stays as it is.
  due_days int check (due_days >= 0),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  user_id uuid not null,
  permissions text[] not null,
  created_by jsonb not null,
  constraint document_schedules_document_fkey foreign key (organization_id, document_id) references documents
    on delete cascade
);
alter table document_schedules add primary key (organization_id, document_id);
select protect_tenant_table('document_schedules');
