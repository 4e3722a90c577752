-- Formerly defa05e4668233f603bdcd77b30a5a968a435b33245b4cfc8bcc246bd2441c62, which failed wherever there was an organisation.
-- What is spent: categories, expenses with their lines, what is paid of them, and those that come again and again.
-- An expense is worth what it is drafted for, and from its posting on its amounts and its lines are frozen here.

-- What members paid out of their own pockets is owed to them on an account of its own. Whoever makes this may be bound
-- by row-level security as the owner; it is lifted for the time of this migration where every organisation is served.
alter table organizations no force row level security;
alter table accounts no force row level security;
insert into accounts (organization_id, id, code, name, type, system_role, created_at, updated_at, created_by, updated_by)
  select organization.id, gen_random_uuid(),
    (select free.number::text from generate_series(2050, 9999) as free (number)
      where not exists (select from accounts as taken
        where taken.organization_id = organization.id and taken.code = free.number::text)
      order by free.number limit 1),
    'Due to members', 'accounts_payable', 'member_payable', now(), now(), stamp, stamp
  from organizations as organization, (values ('{"type": "system", "id": null, "name": "Daybook"}'::jsonb)) as by (stamp)
  where exists (select from accounts where organization_id = organization.id)
    and not exists (select from accounts where organization_id = organization.id and system_role = 'member_payable');

create table expense_categories (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is sorted and compared by: letters without case, accents and punctuation.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  parent_id uuid,
  -- From the root to the parent, so that a subtree is one condition and its depth has a limit.
  ancestor_ids uuid[] not null default '{}',
  position int not null default 0 check (position between 0 and 1000000),
  kind text not null check (kind in ('cogs', 'operating', 'other', 'asset')),
  -- Where its expenses are posted.
  account_id uuid not null,
  default_tax_rate_id uuid,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  budget_monthly bigint check (budget_monthly >= 0),
  excluded_from_reports boolean not null default false,
  -- What the organisation was founded with: renamed and archived like any other, and never deleted.
  system boolean not null default false,
  external_id text,
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
  constraint expense_categories_external_id_key unique (organization_id, external_id),
  constraint expense_categories_parent_fkey foreign key (organization_id, parent_id) references expense_categories,
  constraint expense_categories_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint expense_categories_tax_rate_fkey foreign key (organization_id, default_tax_rate_id) references tax_rates,
  constraint expense_categories_depth check (cardinality(ancestor_ids) <= 5),
  constraint expense_categories_acyclic check (not ancestor_ids @> array[id]),
  constraint expense_categories_path check (parent_id is not distinct from ancestor_ids[cardinality(ancestor_ids)])
);
create index expense_categories_parent on expense_categories (organization_id, parent_id);
-- Siblings are told apart by their names.
create unique index expense_categories_name_key on expense_categories
  (organization_id, parent_id, name_key) nulls not distinct where archived_at is null;

-- Organisations that there are get the categories that a new one is founded with, where they still have the accounts.
insert into expense_categories (organization_id, id, name, name_key, position, kind, account_id, system, created_at,
    updated_at, created_by, updated_by)
  select account.organization_id, gen_random_uuid(), seeded.name, lower(seeded.name), seeded.position, seeded.kind,
    account.id, true, now(), now(), stamp, stamp
  from (values
      (0, 'Advertising', 'operating', '6000', 'expense'),
      (1, 'Rent and utilities', 'operating', '6100', 'expense'),
      (2, 'Office and software', 'operating', '6200', 'expense'),
      (3, 'Travel', 'operating', '6300', 'expense'),
      (4, 'Insurance', 'operating', '6400', 'expense'),
      (5, 'Professional fees', 'operating', '6500', 'expense'),
      (6, 'Wages', 'operating', '6600', 'expense'),
      (7, 'Other expenses', 'operating', '6700', 'expense'),
      (8, 'Bank and payment fees', 'operating', '6810', 'expense'),
      (9, 'Goods and materials', 'cogs', '5000', 'cost_of_goods_sold'),
      (10, 'Equipment', 'asset', '1500', 'fixed_asset')
    ) as seeded (position, name, kind, code, type)
  join accounts as account on account.code = seeded.code and account.type = seeded.type and account.archived_at is null
  cross join (values ('{"type": "system", "id": null, "name": "Daybook"}'::jsonb)) as by (stamp);
select protect_tenant_table('expense_categories');
alter table accounts force row level security;
alter table organizations force row level security;

