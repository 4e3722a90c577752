-- What is spent: categories, expenses with their lines, what is paid of them, and those that come again and again. An
-- expense is worth what it is drafted for, and from its posting on its amounts and its lines are frozen here.

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
  -- What its lines are spent for unless they say otherwise, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
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
  -- Categories that turn out to be one: what was filed in the one is filed in the other from then on, posted or not. No
  -- amount and no account changes with it.
  merged_into_id uuid,
  primary key (organization_id, id),
  constraint expense_categories_external_id_key unique (organization_id, external_id),
  constraint expense_categories_parent_fkey foreign key (organization_id, parent_id) references expense_categories,
  constraint expense_categories_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint expense_categories_tax_rate_fkey foreign key (organization_id, default_tax_rate_id) references tax_rates,
  constraint expense_categories_depth check (cardinality(ancestor_ids) <= 5),
  constraint expense_categories_acyclic check (not ancestor_ids @> array[id]),
  constraint expense_categories_path check (parent_id is not distinct from ancestor_ids[cardinality(ancestor_ids)]),
  constraint expense_categories_merged_fkey foreign key (organization_id, merged_into_id)
    references expense_categories,
  constraint expense_categories_merged check (merged_into_id is null
    or (archived_at is not null and merged_into_id <> id))
);
create index expense_categories_parent on expense_categories (organization_id, parent_id);
-- Siblings are told apart by their names.
create unique index expense_categories_name_key on expense_categories
  (organization_id, parent_id, name_key) nulls not distinct where archived_at is null;
create index expense_categories_merged_into on expense_categories (organization_id, merged_into_id)
  where merged_into_id is not null;
select protect_tenant_table('expense_categories');

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
create index recurring_expenses_template on recurring_expenses using gin (template jsonb_path_ops);
select protect_tenant_table('recurring_expenses');
select limit_to_scope('recurring_expenses', 'is_own(created_by) or member_id = scoped_member()');

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
  recoverable_tax bigint not null,
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
  -- The same invoice of the same supplier is recorded once, whoever records it at the same moment, unless somebody says
  -- that it is another one.
  duplicate_allowed boolean not null default false,
  -- Tax by reverse charge is owed to the tax office and claimed from it, and no part of what the supplier is owed.
  self_assessed_tax bigint not null default 0 check (self_assessed_tax >= 0),
  -- Shown with every expense and kept with it in one transaction. It may be paid, and its receipts may come, later.
  receipt_file_ids uuid[] not null default '{}'
    constraint expenses_receipts_max check (cardinality(receipt_file_ids) <= 50),
  -- In another currency than the base one, as sales: the rate of its own day, and what it is worth by that rate. Null
  -- in the base currency, where it is worth what it says.
  exchange_rate bigint check (exchange_rate > 0),
  rate_source text check (length(rate_source) between 1 and 100),
  rate_date date,
  base_factor numeric check (base_factor > 0),
  base_total bigint check (base_total >= 0),
  -- So much of the base total is paid.
  base_paid bigint,
  -- Credit notes of suppliers: expenses that take back what was spent. What one comes to is credit with the supplier
  -- from the moment that it is posted, as if so much had been paid in advance, and bears the id of its credit note.
  kind text not null default 'expense',
  -- What the supplier lets off where it is paid early, as on sales.
  early_discounts jsonb not null default '[]',
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
  constraint expenses_total_adds_up check (total = net + tax),
  constraint expenses_recoverable_within_tax check (recoverable_tax between 0 and tax + self_assessed_tax),
  constraint expenses_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_factor, base_total, base_paid) in (0, 6)),
  constraint expenses_base_paid_within_total check (base_paid between 0 and base_total),
  constraint expenses_kind_known check (kind in ('expense', 'credit_note')),
  -- Nobody pays it, and once it is posted it is somebody's credit.
  constraint expenses_credit_note_is_settled check (kind = 'expense' or (paid_by = 'company' and method_id is null
    and recurring_id is null
    and (posted_at is null or supplier_id is not null) and (status <> 'posted' or amount_paid = total)))
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
-- What is not done with: few rows among the many that are paid.
create index expenses_owed on expenses (organization_id, due_date, id)
  where status = 'posted' and amount_paid < total;
