-- How far AI clients are trusted with what strangers wrote, and who approves what they ask for.

create table mcp_settings (
  organization_id uuid primary key references organizations,
  -- After which texts of others a risky write waits for a person: none, what can hold a sentence, or names too.
  ask_after text not null default 'text' check (ask_after in ('nothing', 'text', 'everything')),
  -- Whoever's token asked for a write does not approve it.
  four_eyes boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by jsonb not null
);
select protect_tenant_table('mcp_settings');
revoke delete on mcp_settings from daybook_runtime;

-- Until when a conversation counts as one that has read what others wrote. The empty name is that of clients that name
-- no conversation.
create table mcp_readings (
  organization_id uuid not null,
  token_id uuid not null,
  conversation text not null check (length(conversation) <= 200),
  text_until timestamptz,
  name_until timestamptz,
  -- What was read last.
  action text not null check (length(action) between 1 and 64),
  primary key (organization_id, token_id, conversation),
  constraint mcp_readings_token foreign key (organization_id, token_id) references mcp_tokens
);
select protect_tenant_table('mcp_readings');

-- Those that wait, by when their time is over.
create index approvals_expiring on approvals (organization_id, expires_at, id) where state = 'pending';
