-- Documents: what is handed to a client on paper, how it looks, and what comes again by itself. A quote promises prices
-- until a day and becomes a sale once. What was issued stays as it was: its number, its content, and who it was from
-- and to, as they were called that day.

create table document_templates (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is sorted and compared by: letters without case, accents and punctuation.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  -- Which documents it is for; empty for all.
  document_types text[] not null default '{}' check (cardinality(document_types) <= 20),
  languages text[] not null default '{}' check (cardinality(languages) <= 40),
  is_default boolean not null default false,
  layout jsonb not null,
  source text check (length(source) <= 200000),
  logo_file_id uuid,
  -- The bytes themselves, which stay when the file is deleted.
  logo_sha256 text,
  published_version int check (published_version > 0),
  published_at timestamptz,
  -- Whether the draft says something else than what was published last.
  has_changes boolean not null default true,
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  -- Documents may be set in fonts of the organisation. What a template was published with, its documents keep: the
  -- bytes are held, whatever becomes of the files.
  font_file_ids uuid[] not null default '{}',
  font_sha256s text[] not null default '{}',
  -- What the fonts are called, to be named in the layout.
  font_families text[] not null default '{}',
  constraint document_templates_logo_fkey foreign key (organization_id, logo_sha256) references file_contents,
  constraint document_templates_logo_is_whole check ((logo_file_id is null) = (logo_sha256 is null)),
  constraint document_templates_publishing check ((published_version is null) = (published_at is null)),
  constraint document_templates_external_id_key unique (organization_id, external_id),
  constraint document_templates_fonts_are_whole check (cardinality(font_file_ids) = cardinality(font_sha256s)
    and cardinality(font_file_ids) <= 8)
);
create unique index document_templates_name_key on document_templates (organization_id, name_key)
  where archived_at is null;
create index document_templates_by_name on document_templates (organization_id, name_key, id);
create index document_templates_by_age on document_templates (organization_id, created_at, id);
create index document_templates_by_change on document_templates (organization_id, updated_at, id);
create index document_templates_of_logo on document_templates (organization_id, logo_sha256)
  where logo_sha256 is not null;
create index document_templates_in_use on document_templates (organization_id)
  where is_default and published_version is not null and archived_at is null;