create index expenses_open on expenses (organization_id, expense_date, id)
  where status in ('draft', 'submitted', 'approved', 'rejected');
create index expenses_by_void on expenses (organization_id, voided_on) where voided_on is not null;
create index expenses_find on expenses using gin (organization_id, words);
create index expenses_tags on expenses using gin (organization_id, tags) where tags <> '{}';
create unique index expenses_supplier_invoice_key on expenses
  (organization_id, supplier_id, lower(supplier_invoice_number))
  where supplier_id is not null and supplier_invoice_number is not null and status <> 'voided' and not duplicate_allowed;
-- Capitals make no other invoice, so that this is what invoices are found by.
create index expenses_invoice on expenses (organization_id, lower(supplier_invoice_number))
  where supplier_invoice_number is not null;
create index expenses_fields on expenses using gin (organization_id, custom_fields jsonb_path_ops)
  where custom_fields <> '{}';
alter table expenses add primary key (organization_id, id);
select protect_tenant_table('expenses');
select limit_to_scope('expenses', 'is_own(created_by) or member_id = scoped_member()
  or exists (select from clients
    where clients.organization_id = expenses.organization_id and clients.id = expenses.supplier_id)');
-- A posted expense keeps every amount, its number, its days and its payee; it may be paid, described and voided.
create trigger frozen before update of
    number, posted_at, expense_date, due_date, supplier_id, payee_name, supplier_invoice_number, currency,
    amounts_include_tax, tax_rounding, rounding_mode, paid_by, member_id, method_id, taxes, net, tax,
    recoverable_tax, total, recurring_id, occurrence_date, early_discounts
  on expenses
  for each row
  when ((old.posted_at is not null and (
    old.number, old.posted_at, old.expense_date, old.due_date, old.supplier_id, old.payee_name,
    old.supplier_invoice_number, old.currency, old.amounts_include_tax, old.tax_rounding, old.rounding_mode,
    old.paid_by, old.member_id, old.method_id, old.taxes, old.net, old.tax, old.recoverable_tax, old.total,
    old.recurring_id, old.occurrence_date, old.early_discounts
  ) is distinct from (
    new.number, new.posted_at, new.expense_date, new.due_date, new.supplier_id, new.payee_name,
    new.supplier_invoice_number, new.currency, new.amounts_include_tax, new.tax_rounding, new.rounding_mode,
    new.paid_by, new.member_id, new.method_id, new.taxes, new.net, new.tax, new.recoverable_tax, new.total,
    new.recurring_id, new.occurrence_date, new.early_discounts
  )) and not moves_client())
  execute function refuse_posted_change();
create trigger frozen_void before update of status, voided_at, voided_on, amount_paid on expenses for each row
  when ((old.voided_at is not null and (old.status, old.voided_at, old.voided_on, old.amount_paid)
    is distinct from (new.status, new.voided_at, new.voided_on, new.amount_paid)) and not moves_client())
  execute function refuse_posted_change();
create trigger frozen_delete before delete on expenses for each row
  when (old.posted_at is not null) execute function refuse_posted_change();
create trigger frozen_self_assessed before update of self_assessed_tax on expenses for each row
  when ((old.posted_at is not null and old.self_assessed_tax <> new.self_assessed_tax) and not moves_client())
  execute function refuse_posted_change();
create trigger frozen_worth before update of
    exchange_rate, rate_source, rate_date, base_factor, base_total
  on expenses
  for each row
  when ((old.posted_at is not null and (
    old.exchange_rate, old.rate_source, old.rate_date, old.base_factor, old.base_total
  ) is distinct from (
    new.exchange_rate, new.rate_source, new.rate_date, new.base_factor, new.base_total
  )) and not moves_client())
  execute function refuse_posted_change();
create trigger frozen_kind before update of kind on expenses for each row
  when ((old.posted_at is not null and old.kind <> new.kind)
    and not moves_client()) execute function refuse_posted_change();
create trigger aa_supplier_id_survivor before insert or update of supplier_id on expenses for each row
  when (new.supplier_id is not null and not moves_client()) execute function refer_to_survivor('supplier_id');
-- What moved for somebody else's client is not seen; how much there is, is.
select limit_to_scope('stock_movements', 'case source_type
  when ''sale'' then exists (select from sales
    where sales.organization_id = stock_movements.organization_id and sales.id = stock_movements.source_id)
  when ''expense'' then exists (select from expenses
    where expenses.organization_id = stock_movements.organization_id and expenses.id = stock_movements.source_id)
  else true end', true);

-- Here, because file_links is made before expenses.
alter table file_links add constraint file_links_expense_fkey
  foreign key (organization_id, expense_id) references expenses;

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
  recoverable_tax bigint not null,
  total bigint not null,
  billable boolean not null default false,
  client_id uuid,
  -- What was spent for a client is charged to the client: each line once, at its cost and a markup on it, in millionths
  -- of a percent.
  markup_percent bigint check (markup_percent between 0 and 1000000000),
  self_assessed_tax bigint not null default 0 check (self_assessed_tax >= 0),
  -- A line of a bill may bring the goods that it bills: it names the variant, how much of it comes and where it goes.
  -- What it costs is then what the goods come in for. A line without a variant in the category of goods bills what came
  -- before.
  variant_id uuid,
  -- In 1/100,000.
  quantity bigint check (quantity > 0),
  -- Where they go; of a draft that does not say, the default location of the day that it is posted.
  location_id uuid,
  -- Values of dimensions that it is spent for, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
  -- Checked at commit, because lines are written before the expense that seals them.
  constraint expense_lines_expense_fkey foreign key (organization_id, expense_id) references expenses
    deferrable initially deferred,
  constraint expense_lines_category_fkey foreign key (organization_id, category_id) references expense_categories,
  constraint expense_lines_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint expense_lines_client_fkey foreign key (organization_id, client_id) references clients,
  constraint expense_lines_billable_has_client check (not billable or client_id is not null),
  constraint expense_lines_total_adds_up check (total = net + tax),
  constraint expense_lines_recoverable_within_tax check (recoverable_tax between 0 and tax + self_assessed_tax),
  constraint expense_lines_variant_fkey foreign key (organization_id, variant_id) references variants,
  constraint expense_lines_location_fkey foreign key (organization_id, location_id) references locations,
  constraint expense_lines_goods check ((variant_id is null) = (quantity is null)
    and (location_id is null or variant_id is not null)),
  -- Goods are charged to a client by selling them.
  constraint expense_lines_goods_are_sold check (not billable or variant_id is null)
);
create index expense_lines_of_category on expense_lines (organization_id, category_id);
create index expense_lines_of_client on expense_lines (organization_id, client_id) where client_id is not null;
-- What is there to be charged: few lines among the many of any business.
create index expense_lines_billable on expense_lines (organization_id, client_id, expense_id) where billable;
create index expense_lines_of_variant on expense_lines (organization_id, variant_id) where variant_id is not null;
alter table expense_lines add primary key (organization_id, expense_id, id);
select protect_tenant_table('expense_lines');
select limit_to_scope('expense_lines', 'exists (select from expenses
  where expenses.organization_id = expense_lines.organization_id and expenses.id = expense_lines.expense_id)', true);

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

-- Of a line of a posted expense nothing changes but what it is for, with an entry that moves it, and its category, and
-- that only to the one that its own became.
create function refuse_posted_line_changes() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
      select from was
      join expenses on expenses.organization_id = was.organization_id and expenses.id = was.expense_id
      left join became on became.organization_id = was.organization_id and became.expense_id = was.expense_id
        and became.id = was.id
      where expenses.posted_at is not null and (became.id is null
        or to_jsonb(was) - '{category_id,dimension_value_ids}'::text[]
          is distinct from to_jsonb(became) - '{category_id,dimension_value_ids}'::text[]
        or was.category_id <> became.category_id and not exists (select from expense_categories as merged
          where merged.organization_id = was.organization_id and merged.id = was.category_id
            and merged.merged_into_id = became.category_id)))
    or exists (
      select from became
      join expenses on expenses.organization_id = became.organization_id and expenses.id = became.expense_id
      where expenses.posted_at is not null and not exists (select from was
        where was.organization_id = became.organization_id and was.expense_id = became.expense_id
          and was.id = became.id))
    or row_security_active('public.expense_lines')
      and exists (select from was where organization_id is distinct from current_organization()) then
    raise exception 'the lines of a posted expense stay as they are'
      using errcode = 'restrict_violation', constraint = 'expenses_frozen';
  end if;
  return null;
