-- Fixed assets: what each cost, how it is depreciated, and the parts of its plan, of which each is posted once.

create table assets (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  class text not null check (class in ('intangible', 'land_and_buildings', 'plant_and_machinery', 'vehicles', 'office_equipment',
    'computers', 'low_value', 'other')),
  serial_number text check (length(serial_number) <= 100),
  location text check (length(location) <= 255),
  -- The line of the bill it was bought by, if it is in these books.
  expense_id uuid,
  expense_line_id uuid,
  supplier_id uuid,
  -- The account of its cost; the one that depreciation is credited to, which may be the same; and that of the expense.
  account_id uuid not null,
  accumulated_account_id uuid not null,
  depreciation_account_id uuid not null,
  -- Values of dimensions that it is depreciated for, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
  -- From where its cost was moved to the account, where it was not on it from the start.
  moved_from_id uuid,
  cost bigint not null check (cost > 0 and cost <= 1000000000000000),
  residual_value bigint not null check (residual_value >= 0),
  acquired_on date not null,
  in_use_from date not null,
  method text not null check (method in ('straight_line', 'declining_balance', 'immediate', 'pool', 'none')),
  life_months int check (life_months between 1 and 1200),
  -- In millionths of a percent.
  yearly_rate bigint check (yearly_rate > 0 and yearly_rate <= 100000000),
  -- Depreciation that opening balances brought in, up to and including that day.
  opening_depreciation bigint not null check (opening_depreciation >= 0),
  depreciated_through date,
  disposed_on date,
  disposal_kind text check (disposal_kind in ('sale', 'scrapping')),
  disposal_entry_id uuid,
  book_value_disposed bigint,
  proceeds bigint,
  sale_id uuid,
  sale_line_id uuid,
  dispose_reason text check (length(dispose_reason) <= 500),
  voided_at timestamptz,
  voided_on date,
  void_reason text check (length(void_reason) <= 500),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  constraint assets_residual check (residual_value + opening_depreciation <= cost),
  constraint assets_line check ((expense_id is null) = (expense_line_id is null)),
  constraint assets_life check ((life_months is null) = (method in ('immediate', 'none'))),
  constraint assets_rate check ((yearly_rate is not null) = (method = 'declining_balance')),
  constraint assets_opening check ((opening_depreciation > 0) <= (depreciated_through is not null)),
  constraint assets_disposal check ((disposed_on is null) = (disposal_kind is null)
    and (disposed_on is null) = (proceeds is null) and (disposed_on is null) = (book_value_disposed is null)),
  constraint assets_void_has_day check ((voided_at is null) = (voided_on is null)),
  constraint assets_expense_fkey foreign key (organization_id, expense_id) references expenses,
  constraint assets_supplier_fkey foreign key (organization_id, supplier_id) references clients,
  constraint assets_account_fkey foreign key (organization_id, account_id) references accounts,
  constraint assets_accumulated_fkey foreign key (organization_id, accumulated_account_id) references accounts,
  constraint assets_depreciation_fkey foreign key (organization_id, depreciation_account_id) references accounts,
  constraint assets_moved_from_fkey foreign key (organization_id, moved_from_id) references accounts,
  constraint assets_sale_fkey foreign key (organization_id, sale_id) references sales,
  constraint assets_disposal_entry_fkey foreign key (organization_id, disposal_entry_id) references journal_entries
    deferrable initially deferred
);
create index assets_by_day on assets (organization_id, acquired_on, id);
create index assets_by_age on assets (organization_id, created_at, id);
create index assets_expense on assets (organization_id, expense_id) where expense_id is not null;
create index assets_sale on assets (organization_id, sale_id) where sale_id is not null;
create index assets_supplier on assets (organization_id, supplier_id) where supplier_id is not null;
alter table assets add primary key (organization_id, id);
select protect_tenant_table('assets');

create trigger aa_supplier_id_survivor before insert or update of supplier_id on assets for each row
  when (new.supplier_id is not null and not moves_client()) execute function refer_to_survivor('supplier_id');

-- What each month takes, and what was written down or up. A part is posted once, under the lock of its asset.
create table asset_depreciations (
  organization_id uuid not null,
  asset_id uuid not null,
  position int not null check (position > 0),
  kind text not null check (kind in ('depreciation', 'write_down', 'write_up')),
  due_date date not null,
  -- What the book value loses; a write-up is below zero.
  amount bigint not null check (amount <> 0 and (amount < 0) = (kind = 'write_up')),
  -- The day in the books: the due date, or the first open day after it.
  posted_on date,
  entry_id uuid,
  reason text check (length(reason) <= 500),
  constraint asset_depreciations_posted check ((posted_on is null) = (entry_id is null)),
  constraint asset_depreciations_planned check (kind = 'depreciation' or posted_on is not null),
  constraint asset_depreciations_asset_fkey foreign key (organization_id, asset_id) references assets,
  constraint asset_depreciations_entry_fkey foreign key (organization_id, entry_id) references journal_entries
    deferrable initially deferred
);
create index asset_depreciations_due on asset_depreciations (organization_id, due_date) where posted_on is null;
alter table asset_depreciations add primary key (organization_id, asset_id, position);
select protect_tenant_table('asset_depreciations');

create trigger frozen before update or delete on asset_depreciations for each row
  when (old.posted_on is not null) execute function refuse_posted_part_change();

-- An account stays in use as long as an asset is on it.
create function refuse_asset_account_archive() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  held text;
begin
  select asset.name into held from assets as asset
    where asset.organization_id = new.organization_id and asset.voided_at is null and asset.disposed_on is null
      and new.id in (asset.account_id, asset.accumulated_account_id, asset.depreciation_account_id) limit 1;
  if found then
    raise exception 'account in use' using errcode = 'restrict_violation', constraint = 'account_in_use',
      detail = json_build_object('used_by', json_build_array(held));
  end if;
  return new;
end $$;
create trigger depreciated before update of archived_at on accounts for each row
  when (old.archived_at is null and new.archived_at is not null) execute function refuse_asset_account_archive();

-- A bill whose line is an asset is not voided beneath it, nor a sale that an asset went by.
create function refuse_void_beneath_asset() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  held record;
begin
  select name, id into held from assets
    where organization_id = new.organization_id and voided_at is null
      and case tg_table_name when 'expenses' then expense_id = new.id else sale_id = new.id end limit 1;
  if found then
    raise exception 'asset remains' using errcode = 'restrict_violation', constraint = tg_table_name || '_asset_remains',
      detail = json_build_object('asset', held.name);
  end if;
  return new;
end $$;
create trigger asset_remains before update of status on expenses for each row
  when (old.status <> 'voided' and new.status = 'voided') execute function refuse_void_beneath_asset();
create trigger asset_remains before update of voided_at on sales for each row
  when (old.voided_at is null and new.voided_at is not null) execute function refuse_void_beneath_asset();
