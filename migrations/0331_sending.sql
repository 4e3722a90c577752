-- Mails that remind, those that nobody sends any more since what they are about was settled, and those that came back.
alter table document_mails
  add column reminder_id uuid,
  -- Only while something is owed by the document.
  add column while_due boolean not null default false,
  drop constraint document_mails_status_check,
  add constraint document_mails_status_check
    check (status in ('queued', 'sent', 'failed', 'cancelled', 'bounced')),
  add constraint document_mails_reminder_fkey foreign key (organization_id, reminder_id) references reminders;
create index document_mails_of_reminder on document_mails (organization_id, reminder_id, id)
  where reminder_id is not null;

drop trigger frozen on document_mails;
create trigger frozen before update on document_mails for each row
  when ((old.document_id, old.share_id, old.recipient, old.recipient_name, old.subject, old.message, old.attach_pdf,
      old.queued_at, old.reminder_id, old.while_due) is distinct from
    (new.document_id, new.share_id, new.recipient, new.recipient_name, new.subject, new.message, new.attach_pdf,
      new.queued_at, new.reminder_id, new.while_due)
    -- What a mail server took may still come back, and what was in hand while it was given up may have left.
    or old.status <> 'queued' and (old.status, new.status) not in (('sent', 'bounced'), ('cancelled', 'sent')))
  execute function refuse_mail_change();

create or replace view documents_for_mails with (security_invoker = true) as
  select documents.organization_id, documents.id, snapshot ->> 'language' as language,
    snapshot #>> '{seller,name}' as seller, coalesce(organizations.email, snapshot #>> '{seller,email}') as reply_to,
    voided_at is null and exists (select from sales where sales.organization_id = documents.organization_id
      and sales.id = documents.sale_id and sales.status = 'confirmed') as is_due
  from documents join organizations on organizations.id = documents.organization_id
  where issued_at is not null;

-- What became of a reminder on its way to each recipient.
create view reminder_mails with (security_invoker = true) as
  select organization_id, reminder_id, id, recipient, status, response from document_mails
  where reminder_id is not null;
grant select on reminder_mails to daybook_runtime;