create index document_templates_tags on document_templates using gin (organization_id, tags) where tags <> '{}';
alter table document_templates add primary key (organization_id, id);
select protect_tenant_table('document_templates');

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
  total bigint not null,
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
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- Invoices are the numbered paper of a sale. They post nothing and copy what the sale came to when they are issued.
  -- Here, whether one drafted its sale itself, so that the draft goes with it.
  made_sale boolean not null default false,
  po_number text check (length(po_number) <= 255),
  project text check (length(project) <= 255),
  -- Its place in its series and the part of the series that counts by itself, such as a year.
  series_period text,
  series_place bigint check (series_place > 0),
  -- The hash of what it says, which takes in that of the document before it in the series.
  prev_hash text collate "C",
  hash text collate "C",
  -- Credit notes, which correct an invoice; proformas, which are offers; delivery notes, which say what goes out.
  corrects_document_id uuid,
  correction_reason text check (length(correction_reason) <= 500),
  recurring_id uuid,
  occurrence_date date,
  -- When it first left for its client, when somebody first looked at it, and who of the client declined it.
  sent_at timestamptz,
  viewed_at timestamptz,
  declined_by text check (length(declined_by) <= 255),
  -- What a document says that prices nothing: of a receipt the money and what it settles, as it was on that day.
  content jsonb,
  -- What an invoice is paid, and that it is overdue or an offer has expired, whoever asks adds.
  status text not null generated always as (case
    when voided_at is not null then case when type in ('quote', 'proforma', 'delivery_note') then 'cancelled' else 'void' end
    when type in ('quote', 'proforma') and sale_id is not null then 'converted'
    when accepted_at is not null then case when type = 'delivery_note' then 'delivered' else 'accepted' end
    when declined_at is not null then 'declined'
    when issued_at is not null then case when type = 'credit_note' or deducted_in_id is not null then 'applied'
      when type in ('delivery_note', 'receipt') then 'issued' when type = 'statement' then 'final' else 'open' end
    else 'draft'
  end) stored,
  -- A document may choose its template, instead of the one that its type and language have.
  template_id uuid,
  -- A deposit invoice is the bill of a deposit; here, the invoice that took it off what is due there.
  deducted_in_id uuid,
  -- What was printed names whom it was issued to, and the chain of hashes holds that.
  issued_to_id uuid,
  -- A draft that waits for somebody who may issue it, handed in by whom, with their word; what is issued keeps it. And
  -- who sent it back last, and why.
  submitted_at timestamptz,
  submitted_by jsonb,
  submit_note text check (length(submit_note) <= 500),
  rejected_at timestamptz,
  rejected_by jsonb,
  reject_reason text check (length(reject_reason) <= 500),
  constraint documents_submission_is_whole check ((submitted_at is null) = (submitted_by is null)
    and (submitted_at is not null or submit_note is null)),
  constraint documents_rejection_is_whole check ((rejected_at is null) = (rejected_by is null)
    and (rejected_at is null) = (reject_reason is null)),
  constraint documents_client_fkey foreign key (organization_id, client_id) references clients,
  constraint documents_member_fkey foreign key (organization_id, member_id) references members,
  constraint documents_sale_fkey foreign key (organization_id, sale_id) references sales on delete set null (sale_id),
  constraint documents_number_at_issue check ((number is null) = (issued_at is null)),
  constraint documents_issue_is_whole
    check (issued_at is null or (issue_date is not null and snapshot is not null)),
  constraint documents_one_answer check (accepted_at is null or declined_at is null),
  constraint documents_answer_after_issue
    check (issued_at is not null or (accepted_at is null and declined_at is null and voided_at is null)),
  constraint documents_quote_has_end
    check (type <> 'quote' or issued_at is null or (valid_until is not null and valid_until >= issue_date)),
  constraint documents_sold_as_accepted check (type <> 'quote' or sale_id is null or accepted_at is not null),
  constraint documents_place_is_whole check ((series_place is null) = (series_period is null)
    and (series_place is null) = (hash is null) and (series_place is null or number is not null)),
  constraint documents_offer_is_priced
    check (type not in ('quote', 'proforma') or (client_id is not null and priced is not null)),
  constraint documents_occurrence_is_whole check ((recurring_id is null) = (occurrence_date is null)),
  constraint documents_receipt_is_whole check (type <> 'receipt' or content is not null),
  -- A statement of account says what happened between a client and the business, as it was told on a day. Who has paid
  -- more than is owed has one below zero.
  constraint documents_total_check check (total >= 0 or type = 'statement'),
  constraint documents_statement_is_whole
    check (type <> 'statement' or (content is not null and client_id is not null and voided_at is null)),
  constraint documents_template_fkey foreign key (organization_id, template_id) references document_templates
    on delete set null (template_id),
  -- A debit note raises an invoice that was issued: the bill of a sale of its own, as an invoice is. An invoice that
  -- was issued in the place of a wrong one names that one.
  constraint documents_note_corrects
    check (type = 'invoice' or (type in ('credit_note', 'debit_note')) = (corrects_document_id is not null)),
  constraint documents_deducted_is_deposit check (deducted_in_id is null or type = 'deposit_invoice'),
  constraint documents_invoice_has_sale check (
    type not in ('invoice', 'deposit_invoice', 'debit_note', 'credit_note', 'delivery_note')
    or (sale_id is not null and client_id is not null)),
  constraint documents_issue_is_priced check (
    type not in ('invoice', 'deposit_invoice', 'debit_note', 'credit_note', 'delivery_note')
    or issued_at is null or priced is not null)
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
create index documents_find on documents using gin (organization_id, words);
create index documents_tags on documents using gin (organization_id, tags) where tags <> '{}';
create unique index documents_place_key on documents (organization_id, type, series_period, series_place)
  where series_place is not null;
create index documents_correcting on documents (organization_id, corrects_document_id)
  where corrects_document_id is not null;
-- A return has one credit note, unless that one is void. A sale that was made of an offer is of that one alone.
create unique index documents_credit_note_of_return_key on documents (organization_id, sale_id)
  where type = 'credit_note' and voided_at is null;
create unique index documents_proforma_sale_key on documents (organization_id, sale_id)
  where type = 'proforma' and sale_id is not null;
-- However often it is tried, each occurrence is made once.
create unique index documents_occurrence_key on documents (organization_id, recurring_id, occurrence_date)
  where recurring_id is not null;