end $$;

create trigger frozen_update after update on expense_lines referencing old table as was new table as became
  for each statement
  when (not moves_client()) execute function refuse_posted_line_changes();
create trigger frozen_delete after delete on expense_lines referencing old table as touched
  for each statement execute function refuse_posted_lines();
create trigger aa_client_id_survivor before insert or update of client_id on expense_lines for each row
  when (new.client_id is not null and not moves_client()) execute function refer_to_survivor('client_id');
create trigger aa_variant_id_survivor before insert or update of variant_id on expense_lines for each row
  when (new.variant_id is not null and not moves_records()) execute function refer_to_survivor('variant_id', 'variants');

-- One payment of a supplier over several bills: what each of them gets is a payment of that expense, and all of them
-- together are the money that left. They are made and taken back together.
create table supplier_payments (
  organization_id uuid not null,
  id uuid not null,
  number text collate "C" not null check (length(number) <= 60),
  supplier_id uuid not null,
  -- As the supplier was called then.
  supplier_name text not null check (length(supplier_name) between 1 and 255),
  method_id uuid,
  -- Where the money left.
  account_id uuid,
  currency char(3) not null,
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  payment_date date not null,
  reference text check (length(reference) between 1 and 255),
  notes text check (length(notes) <= 5000),
  words tsvector not null,
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  status text not null generated always as (case when voided_at is null then 'completed' else 'voided' end) stored,
  external_id text,
  metadata jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  exchange_rate bigint check (exchange_rate > 0),
  rate_source text check (length(rate_source) between 1 and 100),
  rate_date date,
  base_amount bigint check (base_amount >= 0),
  -- What of it pays expenses, and what the supplier gave back.
  amount_allocated bigint not null default 0,
  amount_refunded bigint not null default 0,
  -- So much of the base amount pays expenses or came back; null in the base currency.
  base_used bigint,
  -- Money that suppliers have and were not owed: paid in advance, or too much. It is an asset of its own until it pays
  -- a later bill or comes back.
  amount_unapplied bigint not null generated always as (case
    when voided_at is null then amount - amount_allocated - amount_refunded else 0 end) stored,
  -- The credit note whose credit this is.
  credit_note_id uuid,
  constraint supplier_payments_supplier_fkey foreign key (organization_id, supplier_id) references clients,
  constraint supplier_payments_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint supplier_payments_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint supplier_payments_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint supplier_payments_void_after_payment check (voided_on >= payment_date),
  constraint supplier_payments_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base_amount) in (0, 4)),
  constraint supplier_payments_used_within_amount
    check (amount_allocated >= 0 and amount_refunded >= 0 and amount_allocated + amount_refunded <= amount),
  constraint supplier_payments_base_used_within_amount
    check ((base_used is null) = (base_amount is null) and base_used between 0 and base_amount),
  constraint supplier_payments_void_pays_nothing
    check (voided_at is null or (amount_allocated = 0 and amount_refunded = 0)),
  -- Checked at commit, because it is written together with its credit note.
  constraint supplier_payments_credit_note_fkey foreign key (organization_id, credit_note_id) references expenses
    deferrable initially deferred,
  constraint supplier_payments_credit_note_moves_no_money check (
    num_nonnulls(method_id, account_id) = case when credit_note_id is null then 2 else 0 end),
  constraint supplier_payments_bears_id_of_credit_note check (credit_note_id = id)
);
create unique index supplier_payments_number_key on supplier_payments (organization_id, number);
create unique index supplier_payments_external_id_key on supplier_payments (organization_id, external_id)
  where external_id is not null;
