-- What is sold: tax rates, categories, products and their variants.
-- A price belongs to a variant, in millionths of a minor unit; quantities are in 1/100,000.

create table tax_rates (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  display_name text not null check (length(display_name) between 1 and 255),
  code text check (length(code) <= 40),
  -- Millionths of a percent.
  percentage bigint not null check (percentage between 0 and 1000000000),
  kind text not null check (kind in ('standard', 'withholding')),
  compound boolean not null,
  sequence int not null check (sequence between 0 and 100),
  inclusive_default boolean not null,
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  exemption_reason text check (length(exemption_reason) <= 500),
  exemption_reason_code text check (length(exemption_reason_code) <= 40),
  country char(2),
  region text check (length(region) <= 100),
  jurisdiction text check (length(jurisdiction) <= 100),
  applies_to text not null check (applies_to in ('sales', 'purchases', 'both')),
  recoverable_percent bigint not null check (recoverable_percent between 0 and 100000000),
  payable_account_id uuid,
  receivable_account_id uuid,
  report_box text check (length(report_box) <= 40),
  valid_from date,
  valid_to date,
  -- Set by the first line that is taxed with it: from then on percentage, kind and compound stand.
  first_used_at timestamptz,
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
  constraint tax_rates_external_id_key unique (organization_id, external_id),
  constraint tax_rates_payable_account_fkey foreign key (organization_id, payable_account_id) references accounts,
  constraint tax_rates_receivable_account_fkey foreign key (organization_id, receivable_account_id) references accounts,
  constraint tax_rates_validity check (valid_to >= valid_from),
  constraint tax_rates_only_standard_taxes_charge check (category = 'S' or kind = 'withholding' or percentage = 0
    or category in ('L', 'M'))
);
select protect_tenant_table('tax_rates');

-- Marks rates as used and makes sure that each still is what the caller read, for between the reading and this the
-- percentage of an unused rate may have been changed. The pipeline runs the work again on a serialization failure.
create function use_tax_rates(organization uuid, ids uuid[], versions int[], at timestamptz) returns void
language plpgsql as $$
begin
  perform from tax_rates where organization_id = organization and id = any(ids) order by id for no key update;
  if exists (select from unnest(ids, versions) as used (id, version)
      left join tax_rates as rate on rate.organization_id = organization and rate.id = used.id
      where rate.version is distinct from used.version) then
    raise exception 'a tax rate has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  update tax_rates set first_used_at = at
    where organization_id = organization and id = any(ids) and first_used_at is null;
end $$;
grant execute on function use_tax_rates to daybook_runtime;

-- `ancestor_ids` leads from the root to the parent, so that a subtree is one condition and its depth has a limit.
create table product_categories (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is sorted and compared by: letters without case, accents and punctuation.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  parent_id uuid,
  ancestor_ids uuid[] not null default '{}',
  position int not null default 0 check (position between 0 and 1000000),
  income_account_id uuid,
  cogs_account_id uuid,
  inventory_account_id uuid,
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
  constraint product_categories_external_id_key unique (organization_id, external_id),
  constraint product_categories_parent_fkey foreign key (organization_id, parent_id) references product_categories,
  constraint product_categories_income_account_fkey
    foreign key (organization_id, income_account_id) references accounts,
  constraint product_categories_cogs_account_fkey foreign key (organization_id, cogs_account_id) references accounts,
  constraint product_categories_inventory_account_fkey
    foreign key (organization_id, inventory_account_id) references accounts,
  constraint product_categories_depth check (cardinality(ancestor_ids) <= 5),
  constraint product_categories_acyclic check (not ancestor_ids @> array[id]),
  constraint product_categories_path check (parent_id is not distinct from ancestor_ids[cardinality(ancestor_ids)])
);
create index product_categories_parent on product_categories (organization_id, parent_id);
-- Siblings are told apart by their names.
create unique index product_categories_name_key on product_categories
  (organization_id, parent_id, name_key) nulls not distinct where archived_at is null;
select protect_tenant_table('product_categories');

create table category_tax_rates (
  organization_id uuid not null,
  category_id uuid not null,
  purpose text not null check (purpose in ('sale', 'purchase')),
  position int not null,
  tax_rate_id uuid not null,
  primary key (organization_id, category_id, purpose, tax_rate_id),
  constraint category_tax_rates_category_fkey
    foreign key (organization_id, category_id) references product_categories on delete cascade,
  constraint category_tax_rates_tax_rate_fkey foreign key (organization_id, tax_rate_id) references tax_rates
);
create index category_tax_rates_rate on category_tax_rates (organization_id, tax_rate_id);
select protect_tenant_table('category_tax_rates');

create table products (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null check (type in ('good', 'service')),
  name text not null check (length(name) between 1 and 512),
  -- What the name is sorted by: letters without case, accents and punctuation, cut to what a cursor can carry.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  -- What `q` looks through, in letters without case and accents; variants have their own.
  search_text text not null,
  description text check (length(description) <= 5000),
  sku_prefix text check (length(sku_prefix) <= 40),
  status text not null check (status in ('draft', 'active', 'archived')),
  -- The category that reports count the product in; the others only help to find it.
  category_id uuid,
  -- [{"name": "Size", "values": ["S", "M"]}]
  options jsonb not null default '[]',
  is_sold boolean not null,
  is_purchased boolean not null,
  tax_code text check (length(tax_code) <= 40),
  -- {"code": "KGM", "label": "kg", "decimals": 3}
  unit jsonb,
  income_account_id uuid,
  cogs_account_id uuid,
  inventory_account_id uuid,
  supplier_id uuid,
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
  constraint products_external_id_key unique (organization_id, external_id),
  constraint products_category_fkey foreign key (organization_id, category_id) references product_categories,
  constraint products_income_account_fkey foreign key (organization_id, income_account_id) references accounts,
  constraint products_cogs_account_fkey foreign key (organization_id, cogs_account_id) references accounts,
  constraint products_inventory_account_fkey foreign key (organization_id, inventory_account_id) references accounts,
  constraint products_supplier_fkey foreign key (organization_id, supplier_id) references clients
);
create index products_name on products (organization_id, name_key, id);
create index products_created on products (organization_id, created_at, id);
create index products_updated on products (organization_id, updated_at, id);
create index products_category on products (organization_id, category_id);
create index products_supplier on products (organization_id, supplier_id) where supplier_id is not null;
create index products_find on products using gin (organization_id, search_text gin_trgm_ops, tags);
select protect_tenant_table('products');

