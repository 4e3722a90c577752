-- Invoices: the numbered paper of a sale. They post nothing and copy what the sale came to when they are issued.

alter table documents
  -- Whether it drafted its sale itself, so that the draft goes with it.
  add column made_sale boolean not null default false,
  add column po_number text check (length(po_number) <= 255),
  add column project text check (length(project) <= 255),
  -- Its place in its series and the part of the series that counts by itself, such as a year.
  add column series_period text,
  add column series_place bigint check (series_place > 0),
  -- The hash of what it says, which takes in that of the document before it in the series.
  add column prev_hash text collate "C",
  add column hash text collate "C",
  drop column status;
alter table documents
  -- What an invoice is paid, and that it is overdue or a quote has expired, whoever asks adds.
  add column status text not null generated always as (case
    when voided_at is not null then case when type = 'quote' then 'cancelled' else 'void' end
    when type = 'quote' and sale_id is not null then 'converted'
    when accepted_at is not null then 'accepted'
    when declined_at is not null then 'declined'
    when issued_at is not null then 'open'
    else 'draft'
  end) stored,
  add constraint documents_invoice_has_sale
    check (type <> 'invoice' or (sale_id is not null and client_id is not null)),
  add constraint documents_invoice_is_priced check (type <> 'invoice' or issued_at is null or priced is not null),
  add constraint documents_place_is_whole check ((series_place is null) = (series_period is null)
    and (series_place is null) = (hash is null) and (series_place is null or number is not null));
-- What somebody still has to do something about: few among the many that are done with.
create index documents_pending on documents (organization_id, created_at, id)
  where status in ('draft', 'accepted') or (type = 'quote' and status = 'open');
create unique index documents_place_key on documents (organization_id, type, series_period, series_place)
  where series_place is not null;
-- A sale has one invoice, unless that one is void.
create unique index documents_invoice_of_sale_key on documents (organization_id, sale_id)
  where type = 'invoice' and voided_at is null;

-- SHA-256 over what was issued, as the text of jsonb has it: keys by their length and then by their bytes, nothing that
-- is empty. The validity of a quote is left out, since it may be extended.
create function document_hash(document documents) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
    'type', document.type, 'number', document.number, 'series_period', document.series_period,
    'series_place', document.series_place, 'prev_hash', document.prev_hash, 'issue_date', document.issue_date,
    'sale_id', case when document.type <> 'quote' then document.sale_id end,
    'client_id', document.client_id, 'client_name', document.client_name, 'currency', document.currency,
    'total', document.total, 'priced', document.priced, 'snapshot', document.snapshot, 'title', document.title,
    'buyer_reference', document.buyer_reference, 'po_number', document.po_number, 'project', document.project,
    'notes', document.notes, 'terms', document.terms, 'footer', document.footer, 'language', document.language,
    'lines', (select jsonb_agg(line.content order by line.position) from document_lines as line
      where line.organization_id = document.organization_id and line.document_id = document.id)
  ))::text, 'UTF8')), 'hex')
$$;
grant execute on function document_hash to daybook_runtime;

-- Takes the next number of a series, its place there and the hash of the document before. Who comes next waits for the
-- counter until this transaction ends, so the chain has no fork.
create function take_document_number(organization uuid, kind text, day date,
  out number text, out period text, out place bigint, out prev_hash text)
language plpgsql as $$
begin
  number := take_number(organization, kind, day);
  select case resets when 'yearly' then to_char(day, 'YYYY') when 'monthly' then to_char(day, 'YYYY-MM') else '' end
    into strict period from numbering_series where organization_id = organization and record_type = kind;
  select next_number - 1 into strict place from numbering_counters as counter
    where counter.organization_id = organization and counter.record_type = kind and counter.period = take_document_number.period;
  select document.hash into prev_hash from documents as document
    where document.organization_id = organization and document.type = kind
      and document.series_period = take_document_number.period and document.series_place is not null
    order by document.series_place desc limit 1;
end $$;
grant execute on function take_document_number to daybook_runtime;

create function seal_document() returns trigger language plpgsql as $$
begin
  new.hash := document_hash(new);
  return new;
end $$;
create trigger sealed before update on documents for each row
  when (old.issued_at is null and new.issued_at is not null) execute function seal_document();

-- An issued document keeps what is printed, what it was made of and its place in the chain.
create trigger frozen_place before update on documents for each row
  when (old.issued_at is not null and (
      old.made_sale, old.po_number, old.project, old.series_period, old.series_place, old.prev_hash, old.hash,
      case when old.type <> 'quote' then old.sale_id end
    ) is distinct from (
      new.made_sale, new.po_number, new.project, new.series_period, new.series_place, new.prev_hash, new.hash,
      case when new.type <> 'quote' then new.sale_id end
    ))
  execute function refuse_issued_change();

-- A draft of an invoice shows its sale as it is; what lists find and sort it by follows.
create function follow_sale() returns trigger language plpgsql as $$
begin
  update documents set client_id = new.client_id, client_name = new.client_name, currency = new.currency,
    total = new.total, words = ts_delete(documents.words, tsvector_to_array(old.words)) || new.words,
    version = documents.version + 1, updated_at = new.updated_at, updated_by = new.updated_by
  where organization_id = new.organization_id and sale_id = new.id and type = 'invoice' and issued_at is null;
  return null;
end $$;
create trigger followed_by_draft after update on sales for each row
  when (old.confirmed_at is null and (old.client_id, old.client_name, old.currency, old.total, old.words)
    is distinct from (new.client_id, new.client_name, new.currency, new.total, new.words))
  execute function follow_sale();

-- What was billed is taken back on paper first.
create function refuse_billed() returns trigger language plpgsql as $$
declare
  standing documents;
begin
  select * into standing from documents where organization_id = new.organization_id and sale_id = new.id
    and type in ('invoice', 'credit_note') and issued_at is not null and voided_at is null limit 1;
  if found then
    raise exception 'a document of the sale stands'
      using errcode = 'restrict_violation', constraint = 'sales_document_stands',
        detail = json_build_object('type', standing.type, 'number', standing.number);
  end if;
  return new;
end $$;
create trigger billed before update on sales for each row
  when (old.voided_at is null and new.voided_at is not null) execute function refuse_billed();
