-- Documents reach clients: by a link that shows one document to whoever holds it.

-- When it first left for its client, when somebody first looked at it, and who of the client declined it.
alter table documents
  add column sent_at timestamptz,
  add column viewed_at timestamptz,
  add column declined_by text check (length(declined_by) <= 255);
create trigger frozen_decliner before update on documents for each row
  when (old.declined_at is not null and old.declined_by is distinct from new.declined_by)
  execute function refuse_issued_change();

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

-- Whoever presents a link may see its row and the organisation that it leads to, and nothing else of it.
create policy of_link on document_shares for select using (token_hash = current_credential());
create policy of_link on organizations for select using (exists (select from document_shares as share
  where share.organization_id = organizations.id and share.token_hash = current_credential()));

-- A link with the organisation that it leads to. Who reads it compares the hash, and its end with their clock.
create view open_shares with (security_invoker = true) as
  select share.token_hash, share.expires_at, share.id as share, share.document_id as document,
    share.viewed_at is not null as viewed, organizations.id, name, base_currency as "baseCurrency", timezone, locale
  from document_shares as share join organizations on organizations.id = share.organization_id
  where share.revoked_at is null and organizations.status = 'active';
grant select on open_shares to daybook_runtime;