create table recurring_expenses (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- The input that each expense is created from, as it was sent.
  template jsonb not null,
  mode text not null check (mode in ('draft', 'post')),
  frequency text not null check (frequency in ('day', 'week', 'month', 'year')),
  every int not null check (every between 1 and 1000),
  -- The day of the month that it was agreed on, kept where a month is shorter; 31 is each last day.
  anchor_day int check (anchor_day between 1 and 31),
  start_date date not null,
  end_date date,
  occurrences_max int check (occurrences_max between 1 and 10000),
  due_in_days int check (due_in_days between 0 and 366),
  catch_up text not null check (catch_up in ('skip', 'one', 'all')),
  status text not null check (status in ('active', 'paused', 'completed', 'cancelled')),
  -- How many occurrences there were, made or skipped; the next one is counted from here.
  occurrence int not null default 0 check (occurrence >= 0),
  next_date date,
  run_count int not null default 0 check (run_count >= 0),
  last_run_date date,
  consecutive_failures int not null default 0,
  last_error text check (length(last_error) <= 1000),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  member_id uuid not null,
  user_id uuid not null,
  permissions text[] not null,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint recurring_expenses_external_id_key unique (organization_id, external_id),
  constraint recurring_expenses_member_fkey foreign key (organization_id, member_id) references members,
  constraint recurring_expenses_end check (end_date >= start_date),
  constraint recurring_expenses_one_end check (end_date is null or occurrences_max is null),
  constraint recurring_expenses_next check ((next_date is null) = (status in ('completed', 'cancelled')))
);
create index recurring_expenses_by_age on recurring_expenses (organization_id, created_at, id);
select protect_tenant_table('recurring_expenses');

create table expenses (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Taken from the series when the expense is posted.
  number text collate "C" check (length(number) <= 60),
  status text not null check (status in ('draft', 'submitted', 'approved', 'rejected', 'posted', 'voided')),
  expense_date date not null,
  due_date date not null,
  supplier_id uuid,
  -- Who was paid or is to be paid: as the supplier was called then, or whatever was written.
  payee_name text check (length(payee_name) between 1 and 255),
  supplier_invoice_number text check (length(supplier_invoice_number) between 1 and 100),
  currency char(3) not null,
  amounts_include_tax boolean not null,
  tax_rounding text not null check (tax_rounding in ('per_document', 'per_line')),
  rounding_mode text not null check (rounding_mode in ('half_up', 'half_even', 'down')),
  paid_by text not null check (paid_by in ('company', 'member')),
  -- Who paid it and is to be paid back.
  member_id uuid,
  -- How the company pays it at once when it is posted.
  method_id uuid,
  paid_on date,
  reference text check (length(reference) between 1 and 255),
  -- One row per tax rate.
  taxes jsonb not null default '[]',
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  recoverable_tax bigint not null check (recoverable_tax between 0 and tax),
  total bigint not null check (total > 0 and total <= 1000000000000000),
  amount_paid bigint not null default 0,
  notes text check (length(notes) <= 5000),
  words tsvector not null,
  submitted_at timestamptz,
  submitted_by jsonb,
  approved_at timestamptz,
  approved_by jsonb,
  rejected_at timestamptz,
  reject_reason text check (length(reject_reason) <= 500),
  posted_at timestamptz,
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  payment_status text not null generated always as (case
    when status <> 'posted' or amount_paid = 0 then 'unpaid'
    when amount_paid < total then 'partially_paid'
    when paid_by = 'member' then 'reimbursed'
    else 'paid'
  end) stored,
  recurring_id uuid,
  occurrence_date date,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint expenses_supplier_fkey foreign key (organization_id, supplier_id) references clients,
  constraint expenses_member_fkey foreign key (organization_id, member_id) references members,
  constraint expenses_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint expenses_recurring_fkey foreign key (organization_id, recurring_id) references recurring_expenses,
  constraint expenses_paid_within_total check (amount_paid between 0 and total),
  constraint expenses_only_posted_is_paid check (status = 'posted' or amount_paid = 0),
  constraint expenses_number_at_post check ((number is null) = (posted_at is null)),
  constraint expenses_posted_has_time check ((posted_at is not null) = (status in ('posted', 'voided'))),
  constraint expenses_void_has_day check ((status = 'voided') = (voided_at is not null)
    and (voided_at is null) = (voided_on is null)),
  constraint expenses_void_after_expense check (voided_on >= expense_date),
  constraint expenses_member_paid check ((paid_by = 'member') = (member_id is not null)),
  constraint expenses_member_paid_at_once check (paid_by = 'company' or method_id is null),
  constraint expenses_occurrence check ((recurring_id is null) = (occurrence_date is null)),
  constraint expenses_total_adds_up check (total = net + tax)
);
-- One index for both: no number twice, and the order of a list by number, in which drafts have none.
create unique index expenses_number_key on expenses (organization_id,
  (case when number is null then '' else number end), (case when number is null then id end)) nulls not distinct;
