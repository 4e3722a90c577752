-- What happened, as it is told to webhooks, notifications and whoever asks.

-- The events of a call, written once, in its transaction, as one row: a row for each weighed more than the sale they
-- told of. Where they name several clients there is a row for each run of events of one, so that a client's timeline
-- reads its own rows and no others.
create table call_events (
  organization_id uuid not null references organizations,
  -- Ends in four zeros: the place of an event takes them in its own id.
  id uuid not null check (id::text like '%0000'),
  -- `[{"type": …, "data": …}]`, in their order.
  events json not null check (json_array_length(events) between 1 and 1000),
  actor jsonb not null,
  request_id text not null,
  occurred_at timestamptz not null,
  -- Whom they are about, and whose record they tell of, by their ids on the wire.
  client_id text,
  client_record_id text,
  primary key (organization_id, id)
);
create index call_events_client on call_events (organization_id, client_id, id) where client_id is not null;
create index call_events_client_record on call_events (organization_id, client_record_id)
  where client_record_id is not null;
select protect_tenant_table('call_events');
revoke update, delete, truncate on call_events from daybook_runtime;
grant update (events) on call_events to daybook_runtime;

-- The id of an event by its place in the row, from 0, and the row of an event.
create function event_id(call_events uuid, place int) returns uuid language sql immutable strict parallel safe
  return (left(call_events::text, 32) || lpad(to_hex(place), 4, '0'))::uuid;

create function row_of_event(event uuid) returns uuid language sql immutable strict parallel safe
  return (left(event::text, 32) || '0000')::uuid;

-- What an event tells, out of its row.
create function event_data(events json, event uuid) returns jsonb language sql immutable strict parallel safe
  return (events -> ('x' || right(event::text, 4))::bit(16)::int -> 'data')::jsonb;

-- Each event for itself.
create view events with (security_invoker = true) as
  select told.organization_id, event_id(told.id, item.place::int - 1) as id, item.value ->> 'type' as type,
    (item.value -> 'data')::jsonb as data, told.actor, told.request_id, told.occurred_at, told.id as row_id
  from call_events as told, json_array_elements(told.events) with ordinality as item (value, place);
comment on view events is 'tenant';
grant select on events to daybook_runtime;

create trigger append_only before delete on call_events for each row execute function refuse_change();

-- Events say nothing personal of clients but what another program calls them, and that goes with the rest.
create function without_external_ids(events json) returns jsonb language sql immutable parallel safe
begin atomic
  select jsonb_agg(item.value::jsonb #- '{data,external_id}' order by item.place)
  from json_array_elements(events) with ordinality as item (value, place);
end;

-- The same events without what another program calls a client.
create function forget_external_id(events json, client text) returns json language sql immutable parallel safe
begin atomic
  select jsonb_agg(case when item.value ->> 'type' like 'client.%' and item.value -> 'data' ->> 'id' = client
      and item.value -> 'data' ->> 'external_id' is not null
    then jsonb_set(item.value, '{data,external_id}', 'null') else item.value end order by item.place)::json
  from jsonb_array_elements(events::jsonb) with ordinality as item (value, place);
end;

create function refuse_more_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'events' is distinct from to_jsonb(old) - 'events'
    or without_external_ids(new.events) is distinct from without_external_ids(old.events)
    or exists (
      select from json_array_elements(new.events) with ordinality as item (value, place)
      where item.value -> 'data' ->> 'external_id' is not null
        and item.value -> 'data' ->> 'external_id' is distinct from
          old.events -> (item.place::int - 1) -> 'data' ->> 'external_id') then
    raise exception 'events is append-only' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return new;
end $$;

create trigger forgets_only before update on call_events for each row execute function refuse_more_change();
create trigger append_only_truncate before truncate on call_events execute function refuse_change();

-- Events are written in the transaction of the change; here each gets its number, once it is there to be seen.

-- What nobody has been told of yet. Not a tenant's table, since who publishes serves all of them; it holds ids and no
-- more. Rows are made one after the other, so that of two changes of which one came after the other's commit the
-- numbers say so too, whatever the clocks of the nodes say.
create table unpublished_events (
  organization_id uuid not null references organizations,
  id bigint not null generated always as identity,
  row_id uuid not null,
  primary key (organization_id, id)
);
comment on table unpublished_events is 'server: written with the events, in one transaction';
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
  -- Kept and not computed where rows are joined: row-level security keeps a function out of an index scan.
  row_id uuid not null generated always as (row_of_event(event_id)) stored,
  type text not null,
  object_id text,
  occurred_at timestamptz not null,
  primary key (organization_id, sequence),
  constraint published_events_event_key unique (organization_id, event_id)
);
create index published_events_by_type on published_events (organization_id, type, sequence);
create index published_events_of_object on published_events (organization_id, object_id, sequence);
create index published_events_by_time on published_events (organization_id, occurred_at);
select protect_tenant_table('published_events');
