-- Every mail that takes a document to a client: one row for each recipient, and what became of it.
create table document_mails (
  organization_id uuid not null references organizations,
  id uuid not null,
  document_id uuid not null,
  -- The link in it, which is the recipient's own.
  share_id uuid not null,
  recipient text not null check (length(recipient) <= 254),
  recipient_name text check (length(recipient_name) <= 255),
  subject text not null check (length(subject) <= 1000),
  -- As it was written, but for the link.
  message text not null check (length(message) <= 20000),
  attach_pdf boolean not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  -- How often it was begun.
  attempts int not null default 0,
  -- What the mail server said, or why it could not be reached.
  response text check (length(response) <= 2000),
  queued_at timestamptz not null,
  ended_at timestamptz,
  created_by jsonb not null,
  constraint document_mails_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_mails_share_fkey foreign key (organization_id, share_id) references document_shares,
  constraint document_mails_end check ((status = 'queued') = (ended_at is null))
);
create index document_mails_of_document on document_mails (organization_id, document_id, queued_at, id);
create index document_mails_of_share on document_mails (organization_id, share_id);
create index document_mails_by_age on document_mails (organization_id, queued_at, id);
create index document_mails_open on document_mails (organization_id, queued_at, id) where status <> 'sent';
alter table document_mails add primary key (organization_id, id);
select protect_tenant_table('document_mails');
revoke delete on document_mails from daybook_runtime;

-- What was sent stays as it was sent; how it ended is said once.
create function refuse_mail_change() returns trigger language plpgsql as $$
begin
  raise exception 'a mail stays as it was sent' using errcode = 'restrict_violation', constraint = 'document_mails_frozen';
end $$;
create trigger frozen before update on document_mails for each row
  when ((old.document_id, old.share_id, old.recipient, old.recipient_name, old.subject, old.message, old.attach_pdf,
      old.queued_at) is distinct from
    (new.document_id, new.share_id, new.recipient, new.recipient_name, new.subject, new.message, new.attach_pdf,
      new.queued_at)
    or old.status <> 'queued')
  execute function refuse_mail_change();

-- What a mail says beside its own text: whom it is from and where answers go.
create view documents_for_mails with (security_invoker = true) as
  select documents.organization_id, documents.id, snapshot ->> 'language' as language,
    snapshot #>> '{seller,name}' as seller, coalesce(organizations.email, snapshot #>> '{seller,email}') as reply_to
  from documents join organizations on organizations.id = documents.organization_id
  where issued_at is not null;
grant select on documents_for_mails to daybook_runtime;
