-- An approval that waits stands for every identical request of its token, and a plan is good for one write.

-- Keys of later calls that asked for the same while it waited: each of them learns what became of it.
alter table approvals add column other_keys text[] not null default '{}' check (cardinality(other_keys) <= 200);

create table mcp_used_plans (
  organization_id uuid not null references organizations,
  -- As the preview gave it, which no other preview did.
  plan bytea not null check (length(plan) = 32),
  -- Of the audit log: the write that was held to it.
  line_id uuid not null,
  used_at timestamptz not null,
  primary key (organization_id, plan)
);
select protect_tenant_table('mcp_used_plans');
revoke update, delete on mcp_used_plans from daybook_runtime;