create unique index expenses_external_id_key on expenses (organization_id, external_id) where external_id is not null;
-- However many nodes try: an occurrence is made once.
create unique index expenses_occurrence_key on expenses (organization_id, recurring_id, occurrence_date)
  where recurring_id is not null;
create index expenses_by_day on expenses (organization_id, expense_date, id);
create index expenses_by_due on expenses (organization_id, due_date, id);
create index expenses_by_age on expenses (organization_id, created_at, id);
create index expenses_by_change on expenses (organization_id, updated_at, id);
create index expenses_by_total on expenses (organization_id, total, id);
create index expenses_of_supplier on expenses (organization_id, supplier_id, expense_date, id)
  where supplier_id is not null;
create index expenses_invoice on expenses (organization_id, supplier_invoice_number)
  where supplier_invoice_number is not null;
-- What is not done with: few rows among the many that are paid.
create index expenses_owed on expenses (organization_id, due_date, id)
  where status = 'posted' and amount_paid < total;
create index expenses_open on expenses (organization_id, expense_date, id)
  where status in ('draft', 'submitted', 'approved', 'rejected');
create index expenses_by_void on expenses (organization_id, voided_on) where voided_on is not null;
create index expenses_find on expenses using gin (organization_id, words);
create index expenses_tags on expenses using gin (organization_id, tags) where tags <> '{}';
alter table expenses add primary key (organization_id, id);
select protect_tenant_table('expenses');

create table expense_lines (
  organization_id uuid not null,
  expense_id uuid not null,
  id uuid not null,
  position int not null check (position between 1 and 100),
  category_id uuid not null,
  -- The account of the category when the expense was posted.
  account_id uuid,
  description text check (length(description) <= 1000),
  -- As asked: with tax where the amounts include it.
  amount bigint not null check (amount > 0),
  taxes jsonb not null default '[]',
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  recoverable_tax bigint not null check (recoverable_tax between 0 and tax),
  total bigint not null,
  billable boolean not null default false,
  client_id uuid,
  -- Checked at commit, because lines are written before the expense that seals them.
  constraint expense_lines_expense_fkey foreign key (organization_id, expense_id) references expenses
    deferrable initially deferred,
  constraint expense_lines_category_fkey foreign key (organization_id, category_id) references expense_categories,
  constraint expense_lines_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint expense_lines_client_fkey foreign key (organization_id, client_id) references clients,
  constraint expense_lines_billable_has_client check (not billable or client_id is not null),
  constraint expense_lines_total_adds_up check (total = net + tax)
);
create index expense_lines_of_category on expense_lines (organization_id, category_id);
create index expense_lines_of_client on expense_lines (organization_id, client_id) where client_id is not null;
alter table expense_lines add primary key (organization_id, expense_id, id);
select protect_tenant_table('expense_lines');

-- Money that went out for an expense. It is only ever reversed, once.
create table expense_payments (
  organization_id uuid not null,
  id uuid not null,
  expense_id uuid not null,
  position int not null check (position > 0),
  method_id uuid not null,
  -- Where the money left.
  account_id uuid not null,
  -- What it is in the books, to be reversed with it.
  entry_id uuid not null,
  amount bigint not null check (amount > 0),
  payment_date date not null,
  reference text check (length(reference) between 1 and 255),
  reversed_on date,
  reversed_at timestamptz,
  reverse_reason text check (length(reverse_reason) <= 500),
  created_at timestamptz not null,
  created_by jsonb not null,
  constraint expense_payments_expense_fkey foreign key (organization_id, expense_id) references expenses,
  constraint expense_payments_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint expense_payments_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint expense_payments_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred,
  constraint expense_payments_place_key unique (organization_id, expense_id, position),
  constraint expense_payments_reversal check ((reversed_on is null) = (reversed_at is null)),
  constraint expense_payments_reversed_after_paid check (reversed_on >= payment_date)
);
create index expense_payments_by_day on expense_payments (organization_id, payment_date);
create index expense_payments_by_reversal on expense_payments (organization_id, reversed_on)
  where reversed_on is not null;