-- What somebody still has to do something about: few among the many that are done with.
create index documents_pending on documents (organization_id, created_at, id)
  where status in ('draft', 'accepted') or (type in ('quote', 'proforma') and status = 'open');
create index documents_of_template on documents (organization_id, template_id) where template_id is not null;
create index documents_fields on documents using gin (organization_id, custom_fields jsonb_path_ops)
  where custom_fields <> '{}';
-- What was asked in advance for an offer.
create index documents_deposits_for on documents (organization_id, (content -> 'deposit_for' ->> 'document_id'))
  where type = 'deposit_invoice';
create index documents_deducted_in on documents (organization_id, deducted_in_id) where deducted_in_id is not null;
-- A sale has one bill, unless that one is void.
create unique index documents_invoice_of_sale_key on documents (organization_id, sale_id)
  where type in ('invoice', 'deposit_invoice', 'debit_note') and voided_at is null;
-- The primary key comes last, since a table without statistics is read by its youngest index.
alter table documents add primary key (organization_id, id);
alter table documents add constraint documents_corrects_fkey
  foreign key (organization_id, corrects_document_id) references documents;
alter table documents add constraint documents_deducted_in_fkey
  foreign key (organization_id, deducted_in_id) references documents;
select protect_tenant_table('documents');
select limit_to_scope('documents', 'case when client_id is null
  then is_own(created_by) or exists (select from sales
    where sales.organization_id = documents.organization_id and sales.id = documents.sale_id)
  else exists (select from clients
    where clients.organization_id = documents.organization_id and clients.id = documents.client_id) end');

create function refuse_issued_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document stays as it is'
    using errcode = 'restrict_violation', constraint = 'documents_frozen';
end $$;

-- An issued document keeps all that is printed on it. Its validity may be extended; it is answered, once, and
-- described.
create trigger frozen before update of
    type, number, issued_at, issue_date, client_id, client_name, currency, total, priced, snapshot, title,
    buyer_reference, notes, terms, footer, language, accepted_at, accepted_by, declined_at, decline_reason,
    voided_at, void_reason
  on documents
  for each row
  when ((old.issued_at is not null and (
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
    and not moves_client())
  execute function refuse_issued_change();
create trigger frozen_delete before delete on documents for each row
  when (old.issued_at is not null) execute function refuse_issued_change();

-- A sale that was made of a quote was a draft when it was deleted: whoever read the quote before learns of the change.
create function reopen_quote() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := greatest(old.updated_at, transaction_timestamp());
  return new;
end $$;

create trigger reopen before update of sale_id on documents for each row
  when (old.sale_id is not null and new.sale_id is null) execute function reopen_quote();

-- Whoever issues a document, it keeps the look of that moment.
create function keep_look() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into document_looks (organization_id, document_id, template_id, template_version)
  select new.organization_id, new.id, template_id, template_version
  from template_for(new.organization_id, new.template_id, new.client_id, new.type,
    coalesce(new.snapshot ->> 'language', new.language, ''));
  return null;
end $$;

create trigger keep_look after update of issued_at on documents for each row
  when (old.issued_at is null and new.issued_at is not null) execute function keep_look();
create trigger keep_look_at_once after insert on documents for each row
  when (new.issued_at is not null) execute function keep_look();

create function seal_document() returns trigger language plpgsql as $$
begin
  new.hash := document_hash(new);
  return new;
end $$;

create trigger sealed before update of issued_at on documents for each row
  when (old.issued_at is null and new.issued_at is not null) execute function seal_document();
-- An issued document keeps what it was made of and its place in the chain.
create trigger frozen_place before update of
    made_sale, po_number, project, series_period, series_place, prev_hash, hash, corrects_document_id,
    correction_reason, type, sale_id
  on documents
  for each row
  when ((old.issued_at is not null and (
      old.made_sale, old.po_number, old.project, old.series_period, old.series_place, old.prev_hash, old.hash,
      old.corrects_document_id, old.correction_reason,
      case when old.type not in ('quote', 'proforma') then old.sale_id end
    ) is distinct from (
      new.made_sale, new.po_number, new.project, new.series_period, new.series_place, new.prev_hash, new.hash,
      new.corrects_document_id, new.correction_reason,
      case when new.type not in ('quote', 'proforma') then new.sale_id end
    )) and not moves_client())
  execute function refuse_issued_change();
create trigger frozen_decliner before update of declined_by on documents for each row
  when ((old.declined_at is not null and old.declined_by is distinct from new.declined_by) and not moves_client())
  execute function refuse_issued_change();
create trigger frozen_content before update of content on documents for each row
  when ((old.issued_at is not null and old.content is distinct from new.content) and not moves_client())
  execute function refuse_issued_change();

-- Looks at all of the organisation, whoever asks.
create function free_payments() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update document_payments set is_void = true where organization_id = new.organization_id and document_id = new.id;
  return null;
end $$;

create trigger payments_freed after update of voided_at on documents for each row
  when (old.type = 'receipt' and old.voided_at is null and new.voided_at is not null) execute function free_payments();
-- A deposit is taken off once.
create trigger frozen_deduction before update of deducted_in_id on documents for each row
  when ((old.deducted_in_id is not null and old.deducted_in_id is distinct from new.deducted_in_id)
    and not moves_client())
  execute function refuse_issued_change();
create trigger aa_client_id_survivor before insert or update of client_id on documents for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');

-- Here, because sales is made before documents.
alter table sales add constraint sales_quote_fkey foreign key (organization_id, quote_id) references documents;
-- The logo on what is printed is everybody's.
select limit_to_scope('files', 'is_own(created_by) or exists (select from file_links
    where file_links.organization_id = files.organization_id and file_links.file_id = files.id)
  or exists (select from document_templates
    where document_templates.organization_id = files.organization_id
      and document_templates.logo_file_id = files.id)');

-- Here, because file_links is made before documents.
alter table file_links add constraint file_links_document_fkey
  foreign key (organization_id, document_id) references documents;
-- Here, because file_links is made before documents.
select limit_to_scope('file_links', 'product_id is not null or exists (select from expenses
    where expenses.organization_id = file_links.organization_id and expenses.id = file_links.expense_id)
  or exists (select from documents
    where documents.organization_id = file_links.organization_id and documents.id = file_links.document_id)', true);

-- A small picture is seen by whoever sees a file of that content.
select limit_to_scope('thumbnails', 'exists (select from files
    where files.organization_id = thumbnails.organization_id and files.sha256 = thumbnails.sha256)');

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
select limit_to_scope('document_lines', 'exists (select from documents
  where documents.organization_id = document_lines.organization_id
    and documents.id = document_lines.document_id)', true);

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
  for each statement
  when (not moves_records()) execute function refuse_issued_lines();
create trigger frozen_delete after delete on document_lines referencing old table as touched
  for each statement execute function refuse_issued_lines();
create trigger aa_variant_id_survivor before insert or update of variant_id on document_lines for each row
  when (new.variant_id is not null and not moves_records()) execute function refer_to_survivor('variant_id', 'variants');

create table document_pdfs (
  organization_id uuid not null,
  document_id uuid not null,
  -- What has become of it since, as its pages say it; empty as it was issued.
  state text not null check (length(state) <= 100),
  sha256 text not null,
  size bigint not null check (size > 0),
  pages int not null check (pages > 0),
  made_at timestamptz not null,
  constraint document_pdfs_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_pdfs_content_fkey foreign key (organization_id, sha256) references file_contents
);
create index document_pdfs_of_content on document_pdfs (organization_id, sha256);
alter table document_pdfs add primary key (organization_id, document_id, state);
select protect_tenant_table('document_pdfs');
select protect_append_only('document_pdfs');
select limit_to_scope('document_pdfs', 'exists (select from documents
  where documents.organization_id = document_pdfs.organization_id and documents.id = document_pdfs.document_id)', true);

create table document_template_versions (
  organization_id uuid not null,
  template_id uuid not null,
  number int not null check (number > 0),
  layout jsonb not null,
  source text,
  logo_sha256 text,
  published_at timestamptz not null,
  published_by jsonb not null,
  font_sha256s text[] not null default '{}',
  constraint document_template_versions_template_fkey foreign key (organization_id, template_id)
    references document_templates on delete cascade,
  constraint document_template_versions_logo_fkey foreign key (organization_id, logo_sha256) references file_contents
);
create index document_template_versions_of_logo on document_template_versions (organization_id, logo_sha256)
  where logo_sha256 is not null;
alter table document_template_versions add primary key (organization_id, template_id, number);
select protect_tenant_table('document_template_versions');

create function refuse_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published version stays as it is'
    using errcode = 'restrict_violation', constraint = 'document_template_versions_frozen';
end $$;

create trigger frozen before update on document_template_versions for each row
  execute function refuse_version_change();

-- What an issued document looks like. None where there was no template when it was issued.
create table document_looks (
  organization_id uuid not null,
  document_id uuid not null,
  template_id uuid not null,
  template_version int not null,
  constraint document_looks_document_fkey foreign key (organization_id, document_id) references documents,
  constraint document_looks_template_fkey foreign key (organization_id, template_id, template_version)
    references document_template_versions
);
create index document_looks_of_template on document_looks (organization_id, template_id, template_version);
alter table document_looks add primary key (organization_id, document_id);
select protect_tenant_table('document_looks');
select protect_append_only('document_looks');
select limit_to_scope('document_looks', 'exists (select from documents
  where documents.organization_id = document_looks.organization_id
    and documents.id = document_looks.document_id)', true);

-- SHA-256 over what was issued, as the text of jsonb has it: keys by their length and then by their bytes, nothing that
-- is empty. The validity of a quote is left out, since it may be extended. The client is whom it was issued to, also
-- after a merge.
create function document_hash(document documents) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
    'type', document.type, 'number', document.number, 'series_period', document.series_period,
    'series_place', document.series_place, 'prev_hash', document.prev_hash, 'issue_date', document.issue_date,
    'sale_id', case when document.type not in ('quote', 'proforma') then document.sale_id end,
    'client_id', coalesce(document.issued_to_id, document.client_id), 'client_name', document.client_name,
    'currency', document.currency,
    'total', document.total, 'priced', document.priced, 'snapshot', document.snapshot, 'title', document.title,
    'buyer_reference', document.buyer_reference, 'po_number', document.po_number, 'project', document.project,
    'corrects_document_id', document.corrects_document_id, 'correction_reason', document.correction_reason,
    'notes', document.notes, 'terms', document.terms, 'footer', document.footer, 'language', document.language,
    'content', document.content,
    'lines', (select jsonb_agg(line.content order by line.position) from document_lines as line
      where line.organization_id = document.organization_id and line.document_id = document.id)
  ))::text, 'UTF8')), 'hex')
