-- Credit notes, which correct an invoice; proformas, which are offers; delivery notes, which say what goes out.

alter table documents
  add column corrects_document_id uuid,
  add column correction_reason text check (length(correction_reason) <= 500),
  drop column status,
  drop constraint documents_invoice_has_sale,
  drop constraint documents_invoice_is_priced,
  drop constraint documents_quote_is_priced;
alter table documents
  -- What an invoice is paid, and that it is overdue or an offer has expired, whoever asks adds.
  add column status text not null generated always as (case
    when voided_at is not null then case when type in ('quote', 'proforma', 'delivery_note') then 'cancelled' else 'void' end
    when type in ('quote', 'proforma') and sale_id is not null then 'converted'
    when accepted_at is not null then case when type = 'delivery_note' then 'delivered' else 'accepted' end
    when declined_at is not null then 'declined'
    when issued_at is not null then case type when 'credit_note' then 'applied' when 'delivery_note' then 'issued' else 'open' end
    else 'draft'
  end) stored,
  add constraint documents_offer_is_priced
    check (type not in ('quote', 'proforma') or (client_id is not null and priced is not null)),
  add constraint documents_invoice_has_sale
    check (type not in ('invoice', 'credit_note', 'delivery_note') or (sale_id is not null and client_id is not null)),
  add constraint documents_issue_is_priced
    check (type not in ('invoice', 'credit_note', 'delivery_note') or issued_at is null or priced is not null),
  add constraint documents_credit_note_corrects check ((type = 'credit_note') = (corrects_document_id is not null)),
  add constraint documents_corrects_fkey foreign key (organization_id, corrects_document_id) references documents;
create index documents_pending on documents (organization_id, created_at, id)
  where status in ('draft', 'accepted') or (type in ('quote', 'proforma') and status = 'open');
create index documents_correcting on documents (organization_id, corrects_document_id)
  where corrects_document_id is not null;
-- A return has one credit note, unless that one is void. A sale that was made of an offer is of that one alone.
create unique index documents_credit_note_of_return_key on documents (organization_id, sale_id)
  where type = 'credit_note' and voided_at is null;
create unique index documents_proforma_sale_key on documents (organization_id, sale_id)
  where type = 'proforma' and sale_id is not null;

-- As before, with what a document corrects.
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
    'lines', (select jsonb_agg(line.content order by line.position) from document_lines as line
      where line.organization_id = document.organization_id and line.document_id = document.id)
  ))::text, 'UTF8')), 'hex')
$$;

drop trigger frozen_place on documents;
create trigger frozen_place before update on documents for each row
  when (old.issued_at is not null and (
      old.made_sale, old.po_number, old.project, old.series_period, old.series_place, old.prev_hash, old.hash,
      old.corrects_document_id, old.correction_reason,
      case when old.type not in ('quote', 'proforma') then old.sale_id end
    ) is distinct from (
      new.made_sale, new.po_number, new.project, new.series_period, new.series_place, new.prev_hash, new.hash,
      new.corrects_document_id, new.correction_reason,
      case when new.type not in ('quote', 'proforma') then new.sale_id end
    ))
  execute function refuse_issued_change();

create or replace function follow_sale() returns trigger language plpgsql as $$
begin
  update documents set client_id = new.client_id, client_name = new.client_name, currency = new.currency,
    total = new.total, words = ts_delete(documents.words, tsvector_to_array(old.words)) || new.words,
    version = documents.version + 1, updated_at = new.updated_at, updated_by = new.updated_by
  where organization_id = new.organization_id and sale_id = new.id and type in ('invoice', 'delivery_note')
    and issued_at is null;
  return null;
end $$;
