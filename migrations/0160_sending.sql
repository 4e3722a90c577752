-- Documents reach clients: by a link that shows one document to whoever holds it, and by mail.

-- Of a link only the hash is kept, so that neither a dump nor a list shows one that works.
create table document_shares (
  organization_id uuid not null references organizations,
  id uuid not null,
  document_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  -- Whom it was mailed to; null for one that was handed out otherwise.
  recipient text check (length(recipient) <= 254),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  viewed_at timestamptz,
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint document_shares_document_fkey foreign key (organization_id, document_id) references documents
);
-- The only index that does not begin with the organisation: a presented link names none.
create unique index document_shares_token on document_shares (token_hash);
create index document_shares_of_document on document_shares (organization_id, document_id, created_at, id);
create index document_shares_by_age on document_shares (organization_id, created_at, id);
alter table document_shares add primary key (organization_id, id);
select protect_tenant_table('document_shares');
revoke delete on document_shares from daybook_runtime;
select lead_to_organization('document_shares');
select limit_to_scope('document_shares', 'exists (select from documents
  where documents.organization_id = document_shares.organization_id
    and documents.id = document_shares.document_id)', true);

-- A link with the organisation that it leads to. Who reads it compares the hash, and its end with their clock.
create view open_shares with (security_invoker = true) as
  select share.token_hash, share.expires_at, share.id as share, share.document_id as document,
    share.viewed_at is not null as viewed, organizations.id, name, base_currency as "baseCurrency", timezone, locale
  from document_shares as share join organizations on organizations.id = share.organization_id
  where share.revoked_at is null and organizations.status = 'active';
grant select on open_shares to daybook_runtime;

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
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'cancelled', 'bounced')),
  -- How often it was begun.
  attempts int not null default 0,
  -- What the mail server said, or why it could not be reached.
  response text check (length(response) <= 2000),
  queued_at timestamptz not null,
  ended_at timestamptz,
  created_by jsonb not null,
  -- The reminder that it brings, if any.
  reminder_id uuid,
  -- Only while something is owed by the document.
  while_due boolean not null default false,
  -- A mail loses whom it went to and what it said, once, and stays otherwise.
  erased_at timestamptz,
  constraint document_mails_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_mails_share_fkey foreign key (organization_id, share_id) references document_shares,
  constraint document_mails_end check ((status = 'queued') = (ended_at is null))
);
create index document_mails_of_document on document_mails (organization_id, document_id, queued_at, id);
create index document_mails_of_share on document_mails (organization_id, share_id);
create index document_mails_by_age on document_mails (organization_id, queued_at, id);
create index document_mails_open on document_mails (organization_id, queued_at, id) where status <> 'sent';
create index document_mails_of_reminder on document_mails (organization_id, reminder_id, id)
  where reminder_id is not null;
alter table document_mails add primary key (organization_id, id);
select protect_tenant_table('document_mails');
revoke delete on document_mails from daybook_runtime;
select limit_to_scope('document_mails', 'exists (select from documents
  where documents.organization_id = document_mails.organization_id
    and documents.id = document_mails.document_id)', true);

-- What was sent stays as it was sent; how it ended is said once.
create function refuse_mail_change() returns trigger language plpgsql as $$
begin
  raise exception 'a mail stays as it was sent' using errcode = 'restrict_violation', constraint = 'document_mails_frozen';
end $$;

create trigger frozen before update on document_mails for each row
  when ((new.erased_at is null or old.erased_at is not null or old.status <> new.status
      or (old.document_id, old.share_id, old.queued_at, old.reminder_id) is distinct from
        (new.document_id, new.share_id, new.queued_at, new.reminder_id))
    and ((old.document_id, old.share_id, old.recipient, old.recipient_name, old.subject, old.message, old.attach_pdf,
        old.queued_at, old.reminder_id, old.while_due, old.erased_at) is distinct from
      (new.document_id, new.share_id, new.recipient, new.recipient_name, new.subject, new.message, new.attach_pdf,
        new.queued_at, new.reminder_id, new.while_due, new.erased_at)
      -- What a mail server took may still come back, and what was in hand while it was given up may have left.
      or old.status <> 'queued' and (old.status, new.status) not in (('sent', 'bounced'), ('cancelled', 'sent'))))
  execute function refuse_mail_change();

-- What a mail says beside its own text: whom it is from and where answers go, whether anything is owed, and which files
-- went with the document when it was issued.
create view documents_for_mails with (security_invoker = true) as
  select documents.organization_id, documents.id, snapshot ->> 'language' as language,
    snapshot #>> '{seller,name}' as seller, coalesce(organizations.email, snapshot #>> '{seller,email}') as reply_to,
    voided_at is null and exists (select from sales where sales.organization_id = documents.organization_id
      and sales.id = documents.sale_id and sales.status = 'confirmed') as is_due,
    array(select attached ->> 'file_id' from jsonb_array_elements(coalesce(snapshot -> 'attachments', '[]'))
      with ordinality as each (attached, position) order by position) as file_ids,
    version.layout, version.logo_sha256 is not null as has_logo
  from documents join organizations on organizations.id = documents.organization_id
  left join document_looks as look on look.organization_id = documents.organization_id
    and look.document_id = documents.id
  left join document_template_versions as version on version.organization_id = look.organization_id
    and version.template_id = look.template_id and version.number = look.template_version
  where documents.issued_at is not null;

-- What became of a reminder on its way to each recipient.
create view reminder_mails with (security_invoker = true) as
  select organization_id, reminder_id, id, recipient, status, response from document_mails
  where reminder_id is not null;
grant select on documents_for_mails, reminder_mails to daybook_runtime;
