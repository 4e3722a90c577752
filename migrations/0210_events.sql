-- What happened, as it is told to webhooks, notifications and whoever asks.

create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null,
  data jsonb not null,
  actor jsonb not null,
  request_id text not null,
  occurred_at timestamptz not null,
  -- Whom an event is about, so that a client's timeline reads its own rows and no others.
  client_id text generated always as (data ->> 'client_id') stored,
  primary key (organization_id, id)
);
create index events_client on events (organization_id, client_id, id) where client_id is not null;
create index events_of_client_record on events (organization_id, (data ->> 'id')) where type like 'client.%';
select protect_tenant_table('events');
revoke update, delete, truncate on events from daybook_runtime;
grant update (data) on events to daybook_runtime;

create trigger append_only before delete on events for each row execute function refuse_change();

-- Events say nothing personal of clients but what another program calls them, and that goes with the rest.
create function refuse_more_change() returns trigger language plpgsql as $$
begin
  -- `client_id` is computed after this.
  if to_jsonb(new) - array['data', 'client_id'] is distinct from to_jsonb(old) - array['data', 'client_id']
    or new.data - 'external_id' is distinct from old.data - 'external_id'
    or new.data -> 'external_id' is distinct from 'null'::jsonb then
    raise exception 'events is append-only' using errcode = 'restrict_violation', constraint = 'append_only';
  end if;
  return new;
end $$;

create trigger forgets_only before update on events for each row execute function refuse_more_change();
create trigger append_only_truncate before truncate on events execute function refuse_change();

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
comment on table unpublished_events is 'server: written with the event, in one transaction';
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
