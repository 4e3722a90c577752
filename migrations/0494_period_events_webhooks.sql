-- The event of the locks is named as all others are, by one of what it tells of. Whoever makes this may be bound by
-- row-level security as the owner; it is lifted for the time of this migration.
alter table webhooks no force row level security;
update webhooks set event_types =
  array_replace(array_replace(event_types, 'periods.locked', 'period.locked'), 'periods.*', 'period.*')
  where event_types && array['periods.locked', 'periods.*'];
alter table webhooks force row level security;