$$;
grant execute on function document_hash to daybook_runtime;

-- Takes the next number of a series, its place there and the hash of the document before. Who comes next waits for the
-- counter until this transaction ends, so the chain has no fork. It looks at all of the organisation, whoever asks.
create function take_document_number(organization uuid, kind text, day date,
  out number text, out period text, out place bigint, out prev_hash text) language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- A draft of an invoice shows its sale as it is; what lists find and sort it by follows. Here and below for every
-- draft and document, also where whoever changes the sale does not see them.
create function follow_sale() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Lines are not seen here, so that any change withdraws a draft: two for 5.00 may stand instead of one for 10.00.
  stays boolean := new.confirmed_at is not null or moves_client();
begin
  update documents set client_id = new.client_id, client_name = new.client_name, currency = new.currency,
    total = new.total, words = ts_delete(documents.words, tsvector_to_array(old.words)) || new.words,
    version = documents.version + 1, updated_at = new.updated_at, updated_by = new.updated_by,
    submitted_at = case when stays then submitted_at end, submitted_by = case when stays then submitted_by end,
    submit_note = case when stays then submit_note end
  where organization_id = new.organization_id and sale_id = new.id
    and type in ('invoice', 'deposit_invoice', 'debit_note', 'delivery_note') and issued_at is null;
  return null;
