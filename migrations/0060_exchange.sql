-- Other currencies than the base one. A document keeps the rate of its own day and what it is worth by that rate;
-- reports read that worth and never another day's rate. What is null here is in the base currency and worth what it
-- says.

create table exchange_rates (
  organization_id uuid not null references organizations,
  id uuid not null,
  currency char(3) not null,
  rate_date date not null,
  -- How much of the base currency one unit is worth, in 1/10,000,000,000.
  rate bigint not null check (rate > 0),
  source text not null check (length(source) between 1 and 100),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id)
);
create unique index exchange_rates_day_key on exchange_rates (organization_id, currency, rate_date);
create index exchange_rates_by_day on exchange_rates (organization_id, rate_date, id);
create index exchange_rates_by_change on exchange_rates (organization_id, updated_at, id);
select protect_tenant_table('exchange_rates');

-- What minor units are worth in minor units of the base currency; `factor` has the decimals of both currencies in it.
create function in_base(amount bigint, factor numeric) returns bigint language sql immutable parallel safe
  return case when factor is null then amount else round(amount * factor)::bigint end;
grant execute on function in_base to daybook_runtime;

-- So much of what a whole is worth as the part is of the whole; the part itself where the whole is worth what it says.
create function in_share(part bigint, whole bigint, worth bigint) returns bigint language sql immutable parallel safe
  return case when worth is null or whole = 0 then part else round(worth::numeric * part / whole)::bigint end;
grant execute on function in_share to daybook_runtime;
