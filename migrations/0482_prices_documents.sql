-- What comes again costs what it did, or what lists and catalogue say on its day.
alter table recurring_documents
  add column prices text not null default 'same',
  add constraint recurring_documents_prices_known check (prices in ('same', 'current'));