end $$;

create trigger followed_by_draft after update on sales for each row
  when (old.confirmed_at is null and (new.confirmed_at is null and old.version <> new.version
    or (old.client_id, old.client_name, old.currency, old.total, old.words)
      is distinct from (new.client_id, new.client_name, new.currency, new.total, new.words)))
  execute function follow_sale();

-- What was billed is taken back on paper first.
create function refuse_billed() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
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

create trigger billed before update of voided_at on sales for each row
  when ((old.voided_at is null and new.voided_at is not null) and not moves_client()) execute function refuse_billed();

-- Documents that come again by themselves: each is a copy of one that there is, on its day.
create table recurring_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- The invoice that is repeated, at the prices that it has.
  document_id uuid not null,
  -- What is issued may be mailed to its client then.
  mode text not null check (mode in ('draft', 'issue', 'issue_and_send')),
  frequency text not null check (frequency in ('day', 'week', 'month', 'year')),
  every int not null check (every between 1 and 1000),
  -- The day of the month that it was agreed on, kept where a month is shorter; 31 is each last day.
  anchor_day int check (anchor_day between 1 and 31),
  start_date date not null,
  end_date date,
  occurrences_max int check (occurrences_max between 1 and 10000),
  due_in_days int check (due_in_days between 0 and 730),
  catch_up text not null check (catch_up in ('skip', 'one', 'all')),
  status text not null check (status in ('active', 'paused', 'completed', 'cancelled')),
  -- How many occurrences there were, made or skipped; the next one is counted from here.
  occurrence int not null default 0 check (occurrence >= 0),
  next_date date,
  run_count int not null default 0 check (run_count >= 0),
  last_run_date date,
  consecutive_failures int not null default 0,
  last_error text check (length(last_error) <= 1000),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  member_id uuid not null,
  user_id uuid not null,
  permissions text[] not null,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- What comes again costs what it did, or what lists and catalogue say on its day.
  prices text not null default 'same',
  primary key (organization_id, id),
  constraint recurring_documents_external_id_key unique (organization_id, external_id),
  constraint recurring_documents_member_fkey foreign key (organization_id, member_id) references members,
  constraint recurring_documents_source_fkey foreign key (organization_id, document_id) references documents,
  constraint recurring_documents_end check (end_date >= start_date),
  constraint recurring_documents_one_end check (end_date is null or occurrences_max is null),
  constraint recurring_documents_next check ((next_date is null) = (status in ('completed', 'cancelled'))),
  constraint recurring_documents_prices_known check (prices in ('same', 'current'))
);
create index recurring_documents_by_age on recurring_documents (organization_id, created_at, id);
create index recurring_documents_of_source on recurring_documents (organization_id, document_id);
select protect_tenant_table('recurring_documents');
select limit_to_scope('recurring_documents', 'exists (select from documents
  where documents.organization_id = recurring_documents.organization_id
    and documents.id = recurring_documents.document_id)', true);

