-- Invoices that come again, and drafts that issue themselves, may be mailed to their clients then.
alter table recurring_documents
  drop constraint recurring_documents_mode_check,
  add constraint recurring_documents_mode_check check (mode in ('draft', 'issue', 'issue_and_send'));
alter table document_schedules add column send boolean not null default false;
