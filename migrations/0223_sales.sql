-- A sale that was a quote says which.
alter table sales
  add column quote_id uuid,
  add constraint sales_quote_fkey foreign key (organization_id, quote_id) references documents;
create index sales_of_quote on sales (organization_id, quote_id) where quote_id is not null;
-- Whoever makes this may be bound by row-level security as the owner; it is lifted where every organisation is served.
alter table sales no force row level security;
alter table documents no force row level security;
update sales set quote_id = document.id from documents as document
  where document.organization_id = sales.organization_id and document.sale_id = sales.id and document.type = 'quote';
alter table documents force row level security;
alter table sales force row level security;
create trigger frozen_quote before update on sales for each row
  when (old.confirmed_at is not null and old.quote_id is distinct from new.quote_id)
  execute function refuse_frozen();
