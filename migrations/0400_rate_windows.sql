-- What callers have asked of all nodes in the last minutes, so that limits hold however many nodes there are. The keys
-- are hashes. Nothing is lost with it that a minute would not bring back, so it is not written ahead.

create unlogged table rate_windows (
  key bytea not null,
  begun_at timestamptz not null,
  used int not null check (used >= 0),
  primary key (key, begun_at)
);
create index rate_windows_age on rate_windows (begun_at);
grant select, insert, update, delete on rate_windows to daybook_runtime;
