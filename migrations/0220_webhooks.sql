-- URLs that are told of events. Secrets are sealed with the service's secret. One that was removed keeps its row for
-- what was sent to it, without URL and secrets.
create table webhooks (
  organization_id uuid not null references organizations,
  id uuid not null,
  url text not null check (length(url) <= 2000),
  description text check (length(description) <= 500),
  event_types text[] not null check (cardinality(event_types) between 1 and 50),
  api_version date not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled', 'auto_disabled', 'deleted')),
  disabled_reason text,
  disabled_at timestamptz,
  max_concurrency int not null check (max_concurrency between 1 and 10),
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Since when every attempt has failed.
  failing_since timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  -- Headers that a receiver asks for, such as a key of its own. Their values are sealed, and shown to nobody again.
  header_names text[] not null default '{}' check (cardinality(header_names) <= 10),
  sealed_headers bytea,
  primary key (organization_id, id),
  constraint webhooks_previous_secret check ((sealed_previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhooks_headers check ((cardinality(header_names) = 0) = (sealed_headers is null))
);
select protect_tenant_table('webhooks');

-- One for each webhook that exists: whose turn it is. Not a tenant's table, since who sends serves all of them; it
-- holds ids and times and no more. Whoever holds the lease sends, and nobody else.
create table webhook_lanes (
  organization_id uuid not null references organizations,
  webhook_id uuid not null,
  -- When something is to be sent; null where nothing waits.
  due_at timestamptz,
  lease uuid,
  locked_until timestamptz,
  primary key (organization_id, webhook_id)
);
create index webhook_lanes_due on webhook_lanes (due_at) where due_at is not null;
comment on table webhook_lanes is 'server: woken by the transaction that queues a delivery';
grant select, insert, update, delete on webhook_lanes to daybook_runtime;

create table webhook_deliveries (
  organization_id uuid not null references organizations,
  id uuid not null,
  webhook_id uuid not null,
  -- Null for a test.
  event_id uuid,
  event_row_id uuid generated always as (row_of_event(event_id)) stored,
  event_type text not null,
  sequence bigint,
  -- The delivery that this one repeats.
  replay_of_id uuid,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'exhausted')),
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  response_status int,
  response_ms int,
  response_excerpt text,
  error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks,
  constraint webhook_deliveries_waiting check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_ended check ((status = 'pending') = (ended_at is null))
);
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, webhook_id, next_attempt_at, sequence)
  where status = 'pending';
create index webhook_deliveries_of_webhook on webhook_deliveries (organization_id, webhook_id, created_at, id);
create index webhook_deliveries_of_event on webhook_deliveries (organization_id, event_id) where event_id is not null;
create index webhook_deliveries_by_time on webhook_deliveries (organization_id, created_at);
select protect_tenant_table('webhook_deliveries');

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  number int not null check (number > 0),
  started_at timestamptz not null,
  duration_ms int not null check (duration_ms >= 0),
  response_status int,
  response_excerpt text,
  error text,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries on delete cascade
);
select protect_tenant_table('webhook_attempts');