create index supplier_payments_by_day on supplier_payments (organization_id, payment_date, id);
create index supplier_payments_by_void on supplier_payments (organization_id, voided_on, id)
  where voided_on is not null;
create index supplier_payments_by_amount on supplier_payments (organization_id, amount, id);
create index supplier_payments_by_age on supplier_payments (organization_id, created_at, id);
create index supplier_payments_by_change on supplier_payments (organization_id, updated_at, id);
create index supplier_payments_of_supplier on supplier_payments (organization_id, supplier_id, payment_date, id);
create index supplier_payments_find on supplier_payments using gin (organization_id, words);
create index supplier_payments_tags on supplier_payments using gin (organization_id, tags) where tags <> '{}';
create index supplier_payments_unused on supplier_payments (organization_id, supplier_id, id)
  where amount_unapplied > 0;
alter table supplier_payments add primary key (organization_id, id);
select protect_tenant_table('supplier_payments');
select limit_to_scope('supplier_payments', 'exists (select from clients
  where clients.organization_id = supplier_payments.organization_id and clients.id = supplier_payments.supplier_id)');
-- Its money stays as it was; it may be described and taken back, once.
create trigger frozen before update of
    number, supplier_id, supplier_name, method_id, account_id, currency, amount, payment_date, created_at,
    voided_at, voided_on
  on supplier_payments
  for each row
  when (((old.number, old.supplier_id, old.supplier_name, old.method_id, old.account_id, old.currency, old.amount,
      old.payment_date, old.created_at)
      is distinct from (new.number, new.supplier_id, new.supplier_name, new.method_id, new.account_id, new.currency,
        new.amount, new.payment_date, new.created_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
    and not moves_client())
  execute function refuse_posted_change();
create trigger frozen_delete before delete on supplier_payments for each row execute function refuse_posted_change();
create trigger frozen_worth before update of
    exchange_rate, rate_source, rate_date, base_amount
  on supplier_payments
  for each row
  when (((old.exchange_rate, old.rate_source, old.rate_date, old.base_amount)
    is distinct from (new.exchange_rate, new.rate_source, new.rate_date, new.base_amount)) and not moves_client())
  execute function refuse_posted_change();
create trigger frozen_credit_note before update of credit_note_id on supplier_payments for each row
  when ((old.credit_note_id is distinct from new.credit_note_id)
    and not moves_client()) execute function refuse_posted_change();
create trigger aa_supplier_id_survivor before insert or update of supplier_id on supplier_payments for each row
  when (new.supplier_id is not null and not moves_client()) execute function refer_to_survivor('supplier_id');

-- Money that went out for an expense. It is only ever reversed, once.
create table expense_payments (
  organization_id uuid not null,
  id uuid not null,
  expense_id uuid not null,
  position int not null check (position > 0),
  -- What the credit of a credit note pays is paid by no method.
  method_id uuid,
  -- Where the money left.
  account_id uuid not null,
  -- What it is in the books, to be reversed with it. What is worth nothing in the base currency moves nothing there.
  entry_id uuid,
  amount bigint not null check (amount > 0),
  payment_date date not null,
  reference text check (length(reference) between 1 and 255),
  reversed_on date,
  reversed_at timestamptz,
  reverse_reason text check (length(reverse_reason) <= 500),
  created_at timestamptz not null,
  created_by jsonb not null,
  supplier_payment_id uuid,
  exchange_rate bigint check (exchange_rate > 0),
  rate_source text check (length(rate_source) between 1 and 100),
  rate_date date,
  -- What it pays was on the books for, and how much less the money was worth, or more where below zero.
  base bigint check (base >= 0),
  fx_gain_loss bigint,
  -- An early-payment discount that this payment came in time for, and what it takes off which accounts:
  -- [{"account": "…", "amount": "-380", "taxRateId": "…", "taxBase": "-2000"}], in minor units.
  discount_of uuid,
  legs jsonb,
  constraint expense_payments_discount_has_legs check ((discount_of is null) = (legs is null)),
  constraint expense_payments_expense_fkey foreign key (organization_id, expense_id) references expenses,
  constraint expense_payments_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint expense_payments_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint expense_payments_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred,
  constraint expense_payments_place_key unique (organization_id, expense_id, position),
  constraint expense_payments_reversal check ((reversed_on is null) = (reversed_at is null)),
  constraint expense_payments_reversed_after_paid check (reversed_on >= payment_date),
  -- Checked at commit, because the parts may be written before the whole.
  constraint expense_payments_supplier_payment_fkey foreign key (organization_id, supplier_payment_id)
    references supplier_payments deferrable initially deferred,
  constraint expense_payments_foreign_as_a_whole check (
    num_nulls(exchange_rate, rate_source, rate_date, base, fx_gain_loss) in (0, 5)),
  constraint expense_payments_have_method check (method_id is not null or supplier_payment_id is not null or discount_of is not null)
);
create index expense_payments_by_reversal on expense_payments (organization_id, reversed_on)
  where reversed_on is not null;
create index expense_payments_by_day on expense_payments (organization_id, payment_date, id);
create index expense_payments_of_discounts on expense_payments (organization_id, discount_of)
  where discount_of is not null;
create index expense_payments_of_supplier_payment on expense_payments (organization_id, supplier_payment_id)
  where supplier_payment_id is not null;
alter table expense_payments add primary key (organization_id, id);
alter table expense_payments add constraint expense_payments_discount_fkey
  foreign key (organization_id, discount_of) references expense_payments deferrable initially deferred;
select protect_tenant_table('expense_payments');
select limit_to_scope('expense_payments', 'exists (select from expenses
  where expenses.organization_id = expense_payments.organization_id
    and expenses.id = expense_payments.expense_id)', true);
create trigger frozen before update on expense_payments for each row
  when (old.reversed_on is not null or new.reversed_on is null
    or (old.expense_id, old.position, old.method_id, old.account_id, old.entry_id, old.amount, old.payment_date,
        old.created_at)
      is distinct from (new.expense_id, new.position, new.method_id, new.account_id, new.entry_id, new.amount,
        new.payment_date, new.created_at))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on expense_payments for each row execute function refuse_posted_change();
create trigger frozen_whole before update of supplier_payment_id, discount_of, legs on expense_payments for each row
  when ((old.supplier_payment_id, old.discount_of, old.legs)
    is distinct from (new.supplier_payment_id, new.discount_of, new.legs))
  execute function refuse_posted_change();
create trigger frozen_worth before update of
    exchange_rate, rate_source, rate_date, base, fx_gain_loss
  on expense_payments
  for each row
  when ((old.exchange_rate, old.rate_source, old.rate_date, old.base, old.fx_gain_loss)
    is distinct from (new.exchange_rate, new.rate_source, new.rate_date, new.base, new.fx_gain_loss))
  execute function refuse_posted_change();

-- What reports read is in the base currency; `currency_…` is in that of the expense. A credit note is owed to nobody,
-- and its costs are below zero.
create view report_expenses with (security_invoker = true) as
  select organization_id, id, number, status, payment_status, expense_date, due_date, supplier_id, payee_name, currency,
    paid_by, member_id, coalesce(base_total, total) as total, coalesce(base_paid, amount_paid) as amount_paid,
    total as currency_total, amount_paid as currency_paid, voided_on, kind
  from expenses where posted_at is not null;
create view report_expense_lines with (security_invoker = true) as
  select line.organization_id, line.expense_id, line.id, line.position, expense.expense_date, expense.voided_on,
    expense.supplier_id, expense.payee_name, coalesce(expense.base_total, expense.total) as expense_total,
    line.category_id, line.account_id, line.description,
    case expense.kind when 'credit_note' then -1 else 1 end
      * in_base(line.net + line.tax + line.self_assessed_tax - line.recoverable_tax, expense.base_factor) as cost,
    line.billable, line.client_id, expense.kind, line.dimension_value_ids
  from expenses as expense
  join expense_lines as line on line.organization_id = expense.organization_id and line.expense_id = expense.id
  where expense.posted_at is not null;

-- `amount` is what the debt was worth that it pays, `used` what the money was worth that paid it. `entry_id` tells
-- money that left from credit that was used.
create view report_expense_payments with (security_invoker = true) as
  select payment.organization_id, payment.id, payment.expense_id, expense.supplier_id, expense.payee_name,
    expense.paid_by, payment.method_id, payment.account_id, coalesce(payment.base, payment.amount) as amount,
    payment.amount as currency_amount, payment.payment_date, payment.reversed_on, expense.number, expense.currency,
    payment.reference, payment.supplier_payment_id, coalesce(payment.base - payment.fx_gain_loss, payment.amount) as used,
    payment.entry_id, payment.discount_of
  from expense_payments as payment
  join expenses as expense on expense.organization_id = payment.organization_id and expense.id = payment.expense_id;

-- What is out of use has no budget.
create view report_expense_categories with (security_invoker = true) as
  select organization_id, id, name, parent_id, ancestor_ids, kind, account_id, color,
    case when archived_at is null then budget_monthly end as budget_monthly, excluded_from_reports
  from expense_categories;
grant select on report_expenses, report_expense_lines, report_expense_payments, report_expense_categories to
  daybook_runtime;

-- Lines of expenses that stand as lines of a sale. No row is as good as none: a line is open again where the draft
-- lost it or is deleted, and where the sale is void.
create table billed_expense_lines (
  organization_id uuid not null,
  expense_id uuid not null,
  line_id uuid not null,
  sale_id uuid not null,
  sale_line_id uuid not null,
  created_at timestamptz not null,
  -- Each line once, however many bill it at the same moment.
  constraint billed_expense_lines_once primary key (organization_id, expense_id, line_id),
  constraint billed_expense_lines_line_fkey foreign key (organization_id, expense_id, line_id) references expense_lines,
  constraint billed_expense_lines_sale_fkey foreign key (organization_id, sale_id) references sales on delete cascade
);
create index billed_expense_lines_of_sale on billed_expense_lines (organization_id, sale_id, sale_line_id);
select protect_tenant_table('billed_expense_lines');

-- From either side, so that nothing is billed twice and what is voided is free again.
select limit_to_scope('billed_expense_lines', 'exists (select from expenses
    where expenses.organization_id = billed_expense_lines.organization_id
      and expenses.id = billed_expense_lines.expense_id)
  or exists (select from sales
    where sales.organization_id = billed_expense_lines.organization_id
      and sales.id = billed_expense_lines.sale_id)', true);

-- The lines of a draft are written anew before the draft itself, so that this sees which of them are gone. It looks at
-- all of the organisation, whoever asks.
create function free_billed_lines() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from billed_expense_lines as billed
  where billed.organization_id = new.organization_id and billed.sale_id = new.id
    and (new.voided_at is not null or not exists (
      select from sale_lines as line where line.organization_id = billed.organization_id
        and line.sale_id = billed.sale_id and line.id = billed.sale_line_id));
  return null;
end $$;

create trigger free_billed_lines after update of voided_at on sales for each row
  when (old.confirmed_at is null or old.voided_at is distinct from new.voided_at)
  execute function free_billed_lines();

-- What reports read.
create view report_supplier_payments with (security_invoker = true) as
  select organization_id, id, number, supplier_id, supplier_name, method_id, account_id, currency, amount, payment_date,
    voided_on, reference, coalesce(base_amount, amount) as worth, amount_unapplied as currency_unapplied, credit_note_id
  from supplier_payments;
grant select on report_supplier_payments to daybook_runtime;

-- What of a payment a supplier gave back.
create table supplier_refunds (
  organization_id uuid not null,
  id uuid not null,
  supplier_payment_id uuid not null,
  -- How it came, and where it landed.
  method_id uuid not null,
  account_id uuid not null,
  amount bigint not null check (amount > 0),
  exchange_rate bigint check (exchange_rate > 0),
  -- What it takes of the worth of its payment, and how much more the money was worth; null in the base currency.
  base bigint check (base >= 0),
  fx_gain_loss bigint,
  refund_date date not null,
  reference text check (length(reference) between 1 and 255),
  notes text check (length(notes) <= 5000),
  reversed_on date,
  reversed_at timestamptz,
  reverse_reason text check (length(reverse_reason) <= 500),
  created_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint supplier_refunds_payment_fkey foreign key (organization_id, supplier_payment_id)
    references supplier_payments,
  constraint supplier_refunds_method_fkey foreign key (organization_id, method_id) references payment_methods,
  constraint supplier_refunds_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint supplier_refunds_foreign_as_a_whole check (num_nulls(exchange_rate, base, fx_gain_loss) in (0, 3)),
  constraint supplier_refunds_reversed_after_refund check (reversed_on >= refund_date)
);
create index supplier_refunds_of_payment on supplier_refunds (organization_id, supplier_payment_id);
create index supplier_refunds_by_day on supplier_refunds (organization_id, refund_date, id);
create index supplier_refunds_by_reversal on supplier_refunds (organization_id, reversed_on, id)
  where reversed_on is not null;
select protect_tenant_table('supplier_refunds');
select limit_to_scope('supplier_refunds', 'exists (select from supplier_payments
  where supplier_payments.organization_id = supplier_refunds.organization_id
    and supplier_payments.id = supplier_refunds.supplier_payment_id)', true);
create trigger frozen before update of
    supplier_payment_id, method_id, account_id, amount, exchange_rate, base, fx_gain_loss, refund_date, created_at,
    reversed_on
  on supplier_refunds
  for each row
  when ((old.supplier_payment_id, old.method_id, old.account_id, old.amount, old.exchange_rate, old.base,
      old.fx_gain_loss, old.refund_date, old.created_at)
      is distinct from (new.supplier_payment_id, new.method_id, new.account_id, new.amount, new.exchange_rate, new.base,
        new.fx_gain_loss, new.refund_date, new.created_at)
    or (old.reversed_at is not null and old.reversed_on is distinct from new.reversed_on))
  execute function refuse_posted_change();
create trigger frozen_delete before delete on supplier_refunds for each row execute function refuse_posted_change();

create view report_supplier_refunds with (security_invoker = true) as
  select refund.organization_id, refund.id, refund.supplier_payment_id, payment.number, payment.supplier_id,
    payment.supplier_name, refund.method_id, refund.account_id, payment.currency, refund.amount,
    coalesce(refund.base, refund.amount) as worth, refund.refund_date, refund.reversed_on, refund.reference
  from supplier_refunds as refund
  join supplier_payments as payment
    on payment.organization_id = refund.organization_id and payment.id = refund.supplier_payment_id;
grant select on report_supplier_refunds to daybook_runtime;
