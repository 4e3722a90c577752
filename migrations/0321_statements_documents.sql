-- Statements of account: what happened between a client and the business, as it was told on a day.

alter table organizations no force row level security;
alter table numbering_series no force row level security;
insert into numbering_series (organization_id, record_type, pattern, resets)
  select id, 'statement', 'ST-{YYYY}-{SEQ:5}', 'yearly' from organizations on conflict do nothing;
alter table numbering_series force row level security;
alter table organizations force row level security;

-- Who has paid more than is owed has a statement below zero.
alter table documents
  drop constraint documents_total_check,
  add constraint documents_total_check check (total >= 0 or type = 'statement'),
  add constraint documents_statement_is_whole
    check (type <> 'statement' or (content is not null and client_id is not null and voided_at is null));
