-- What is kept about a client is removed for good where somebody asks for that and no law wants it kept.
alter table clients
  add column erased_at timestamptz,
  add constraint clients_erased_is_archived check (erased_at is null or status = 'archived');

-- A mail loses whom it went to and what it said, once, and stays otherwise.
alter table document_mails add column erased_at timestamptz;
drop trigger frozen on document_mails;
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

grant delete on other_documents to daybook_runtime;

-- Bytes that records hold by themselves, and those of files.
create view contents_in_use with (security_invoker = true) as
  select organization_id, sha256 from other_documents
  union all select organization_id, sha256 from document_pdfs
  union all select organization_id, logo_sha256 from document_templates where logo_sha256 is not null
  union all select organization_id, logo_sha256 from document_template_versions where logo_sha256 is not null
  union all select organization_id, sha256 from files;
grant select on contents_in_use to daybook_runtime;

-- The records of each client, by the prefix of their ids: of which day, and whether something is still open with them.
create view client_records with (security_invoker = true) as
  select organization_id, client_id, 'sale' as kind, id, sale_date as day, status in ('draft', 'confirmed') as is_open
  from sales where client_id is not null
  union all
  select organization_id, client_id, 'doc', id, issue_date, issued_at is null and voided_at is null
  from documents where client_id is not null
  union all
  select organization_id, client_id, 'pay', id, payment_date, amount_unapplied > 0
  from payments where client_id is not null
  union all
  select organization_id, client_id, 'refund', id, refund_date, false from refunds where client_id is not null
  union all
  select organization_id, supplier_id, 'exp', id, expense_date, case when status = 'posted' then amount_paid < total
    else status in ('draft', 'submitted', 'approved') end
  from expenses where supplier_id is not null
  union all
  select organization_id, supplier_id, 'spay', id, payment_date, amount_unapplied > 0 from supplier_payments
  union all
  select recurring.organization_id, documents.client_id, 'rdoc', recurring.id, recurring.start_date,
    recurring.status in ('active', 'paused')
  from recurring_documents as recurring join documents on documents.organization_id = recurring.organization_id
    and documents.id = recurring.document_id
  union all
  select mails.organization_id, documents.client_id, 'dmail', mails.id, null, mails.status = 'queued'
  from document_mails as mails join documents on documents.organization_id = mails.organization_id
    and documents.id = mails.document_id;
grant select on client_records to daybook_runtime;

-- Events say nothing personal of clients but what another program calls them, and that goes with the rest.
create index events_of_client_record on events (organization_id, (data ->> 'id')) where type like 'client.%';
create function refuse_more_change() returns trigger language plpgsql as $$
begin
  -- `client_id` is computed after this.
  if to_jsonb(new) - array['data', 'client_id'] is distinct from to_jsonb(old) - array['data', 'client_id']
    or new.data - 'external_id' is distinct from old.data - 'external_id'
    or new.data -> 'external_id' is distinct from 'null'::jsonb then
    raise exception 'events is append-only' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return new;
end $$;
drop trigger append_only on events;
create trigger append_only before delete on events for each row execute function refuse_change();
create trigger forgets_only before update on events for each row execute function refuse_more_change();
grant update (data) on events to daybook_runtime;