-- Here, because documents is made before recurring_documents.
alter table documents add constraint documents_recurring_fkey
  foreign key (organization_id, recurring_id) references recurring_documents;

-- The e-invoices of issued documents: written once for each format, and the same for whoever asks again.
create table document_einvoices (
  organization_id uuid not null,
  document_id uuid not null,
  format text not null check (length(format) <= 40),
  xml text not null check (octet_length(xml) <= 20000000),
  made_at timestamptz not null,
  constraint document_einvoices_document_fkey foreign key (organization_id, document_id) references documents
);
alter table document_einvoices add primary key (organization_id, document_id, format);
select protect_tenant_table('document_einvoices');
select protect_append_only('document_einvoices');
select limit_to_scope('document_einvoices', 'exists (select from documents
  where documents.organization_id = document_einvoices.organization_id
    and documents.id = document_einvoices.document_id)', true);

-- Receipts: proof of money that came in, of whole payments, for a client or for whoever walked in. Which payments each
-- is of; money is receipted once, unless that receipt is void.
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
select limit_to_scope('document_payments', 'exists (select from documents
  where documents.organization_id = document_payments.organization_id
    and documents.id = document_payments.document_id)', true);

-- Money that never came has no receipt, whoever sees it.
create function void_receipts() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update documents set voided_at = new.voided_at, void_reason = new.void_reason, version = documents.version + 1,
    updated_at = new.updated_at, updated_by = new.updated_by
  where organization_id = new.organization_id and voided_at is null and id in (select document_id
    from document_payments where organization_id = new.organization_id and payment_id = new.id and not is_void);
  return null;
end $$;

create trigger receipts_voided after update of voided_at on payments for each row
  when (old.voided_at is null and new.voided_at is not null) execute function void_receipts();

