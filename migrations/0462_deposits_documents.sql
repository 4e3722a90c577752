-- Deposit invoices: the bill of a deposit, which the last invoice takes off what is due.

alter table organizations no force row level security;
alter table numbering_series no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'deposit_invoice', 'DEP-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
alter table numbering_series force row level security;
alter table organizations force row level security;

alter table documents
  -- Of a deposit invoice: the invoice that took it off what is due there.
  add column deducted_in_id uuid,
  add constraint documents_deducted_in_fkey foreign key (organization_id, deducted_in_id) references documents,
  add constraint documents_deducted_is_deposit check (deducted_in_id is null or type = 'deposit_invoice'),
  drop constraint documents_invoice_has_sale,
  drop constraint documents_issue_is_priced,
  add constraint documents_invoice_has_sale check (
    type not in ('invoice', 'deposit_invoice', 'debit_note', 'credit_note', 'delivery_note')
    or (sale_id is not null and client_id is not null)),
  add constraint documents_issue_is_priced check (
    type not in ('invoice', 'deposit_invoice', 'debit_note', 'credit_note', 'delivery_note')
    or issued_at is null or priced is not null);
alter table documents alter column status set expression as (case
    when voided_at is not null then case when type in ('quote', 'proforma', 'delivery_note') then 'cancelled' else 'void' end
    when type in ('quote', 'proforma') and sale_id is not null then 'converted'
    when accepted_at is not null then case when type = 'delivery_note' then 'delivered' else 'accepted' end
    when declined_at is not null then 'declined'
    when issued_at is not null then case when type = 'credit_note' or deducted_in_id is not null then 'applied'
      when type in ('delivery_note', 'receipt') then 'issued' when type = 'statement' then 'final' else 'open' end
    else 'draft'
  end);

-- What was asked in advance for an offer.
create index documents_deposits_for on documents (organization_id, (content -> 'deposit_for' ->> 'document_id'))
  where type = 'deposit_invoice';
create index documents_deducted_in on documents (organization_id, deducted_in_id) where deducted_in_id is not null;

-- A deposit is taken off once.
create trigger frozen_deduction before update on documents for each row
  when (old.deducted_in_id is not null and old.deducted_in_id is distinct from new.deducted_in_id)
  execute function refuse_issued_change();

-- A sale has one bill, unless that one is void.
drop index documents_invoice_of_sale_key;
create unique index documents_invoice_of_sale_key on documents (organization_id, sale_id)
  where type in ('invoice', 'deposit_invoice', 'debit_note') and voided_at is null;

create or replace function follow_sale() returns trigger language plpgsql as $$
begin
  update documents set client_id = new.client_id, client_name = new.client_name, currency = new.currency,
    total = new.total, words = ts_delete(documents.words, tsvector_to_array(old.words)) || new.words,
    version = documents.version + 1, updated_at = new.updated_at, updated_by = new.updated_by
  where organization_id = new.organization_id and sale_id = new.id
    and type in ('invoice', 'deposit_invoice', 'debit_note', 'delivery_note') and issued_at is null;
  return null;
end $$;

create or replace function refuse_billed() returns trigger language plpgsql as $$
declare
  standing documents;
begin
  select * into standing from documents where organization_id = new.organization_id and sale_id = new.id
    and type in ('invoice', 'deposit_invoice', 'debit_note', 'credit_note') and issued_at is not null
    and voided_at is null limit 1;
  if found then
    raise exception 'a document of the sale stands'
      using errcode = 'restrict_violation', constraint = 'sales_document_stands',
        detail = json_build_object('type', standing.type, 'number', standing.number);
  end if;
  return new;
end $$;

-- Clients are reminded of whatever they were billed.
create or replace view invoices_owed with (security_invoker = true) as
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