create table product_other_categories (
  organization_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  primary key (organization_id, product_id, category_id),
  constraint product_other_categories_product_fkey
    foreign key (organization_id, product_id) references products on delete cascade,
  constraint product_other_categories_category_fkey
    foreign key (organization_id, category_id) references product_categories
);
create index product_other_categories_category on product_other_categories (organization_id, category_id);
select protect_tenant_table('product_other_categories');

create table product_tax_rates (
  organization_id uuid not null,
  product_id uuid not null,
  purpose text not null check (purpose in ('sale', 'purchase')),
  position int not null,
  tax_rate_id uuid not null,
  primary key (organization_id, product_id, purpose, tax_rate_id),
  constraint product_tax_rates_product_fkey
    foreign key (organization_id, product_id) references products on delete cascade,
  constraint product_tax_rates_tax_rate_fkey foreign key (organization_id, tax_rate_id) references tax_rates
);
create index product_tax_rates_rate on product_tax_rates (organization_id, tax_rate_id);
select protect_tenant_table('product_tax_rates');

create table variants (
  organization_id uuid not null references organizations,
  id uuid not null,
  product_id uuid not null,
  position int not null,
  -- One value for each option of the product, in their order; none for the default variant.
  option_values text[] not null,
  sku text check (length(sku) <= 100),
  -- Kept, not computed in an index: row-level security lets an index answer only for plain columns.
  sku_key text collate "C",
  barcode text check (length(barcode) <= 14),
  barcode_type text check (length(barcode_type) <= 10),
  -- The same article number is written with 8, 12, 13 or 14 digits; here always with 14.
  barcode_key text collate "C" check (length(barcode_key) = 14),
  search_text text not null,
  price_micro bigint not null check (price_micro >= 0),
  currency char(3) not null,
  price_includes_tax boolean not null,
  standard_cost_micro bigint check (standard_cost_micro >= 0),
  track_inventory boolean not null,
  negative_stock text check (negative_stock in ('deny', 'warn', 'allow')),
  low_stock_threshold bigint check (low_stock_threshold >= 0),
  reorder_point bigint check (reorder_point >= 0),
  reorder_quantity bigint check (reorder_quantity > 0),
  weight jsonb,
  dimensions jsonb,
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
  constraint variants_external_id_key unique (organization_id, external_id),
  constraint variants_sku_keys check ((sku is null) = (sku_key is null)),
  constraint variants_barcode_keys
    check ((barcode is null) = (barcode_key is null) and (barcode is null) = (barcode_type is null)),
  constraint variants_product_fkey foreign key (organization_id, product_id) references products on delete cascade,
  constraint variants_combination_key unique (organization_id, product_id, option_values) deferrable initially immediate
);
create unique index variants_sku_key on variants (organization_id, sku_key) where sku_key is not null;
create unique index variants_barcode_key on variants (organization_id, barcode_key) where barcode_key is not null;
create index variants_created on variants (organization_id, created_at, id);
create index variants_updated on variants (organization_id, updated_at, id);
create index variants_find on variants using gin (organization_id, search_text gin_trgm_ops);
select protect_tenant_table('variants');

-- What the stock module needs to know of a variant, so that locking its stock takes one statement.
create view variants_in_stock with (security_invoker = true) as
  select variants.organization_id, variants.id, variants.product_id, products.name as product_name,
    products.name_key, variants.option_values, variants.sku, variants.sku_key, variants.track_inventory,
    variants.low_stock_threshold, variants.reorder_point, variants.reorder_quantity, variants.standard_cost_micro,
    products.category_id,
    coalesce((products.unit ->> 'decimals')::int, 5) as unit_decimals,
    coalesce(variants.negative_stock, organizations.negative_stock) as negative_stock,
    coalesce(products.inventory_account_id, product_categories.inventory_account_id) as inventory_account_id,
    coalesce(products.cogs_account_id, product_categories.cogs_account_id) as cogs_account_id,
    case when products.status <> 'active' then products.status
      when variants.archived_at is null then 'active' else 'archived' end as status
  from variants
  join organizations on organizations.id = variants.organization_id
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  left join product_categories
    on product_categories.organization_id = products.organization_id and product_categories.id = products.category_id;
grant select on variants_in_stock to daybook_runtime;

-- For reports: what a variant is called and where it is counted.
create view report_variants with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id, variants.product_id, products.name as product_name,
    variants.option_values, variants.sku, products.type, variants.track_inventory, products.category_id,
    product_categories.name as category_name, product_categories.ancestor_ids as category_ancestor_ids
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  left join product_categories
    on product_categories.organization_id = products.organization_id and product_categories.id = products.category_id;
grant select on report_variants to daybook_runtime;