alter table expense_payments add primary key (organization_id, id);
select protect_tenant_table('expense_payments');

create function refuse_posted_change() returns trigger language plpgsql as $$
begin
  raise exception 'a posted expense stays as it is' using errcode = 'restrict_violation', constraint = 'expenses_frozen';
end $$;

-- A posted expense keeps every amount, its number, its days and its payee; it may be paid, described and voided.
create trigger frozen before update on expenses for each row
  when (old.posted_at is not null and (
    old.number, old.posted_at, old.expense_date, old.due_date, old.supplier_id, old.payee_name,
    old.supplier_invoice_number, old.currency, old.amounts_include_tax, old.tax_rounding, old.rounding_mode,
    old.paid_by, old.member_id, old.method_id, old.taxes, old.net, old.tax, old.recoverable_tax, old.total,
    old.recurring_id, old.occurrence_date
  ) is distinct from (
    new.number, new.posted_at, new.expense_date, new.due_date, new.supplier_id, new.payee_name,
    new.supplier_invoice_number, new.currency, new.amounts_include_tax, new.tax_rounding, new.rounding_mode,
    new.paid_by, new.member_id, new.method_id, new.taxes, new.net, new.tax, new.recoverable_tax, new.total,
    new.recurring_id, new.occurrence_date
  ))
  execute function refuse_posted_change();
create trigger frozen_void before update on expenses for each row
  when (old.voided_at is not null and (old.status, old.voided_at, old.voided_on, old.amount_paid)
    is distinct from (new.status, new.voided_at, new.voided_on, new.amount_paid))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on expenses for each row
  when (old.posted_at is not null) execute function refuse_posted_change();

-- The lines of a posted expense are neither changed nor removed, and none is added. Whom row-level security binds could
-- hide the expense from the check by turning to another organisation in the same statement, and is refused then too.
create function refuse_posted_lines() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from touched join expenses on expenses.organization_id = touched.organization_id
      and expenses.id = touched.expense_id where expenses.posted_at is not null)
    or row_security_active('public.expense_lines')
      and exists (select from touched where organization_id is distinct from current_organization()) then
    raise exception 'the lines of a posted expense stay as they are'
      using errcode = 'restrict_violation', constraint = 'expenses_frozen';
  end if;
  return null;
end $$;
create trigger frozen_insert after insert on expense_lines referencing new table as touched
  for each statement execute function refuse_posted_lines();
create trigger frozen_update after update on expense_lines referencing old table as touched
  for each statement execute function refuse_posted_lines();
create trigger frozen_delete after delete on expense_lines referencing old table as touched
  for each statement execute function refuse_posted_lines();

create trigger frozen before update on expense_payments for each row
  when (old.reversed_on is not null or new.reversed_on is null
    or (old.expense_id, old.position, old.method_id, old.account_id, old.entry_id, old.amount, old.payment_date,
        old.created_at)
      is distinct from (new.expense_id, new.position, new.method_id, new.account_id, new.entry_id, new.amount,
        new.payment_date, new.created_at))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on expense_payments for each row execute function refuse_posted_change();

-- What reports read.
create view report_expenses with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, expense_date, due_date, supplier_id, payee_name, currency,
    paid_by, member_id, net, tax, recoverable_tax, total, amount_paid, taxes, voided_on
  from expenses where posted_at is not null;
create view report_expense_lines with (security_invoker = true) as
  select line.organization_id, line.expense_id, line.id, line.position, expense.expense_date, expense.voided_on,
    expense.supplier_id, expense.payee_name, expense.total as expense_total, line.category_id, line.account_id,
    line.description, line.net, line.tax, line.recoverable_tax, line.net + line.tax - line.recoverable_tax as cost,
    line.total, line.taxes, line.billable, line.client_id
  from expenses as expense
  join expense_lines as line on line.organization_id = expense.organization_id and line.expense_id = expense.id
  where expense.posted_at is not null;
create view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, payment.amount, payment.payment_date, payment.reversed_on
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;
create view report_expense_categories with (security_invoker = true) as
  select organization_id, id, name, parent_id, ancestor_ids, kind, account_id, color, budget_monthly,
    excluded_from_reports
  from expense_categories;
grant select on report_expenses, report_expense_lines, report_expense_payments, report_expense_categories
  to daybook_runtime;
