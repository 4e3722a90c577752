-- What members are told of, and how each of them wants to be told.

create table notifications (
  organization_id uuid not null references organizations,
  id uuid not null,
  member_id uuid not null,
  event_id uuid not null,
  type text not null,
  -- The record that it is about, by its id on the wire, and what people call it.
  object_id text,
  label text check (length(label) <= 200),
  -- Told to this member by name, and not for what their role lets them read.
  personal boolean not null,
  delivery text not null check (delivery in ('app', 'mail', 'digest')),
  created_at timestamptz not null,
  read_at timestamptz,
  -- When it was put into a daily mail.
  digested_at timestamptz,
  primary key (organization_id, id),
  constraint notifications_once unique (organization_id, event_id, member_id),
  foreign key (organization_id, member_id) references members
);
create index notifications_of_member on notifications (organization_id, member_id, created_at, id);
-- How many are unread is asked for with every page.
create index notifications_unread on notifications (organization_id, member_id, created_at, id) where read_at is null;
create index notifications_to_digest on notifications (organization_id, member_id)
  where delivery = 'digest' and digested_at is null;
create index notifications_by_age on notifications (organization_id, created_at);
select protect_tenant_table('notifications');
select limit_to_scope('notifications', 'member_id = scoped_member()');

create table notification_preferences (
  organization_id uuid not null references organizations,
  member_id uuid not null,
  type text not null check (length(type) <= 100),
  delivery text not null check (delivery in ('app', 'mail', 'digest', 'off')),
  primary key (organization_id, member_id, type),
  foreign key (organization_id, member_id) references members
);
select protect_tenant_table('notification_preferences');
select limit_to_scope('notification_preferences', 'member_id = scoped_member()');
