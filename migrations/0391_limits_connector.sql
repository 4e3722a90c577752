-- How much a token may write by itself, and how much it has on a day.

-- Amounts by currency as decimals, and a number of writes: `{"max_amount_per_write": {"EUR": "500.00"}, …}`.
alter table mcp_tokens add column limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object');

-- The day is that of the organisation. The row with no currency counts writes; the others sum what they were about.
create table mcp_token_days (
  organization_id uuid not null,
  token_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^([A-Z]{3})?$'),
  writes int not null check (writes >= 0),
  amount bigint not null check (amount >= 0),
  primary key (organization_id, token_id, day, currency),
  constraint mcp_token_days_token foreign key (organization_id, token_id) references mcp_tokens
);
select protect_tenant_table('mcp_token_days');
revoke delete on mcp_token_days from daybook_runtime;
