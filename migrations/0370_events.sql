-- Events are written in the transaction of the change; here each gets its number, once it is there to be seen.

-- What nobody has been told of yet. Not a tenant's table, since who publishes serves all of them; it holds ids and no
-- more. Rows are made one after the other, so that of two changes of which one came after the other's commit the
-- numbers say so too, whatever the clocks of the nodes say.
create table unpublished_events (
  organization_id uuid not null references organizations,
  id bigint not null generated always as identity,
  event_id uuid not null,
  primary key (organization_id, id)
);
grant select, insert, delete on unpublished_events to daybook_runtime;

create table event_counters (
  organization_id uuid not null references organizations,
  last_sequence bigint not null check (last_sequence >= 0),
  primary key (organization_id)
);
select protect_tenant_table('event_counters');

-- Kept for 30 days. The events themselves stay, as the history of the records that they are about.
create table published_events (
  organization_id uuid not null references organizations,
  sequence bigint not null check (sequence > 0),
  event_id uuid not null,
  type text not null,
  object_id text,
  occurred_at timestamptz not null,
  primary key (organization_id, sequence),
  foreign key (organization_id, event_id) references events,
  constraint published_events_event_key unique (organization_id, event_id)
);
create index published_events_by_type on published_events (organization_id, type, sequence);
create index published_events_of_object on published_events (organization_id, object_id, sequence);
create index published_events_by_time on published_events (organization_id, occurred_at);
select protect_tenant_table('published_events');

-- What happened before is published too. Whoever makes this may be bound by row-level security as the owner; it is
-- lifted for the time of this migration.
alter table events no force row level security;
insert into unpublished_events (organization_id, event_id)
  select organization_id, id from events where occurred_at >= now() - interval '30 days' order by occurred_at, id;
alter table events force row level security;
