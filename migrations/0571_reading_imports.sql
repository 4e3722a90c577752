-- What an import made of its file: how each column is written, which columns it does not read, and how far the sums that
-- the file states agree with its rows.
alter table imports
  add column formats jsonb not null default '{}',
  add column ignored jsonb not null default '[]',
  add column totals jsonb;
