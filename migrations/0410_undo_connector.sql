-- What AI clients wrote, in which conversation, and what of it was taken back.

create table mcp_writes (
  organization_id uuid not null,
  -- That of its line in the audit log, which says what was written.
  id uuid not null,
  token_id uuid not null,
  -- As the client names it, where it names one.
  conversation text check (length(conversation) between 1 and 200),
  at timestamptz not null,
  undone_at timestamptz,
  undone_by jsonb,
  primary key (organization_id, id),
  constraint mcp_writes_token foreign key (organization_id, token_id) references mcp_tokens,
  constraint mcp_writes_undone check ((undone_at is null) = (undone_by is null))
);
-- A conversation is a token's writes one after the other.
create index mcp_writes_of_token on mcp_writes (organization_id, token_id, at, id);
select protect_tenant_table('mcp_writes');
revoke delete on mcp_writes from daybook_runtime;

-- Lines of the audit log that took a write back: after them the record is as it was before that.
create table mcp_undo_lines (
  organization_id uuid not null,
  id uuid not null,
  write_id uuid not null,
  primary key (organization_id, id),
  constraint mcp_undo_lines_write foreign key (organization_id, write_id) references mcp_writes
);
create index mcp_undo_lines_of_write on mcp_undo_lines (organization_id, write_id);
select protect_tenant_table('mcp_undo_lines');
select protect_append_only('mcp_undo_lines');

-- What is approved belongs to the conversation that it was asked for in.
alter table approvals add column conversation text check (length(conversation) between 1 and 200);
