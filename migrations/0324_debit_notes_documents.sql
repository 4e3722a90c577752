-- Debit notes, which raise an invoice that was issued: the bill of a sale of their own, as an invoice is.

alter table organizations no force row level security;
alter table numbering_series no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'debit_note', 'DB-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
alter table numbering_series force row level security;
alter table organizations force row level security;

alter table documents
  drop constraint documents_invoice_has_sale,
  drop constraint documents_issue_is_priced,
  drop constraint documents_credit_note_corrects,
  add constraint documents_invoice_has_sale check (type not in ('invoice', 'debit_note', 'credit_note', 'delivery_note')
    or (sale_id is not null and client_id is not null)),
  add constraint documents_issue_is_priced check (type not in ('invoice', 'debit_note', 'credit_note', 'delivery_note')
    or issued_at is null or priced is not null),
  add constraint documents_note_corrects
    check ((type in ('credit_note', 'debit_note')) = (corrects_document_id is not null));

-- A sale has one bill, unless that one is void.
drop index documents_invoice_of_sale_key;
create unique index documents_invoice_of_sale_key on documents (organization_id, sale_id)
  where type in ('invoice', 'debit_note') and voided_at is null;

create or replace function follow_sale() returns trigger language plpgsql as $$
begin
  update documents set client_id = new.client_id, client_name = new.client_name, currency = new.currency,
    total = new.total, words = ts_delete(documents.words, tsvector_to_array(old.words)) || new.words,
    version = documents.version + 1, updated_at = new.updated_at, updated_by = new.updated_by
  where organization_id = new.organization_id and sale_id = new.id
    and type in ('invoice', 'debit_note', 'delivery_note') and issued_at is null;
  return null;
end $$;

create or replace function refuse_billed() returns trigger language plpgsql as $$
declare
  standing documents;
begin
  select * into standing from documents where organization_id = new.organization_id and sale_id = new.id
    and type in ('invoice', 'debit_note', 'credit_note') and issued_at is not null and voided_at is null limit 1;
  if found then
    raise exception 'a document of the sale stands'
      using errcode = 'restrict_violation', constraint = 'sales_document_stands',
        detail = json_build_object('type', standing.type, 'number', standing.number);
  end if;
  return new;
end $$;