-- Drafts that issue themselves on a day. The job that does it finds here whether it still shall, and with whose rights.
create table document_schedules (
  organization_id uuid not null,
  document_id uuid not null,
  issue_at date not null,
  -- Why it was refused on that day; whoever sets another day, or issues it, has seen it.
  problem text check (length(problem) <= 1000),
  -- How many days after that day it is due, of which its sale is then; null where that stays as it is.
  due_days int check (due_days >= 0),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  user_id uuid not null,
  permissions text[] not null,
  created_by jsonb not null,
  send boolean not null default false,
  -- A draft that issues itself with its sale is due by the terms of that, where it is not said in days.
  by_terms boolean not null default false,
  constraint document_schedules_document_fkey foreign key (organization_id, document_id) references documents
    on delete cascade
);
alter table document_schedules add primary key (organization_id, document_id);
select protect_tenant_table('document_schedules');
select limit_to_scope('document_schedules', 'exists (select from documents
  where documents.organization_id = document_schedules.organization_id
    and documents.id = document_schedules.document_id)', true);

-- Documents that came from elsewhere, or were made elsewhere: contracts, papers of suppliers, scans.
create table other_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  title text not null check (length(title) between 1 and 255),
  -- Those of the content, which never changes. Its bytes stay as long as the books.
  file_name text not null check (length(file_name) between 1 and 255),
  sha256 text not null,
  content_type text not null,
  size bigint not null,
  document_date date,
  expires_on date,
  notes text check (length(notes) <= 5000),
  -- What it is found by: title, tags, name, and what its text says.
  words tsvector not null,
  text_words tsvector not null,
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  constraint other_documents_content_fkey foreign key (organization_id, sha256) references file_contents,
  constraint other_documents_external_id_key unique (organization_id, external_id)
);
create index other_documents_by_age on other_documents (organization_id, created_at, id);
create index other_documents_by_change on other_documents (organization_id, updated_at, id);
create index other_documents_by_title on other_documents (organization_id, title, id);
create index other_documents_by_day on other_documents (organization_id, document_date, id)
  where document_date is not null;
create index other_documents_by_end on other_documents (organization_id, expires_on, id) where expires_on is not null;
create index other_documents_of_content on other_documents (organization_id, sha256);
create index other_documents_find on other_documents using gin (organization_id, words);
create index other_documents_tags on other_documents using gin (organization_id, tags) where tags <> '{}';
alter table other_documents add primary key (organization_id, id);
select protect_tenant_table('other_documents');

create function refuse_other_change() returns trigger language plpgsql as $$
begin
  raise exception 'the content of a document stays as it is'
    using errcode = 'restrict_violation', constraint = 'other_documents_frozen';
end $$;

-- The words of a text that is read after its document was filed are added once, and stay from then on.
create trigger frozen before update of sha256, file_name, content_type, size, text_words on other_documents for each row
  when ((old.sha256, old.file_name, old.content_type, old.size)
      is distinct from (new.sha256, new.file_name, new.content_type, new.size)
    or (old.text_words <> ''::tsvector and old.text_words is distinct from new.text_words))
  execute function refuse_other_change();

-- What it belongs to. A record that goes takes its link along, and leaves the document.
create table other_document_links (
  organization_id uuid not null,
  other_document_id uuid not null,
  position int not null check (position > 0),
  client_id uuid,
  sale_id uuid,
  expense_id uuid,
  document_id uuid,
  constraint other_document_links_one check (num_nonnulls(client_id, sale_id, expense_id, document_id) = 1),
  constraint other_document_links_owner_fkey foreign key (organization_id, other_document_id)
    references other_documents,
  constraint other_document_links_client_fkey foreign key (organization_id, client_id) references clients
    on delete cascade,
  constraint other_document_links_sale_fkey foreign key (organization_id, sale_id) references sales on delete cascade,
  constraint other_document_links_expense_fkey foreign key (organization_id, expense_id) references expenses
    on delete cascade,
  constraint other_document_links_document_fkey foreign key (organization_id, document_id) references documents
    on delete cascade
);
create index other_document_links_of_client on other_document_links (organization_id, client_id)
  where client_id is not null;
create index other_document_links_of_sale on other_document_links (organization_id, sale_id) where sale_id is not null;
create index other_document_links_of_expense on other_document_links (organization_id, expense_id)
  where expense_id is not null;
create index other_document_links_of_document on other_document_links (organization_id, document_id)
  where document_id is not null;
