-- Headers that a receiver asks for, such as a key of its own. Their values are sealed, and shown to nobody again.
alter table webhooks
  add column header_names text[] not null default '{}' check (cardinality(header_names) <= 10),
  add column sealed_headers bytea,
  add constraint webhooks_headers check ((cardinality(header_names) = 0) = (sealed_headers is null));
