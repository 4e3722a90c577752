-- Documents: what is handed to a client on paper. So far quotes, which promise prices until a day and become a sale once.
-- What was issued stays as it was: its number, its content, and who it was from and to, as they were called that day.

create table documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null check (type in ('quote', 'proforma', 'invoice', 'deposit_invoice', 'receipt', 'credit_note',
    'debit_note', 'delivery_note', 'statement', 'purchase_order', 'other')),
  -- Taken from the series of its type when it is issued.
  number text collate "C" check (length(number) <= 60),
  client_id uuid,
  -- As the client was called then.
  client_name text,
  -- The sale that a quote became. A quote whose draft is deleted again is accepted as before.
  sale_id uuid,
  issue_date date,
  -- The last day on which a quote may be accepted.
  valid_until date,
  currency char(3) not null,
  total bigint not null check (total >= 0),
  -- What it comes to, as a sale that is planned has it, without its lines.
  priced jsonb,
  -- Seller and buyer as they were when it was issued.
  snapshot jsonb,
  title text check (length(title) <= 255),
  buyer_reference text check (length(buyer_reference) <= 255),
  notes text check (length(notes) <= 5000),
  terms text check (length(terms) <= 5000),
  footer text check (length(footer) <= 5000),
  language text check (length(language) <= 35),
  member_id uuid,
  -- The words that a text search finds it by.
  words tsvector not null,
  issued_at timestamptz,
  accepted_at timestamptz,
  -- Who said so.
  accepted_by text check (length(accepted_by) <= 255),
  declined_at timestamptz,
  decline_reason text check (length(decline_reason) <= 500),
  voided_at timestamptz,
  void_reason text check (length(void_reason) <= 500),
  -- That a quote has expired depends on the day, so whoever asks adds it.
  status text not null generated always as (case
    when voided_at is not null then 'cancelled'
    when type = 'quote' and sale_id is not null then 'converted'
    when accepted_at is not null then 'accepted'
    when declined_at is not null then 'declined'
    when issued_at is not null then 'open'
    else 'draft'
  end) stored,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint documents_client_fkey foreign key (organization_id, client_id) references clients,
  constraint documents_member_fkey foreign key (organization_id, member_id) references members,
  constraint documents_sale_fkey foreign key (organization_id, sale_id) references sales on delete set null (sale_id),
  constraint documents_number_at_issue check ((number is null) = (issued_at is null)),
  constraint documents_issue_is_whole
    check (issued_at is null or (issue_date is not null and snapshot is not null)),
  constraint documents_one_answer check (accepted_at is null or declined_at is null),
  constraint documents_answer_after_issue
    check (issued_at is not null or (accepted_at is null and declined_at is null and voided_at is null)),
  constraint documents_quote_is_priced check (type <> 'quote' or (client_id is not null and priced is not null)),
  constraint documents_quote_has_end
    check (type <> 'quote' or issued_at is null or (valid_until is not null and valid_until >= issue_date)),
  constraint documents_sold_as_accepted check (type <> 'quote' or sale_id is null or accepted_at is not null)
);
create unique index documents_number_key on documents (organization_id, type, number) where number is not null;
create unique index documents_external_id_key on documents (organization_id, external_id)
  where external_id is not null;
-- A sale comes from one quote at most.
create unique index documents_sale_key on documents (organization_id, sale_id) where type = 'quote' and sale_id is not null;
create index documents_of_sale on documents (organization_id, sale_id) where sale_id is not null;
-- In a list by number drafts have none. A case and no coalesce, which row-level security would keep out of the index.
create index documents_by_number on documents (organization_id, (case when number is null then '' else number end), id);
create index documents_by_age on documents (organization_id, created_at, id);
create index documents_by_change on documents (organization_id, updated_at, id);
create index documents_by_total on documents (organization_id, total, id);
create index documents_by_issue on documents (organization_id, issue_date, id) where issue_date is not null;
create index documents_by_end on documents (organization_id, valid_until, id) where valid_until is not null;
create index documents_of_client on documents (organization_id, client_id, created_at, id) where client_id is not null;
-- What somebody still has to do something about: few among the many that are done with.
create index documents_pending on documents (organization_id, created_at, id)
  where status in ('draft', 'open', 'accepted');
create index documents_find on documents using gin (organization_id, words);
create index documents_tags on documents using gin (organization_id, tags) where tags <> '{}';
-- The primary key comes last, since a table without statistics is read by its youngest index.
alter table documents add primary key (organization_id, id);
select protect_tenant_table('documents');

-- Lines are only ever reached through their document.
create table document_lines (
  organization_id uuid not null,
  document_id uuid not null,
  position int not null check (position between 1 and 500),
  variant_id uuid,
  -- The line as a sale that is planned has it.
  content jsonb not null,
  constraint document_lines_document_fkey foreign key (organization_id, document_id) references documents
    on delete cascade,
  constraint document_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  primary key (organization_id, document_id, position)
);
create index document_lines_of_variant on document_lines (organization_id, variant_id) where variant_id is not null;
select protect_tenant_table('document_lines');

create function refuse_issued_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document stays as it is'
    using errcode = 'restrict_violation', constraint = 'documents_frozen';
end $$;

-- An issued document keeps all that is printed on it. Its validity may be extended; it is answered, once, and described.
create trigger frozen before update on documents for each row
  when (old.issued_at is not null and (
      old.type, old.number, old.issued_at, old.issue_date, old.client_id, old.client_name, old.currency, old.total,
      old.priced, old.snapshot, old.title, old.buyer_reference, old.notes, old.terms, old.footer, old.language
    ) is distinct from (
      new.type, new.number, new.issued_at, new.issue_date, new.client_id, new.client_name, new.currency, new.total,
      new.priced, new.snapshot, new.title, new.buyer_reference, new.notes, new.terms, new.footer, new.language
    )
    or old.accepted_at is not null and (old.accepted_at, old.accepted_by) is distinct from (new.accepted_at, new.accepted_by)
    or old.declined_at is not null
      and (old.declined_at, old.decline_reason) is distinct from (new.declined_at, new.decline_reason)
    or old.voided_at is not null and (old.voided_at, old.void_reason) is distinct from (new.voided_at, new.void_reason))
  execute function refuse_issued_change();
create trigger frozen_delete before delete on documents for each row
  when (old.issued_at is not null) execute function refuse_issued_change();

-- The lines of an issued document are neither changed nor removed, and none is added.
create function refuse_issued_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from touched join documents on documents.organization_id = touched.organization_id
      and documents.id = touched.document_id where documents.issued_at is not null)
    or row_security_active('public.document_lines')
      and exists (select from touched where organization_id is distinct from current_organization()) then
    raise exception 'the lines of an issued document stay as they are'
      using errcode = 'restrict_violation', constraint = 'documents_frozen';
  end if;
  return null;
end $$;
create trigger frozen_insert after insert on document_lines referencing new table as touched
  for each statement execute function refuse_issued_lines();
create trigger frozen_update after update on document_lines referencing old table as touched
  for each statement execute function refuse_issued_lines();
create trigger frozen_delete after delete on document_lines referencing old table as touched
  for each statement execute function refuse_issued_lines();

-- A sale that was made of a quote was a draft when it was deleted: whoever read the quote before learns of the change.
create function reopen_quote() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := greatest(old.updated_at, transaction_timestamp());
  return new;
end $$;
create trigger reopen before update on documents for each row
  when (old.sale_id is not null and new.sale_id is null) execute function reopen_quote();
