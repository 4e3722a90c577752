-- How a file was read, and the rows at its end that state sums of the others and are not brought in. An import that was
-- asked for before was read in UTF-8, by the separator that its header has most of.
alter table imports
  add column reading jsonb,
  add column footers jsonb not null default '[]';
