-- What income and costs are planned to be, by month, account and, if wanted, a value of a dimension.

create table budgets (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is compared by: letters without case and accents.
  name_key text collate "C" not null,
  -- The first day of its first month.
  starts_on date not null check (extract(day from starts_on) = 1),
  months int not null check (months between 1 and 24),
  external_id text check (length(external_id) <= 191),
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  archived_at timestamptz,
  primary key (organization_id, id),
  constraint budgets_name_key unique (organization_id, name_key),
  constraint budgets_months_key unique (organization_id, id, months)
);
create unique index budgets_external_id_key on budgets (organization_id, external_id) where external_id is not null;
select protect_tenant_table('budgets');

create table budget_lines (
  organization_id uuid not null references organizations,
  budget_id uuid not null,
  account_id uuid not null,
  -- Null for what no value is named for.
  value_id uuid,
  -- In the order that they were given.
  position int not null check (position >= 0),
  months int not null,
  -- One for each month, above zero as usual for income and for costs.
  amounts bigint[] not null check (array_position(amounts, null) is null),
  primary key (organization_id, budget_id, position),
  constraint budget_lines_once unique nulls not distinct (organization_id, budget_id, account_id, value_id),
  constraint budget_lines_budget_fkey foreign key (organization_id, budget_id, months)
    references budgets (organization_id, id, months),
  constraint budget_lines_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint budget_lines_value_fkey foreign key (organization_id, value_id) references dimension_values,
  constraint budget_lines_whole check (cardinality(amounts) = months)
);
select protect_tenant_table('budget_lines');

create view report_budgets with (security_invoker = true) as
  select organization_id, id, name, starts_on, months, archived_at is not null as is_archived from budgets;
create view report_budget_months with (security_invoker = true) as
  select line.organization_id, line.budget_id, line.account_id, line.value_id, planned.amount,
    (budget.starts_on + make_interval(months => planned.at::int - 1))::date as month
  from budget_lines as line
  join budgets as budget on budget.organization_id = line.organization_id and budget.id = line.budget_id
  cross join unnest(line.amounts) with ordinality as planned (amount, at);
grant select on report_budgets, report_budget_months to daybook_runtime;