alter table other_document_links add primary key (organization_id, other_document_id, position);
select protect_tenant_table('other_document_links');

create function refuse_unseen_links() returns trigger language plpgsql as $$
begin
  if current_user <> 'daybook_scoped' then
    return new;
  end if;
  if new.client_id is not null and not exists (select from clients
    where organization_id = new.organization_id and id = new.client_id) then
    perform refuse_unseen('other_document_links_client_fkey');
  elsif new.sale_id is not null and not exists (select from sales
    where organization_id = new.organization_id and id = new.sale_id) then
    perform refuse_unseen('other_document_links_sale_fkey');
  elsif new.expense_id is not null and not exists (select from expenses
    where organization_id = new.organization_id and id = new.expense_id) then
    perform refuse_unseen('other_document_links_expense_fkey');
  elsif new.document_id is not null and not exists (select from documents
    where organization_id = new.organization_id and id = new.document_id) then
    perform refuse_unseen('other_document_links_document_fkey');
  end if;
  return new;
end $$;

create trigger sees_links before insert on other_document_links for each row execute function refuse_unseen_links();
create trigger aa_client_id_survivor before insert or update of client_id on other_document_links for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');
-- Whoever sees a document sees all that it belongs to, so that its links can be replaced as a whole.
select limit_to_scope('other_documents', 'is_own(created_by) or exists (select from other_document_links as link
  where link.organization_id = other_documents.organization_id and link.other_document_id = other_documents.id
    and (exists (select from clients
        where clients.organization_id = link.organization_id and clients.id = link.client_id)
      or exists (select from sales
        where sales.organization_id = link.organization_id and sales.id = link.sale_id)
      or exists (select from expenses
        where expenses.organization_id = link.organization_id and expenses.id = link.expense_id)
      or exists (select from documents
        where documents.organization_id = link.organization_id and documents.id = link.document_id)))');

-- Templates of a client: their documents take these before those that everybody's take.
create table client_templates (
  organization_id uuid not null references organizations,
  client_id uuid not null,
  -- Those that were deleted since are there no more, whatever is written here.
  template_ids uuid[] not null check (cardinality(template_ids) <= 20),
  version int not null,
  updated_at timestamptz not null,
  updated_by jsonb not null,
  primary key (organization_id, client_id),
  constraint client_templates_client_fkey foreign key (organization_id, client_id) references clients on delete cascade
);
select protect_tenant_table('client_templates');

-- Of the templates that fit: that for the type before that for all, that for the language before that for all, and of
-- equals what was published last. Those of the client come before the defaults.
create function default_template(organization uuid, client uuid, document_type text, locale text)
returns table (template_id uuid, template_version int) language sql stable as $$
  with own as (
    select unnest(template_ids) as id from client_templates
    where organization_id = organization and client_id = client
  )
  select id, published_version from document_templates
  where organization_id = organization and published_version is not null and archived_at is null
    and (is_default or id in (select id from own))
    and (document_types = '{}' or document_type = any (document_types))
    and (languages = '{}' or locale = any (languages) or split_part(locale, '-', 1) = any (languages))
  order by id in (select id from own) desc, document_types = '{}', languages = '{}', locale = any (languages) desc,
    published_at desc, id
  limit 1
$$;
grant execute on function default_template to daybook_runtime;

-- What a document would be issued with now: the template that it chose, as it was published last, else that of its
-- client or its type.
create function template_for(organization uuid, chosen uuid, client uuid, document_type text, locale text)
returns table (template_id uuid, template_version int) language sql stable as $$
  select id, published_version from document_templates
  where organization_id = organization and id = chosen and published_version is not null and archived_at is null
  union all
  select found.template_id, found.template_version
  from default_template(organization, client, document_type, locale) as found
  limit 1
$$;
grant execute on function template_for to daybook_runtime;

-- Quotes that somebody was told have expired: once for each day that they were valid until.
create table expired_quotes (
  organization_id uuid not null references organizations,
  document_id uuid not null,
  valid_until date not null,
  primary key (organization_id, document_id, valid_until),
  foreign key (organization_id, document_id) references documents
);
select protect_tenant_table('expired_quotes');
select limit_to_scope('expired_quotes', 'exists (select from documents
  where documents.organization_id = expired_quotes.organization_id
    and documents.id = expired_quotes.document_id)', true);
