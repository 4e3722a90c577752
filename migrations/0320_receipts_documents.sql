-- Receipts: proof of money that came in, of whole payments, for a client or for whoever walked in.

alter table organizations no force row level security;
alter table numbering_series no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'receipt', 'RC-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
alter table numbering_series force row level security;
alter table organizations force row level security;

alter table documents
  -- What a document says that prices nothing: of a receipt the money and what it settles, as it was on that day.
  add column content jsonb,
  drop column status;
alter table documents
  -- What an invoice is paid, and that it is overdue or an offer has expired, whoever asks adds.
  add column status text not null generated always as (case
    when voided_at is not null then case when type in ('quote', 'proforma', 'delivery_note') then 'cancelled' else 'void' end
    when type in ('quote', 'proforma') and sale_id is not null then 'converted'
    when accepted_at is not null then case when type = 'delivery_note' then 'delivered' else 'accepted' end
    when declined_at is not null then 'declined'
    when issued_at is not null then case when type = 'credit_note' then 'applied'
      when type in ('delivery_note', 'receipt') then 'issued' when type = 'statement' then 'final' else 'open' end
    else 'draft'
  end) stored,
  add constraint documents_receipt_is_whole check (type <> 'receipt' or content is not null);
create index documents_pending on documents (organization_id, created_at, id)
  where status in ('draft', 'accepted') or (type in ('quote', 'proforma') and status = 'open');

-- As before, with what prices nothing.
create or replace function document_hash(document documents) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
    'type', document.type, 'number', document.number, 'series_period', document.series_period,
    'series_place', document.series_place, 'prev_hash', document.prev_hash, 'issue_date', document.issue_date,
    'sale_id', case when document.type not in ('quote', 'proforma') then document.sale_id end,
    'client_id', document.client_id, 'client_name', document.client_name, 'currency', document.currency,
    'total', document.total, 'priced', document.priced, 'snapshot', document.snapshot, 'title', document.title,
    'buyer_reference', document.buyer_reference, 'po_number', document.po_number, 'project', document.project,
    'corrects_document_id', document.corrects_document_id, 'correction_reason', document.correction_reason,
    'notes', document.notes, 'terms', document.terms, 'footer', document.footer, 'language', document.language,
    'content', document.content,
    'lines', (select jsonb_agg(line.content order by line.position) from document_lines as line
      where line.organization_id = document.organization_id and line.document_id = document.id)
  ))::text, 'UTF8')), 'hex')
$$;
create trigger frozen_content before update on documents for each row
  when (old.issued_at is not null and old.content is distinct from new.content)
  execute function refuse_issued_change();

-- Which payments a receipt is of. Money is receipted once, unless that receipt is void.
create table document_payments (
  organization_id uuid not null,
  document_id uuid not null,
  payment_id uuid not null,
  is_void boolean not null default false,
  constraint document_payments_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_payments_payment_fkey foreign key (organization_id, payment_id) references payments
);
create unique index document_payments_receipt_key on document_payments (organization_id, payment_id) where not is_void;
create index document_payments_of_payment on document_payments (organization_id, payment_id);
alter table document_payments add primary key (organization_id, document_id, payment_id);
select protect_tenant_table('document_payments');
revoke delete on document_payments from daybook_runtime;

-- Money that never came has no receipt.
create function void_receipts() returns trigger language plpgsql as $$
begin
  update documents set voided_at = new.voided_at, void_reason = new.void_reason, version = documents.version + 1,
    updated_at = new.updated_at, updated_by = new.updated_by
  where organization_id = new.organization_id and voided_at is null and id in (select document_id
    from document_payments where organization_id = new.organization_id and payment_id = new.id and not is_void);
  return null;
end $$;
create trigger receipts_voided after update on payments for each row
  when (old.voided_at is null and new.voided_at is not null) execute function void_receipts();

create function free_payments() returns trigger language plpgsql as $$
begin
  update document_payments set is_void = true where organization_id = new.organization_id and document_id = new.id;
  return null;
end $$;
create trigger payments_freed after update on documents for each row
  when (old.type = 'receipt' and old.voided_at is null and new.voided_at is not null) execute function free_payments();
