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
  kind text not null check (kind in ('standard', 'withholding', 'reverse_charge')),
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
  -- Nature of what is sold or bought with it, where it is not the one that category and country make it.
  sales_tax_code text check (sales_tax_code in ('S', 'Z', 'E', 'G', 'K', 'KS', 'T', 'AE', 'O', 'OWN')),
  purchase_tax_code text check (purchase_tax_code in ('P', 'PG', 'PC', 'IK', 'IS', 'IX', 'IA', 'IG', 'IM', 'IMP', 'N')),
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
  -- On each unit, in millionths of a minor unit of the base currency, instead of a percentage.
  fixed_micro bigint check (fixed_micro between 1 and 1000000000000000),
  -- The rate of lines that name no product and no tax: one at most, as a line that is taxed twice by mistake is worse
  -- than one that is not taxed and says so. Nobody has one until it is chosen.
  is_default boolean not null default false,
  primary key (organization_id, id),
  constraint tax_rates_external_id_key unique (organization_id, external_id),
  constraint tax_rates_payable_account_fkey foreign key (organization_id, payable_account_id) references accounts,
  constraint tax_rates_receivable_account_fkey foreign key (organization_id, receivable_account_id) references accounts,
  constraint tax_rates_validity check (valid_to >= valid_from),
  constraint tax_rates_percentage_or_fixed check (fixed_micro is null or (percentage = 0 and kind = 'standard')),
  constraint tax_rates_reverse_charge_category check (kind <> 'reverse_charge' or category in ('AE', 'K')),
  constraint tax_rates_only_standard_taxes_charge check (kind in ('withholding', 'reverse_charge')
    or category in ('S', 'L', 'M') or (percentage = 0 and fixed_micro is null)),
  constraint tax_rates_default_charged check (not is_default or (applies_to <> 'purchases' and kind <> 'withholding'))
);
create unique index tax_rates_default_key on tax_rates (organization_id) where is_default;
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
  -- What lines of its products are sold for unless they say otherwise, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
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
  -- A bundle is sold as one and leaves the stock as what it is made of.
  type text not null check (type in ('good', 'service', 'bundle')),
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
  -- What its lines are sold and bought for unless they say otherwise, in the order of the dimensions.
  dimension_value_ids uuid[] not null default '{}',
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
  words tsvector not null generated always as (find_words(search_text, name_key)) stored,
  -- Products that turn out to be one, as clients do: what refers to the one refers to the other from then on. Their
  -- variants are paired; one that has no counterpart becomes another variant of the product that is left. Movements,
  -- layers and lines of the ledger change whose they are and nothing else, so that what there is and what it is worth
  -- are the sums of both.
  merged_into_id uuid,
  constraint products_external_id_key unique (organization_id, external_id),
  constraint products_category_fkey foreign key (organization_id, category_id) references product_categories,
  constraint products_income_account_fkey foreign key (organization_id, income_account_id) references accounts,
  constraint products_cogs_account_fkey foreign key (organization_id, cogs_account_id) references accounts,
  constraint products_inventory_account_fkey foreign key (organization_id, inventory_account_id) references accounts,
  constraint products_merged check (merged_into_id is null or (status = 'archived' and merged_into_id <> id))
);
create index products_name on products (organization_id, name_key, id);
create index products_created on products (organization_id, created_at, id);
create index products_updated on products (organization_id, updated_at, id);
create index products_category on products (organization_id, category_id);
create index products_supplier on products (organization_id, supplier_id) where supplier_id is not null;
create index products_find on products using gin (organization_id, search_text gin_trgm_ops, tags);
create index products_words on products using gin (organization_id, words);
-- Records are found by the values of such fields, as clients are already. Records without any cost nothing.
create index products_fields on products using gin (organization_id, custom_fields jsonb_path_ops)
  where custom_fields <> '{}';
create index products_merged_into on products (organization_id, merged_into_id) where merged_into_id is not null;
-- The primary key comes last, since a table without statistics is read by its youngest index.
alter table products add primary key (organization_id, id);
alter table products add constraint products_merged_into_fkey
  foreign key (organization_id, merged_into_id) references products;
select protect_tenant_table('products');

create trigger aa_supplier_id_survivor before insert or update of supplier_id on products for each row
  when (new.supplier_id is not null and not moves_client()) execute function refer_to_survivor('supplier_id');

-- Here, because manual_entry_lines is made before products.
alter table manual_entry_lines add constraint manual_entry_lines_product_fkey
  foreign key (organization_id, product_id) references products;

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
  -- What it costs from a quantity on: [{"min_quantity": "1000000", "price": "499000000"}], in 1/100,000 and millionths
  -- of a minor unit, as everywhere.
  price_tiers jsonb not null default '[]',
  -- The lowest price that something is sold for where somebody sets the price by hand or takes something off.
  min_price_micro bigint check (min_price_micro >= 0),
  merged_into_id uuid,
  constraint variants_external_id_key unique (organization_id, external_id),
  constraint variants_sku_keys check ((sku is null) = (sku_key is null)),
  constraint variants_barcode_keys
    check ((barcode is null) = (barcode_key is null) and (barcode is null) = (barcode_type is null)),
  constraint variants_product_fkey foreign key (organization_id, product_id) references products on delete cascade,
  constraint variants_combination_key unique (organization_id, product_id, option_values) deferrable initially immediate,
  constraint variants_merged check (merged_into_id is null or (archived_at is not null and merged_into_id <> id))
);
create unique index variants_sku_key on variants (organization_id, sku_key) where sku_key is not null;
create unique index variants_barcode_key on variants (organization_id, barcode_key) where barcode_key is not null;
create index variants_created on variants (organization_id, created_at, id);
create index variants_updated on variants (organization_id, updated_at, id);
create index variants_find on variants using gin (organization_id, search_text gin_trgm_ops);
create index variants_merged_into on variants (organization_id, merged_into_id) where merged_into_id is not null;
-- The primary key comes last, since a table without statistics is read by its youngest index.
alter table variants add primary key (organization_id, id);
alter table variants add constraint variants_merged_into_fkey
  foreign key (organization_id, merged_into_id) references variants;
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

-- For reports: what a variant is called and where it is counted.
create view report_variants with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id, variants.product_id, products.name as product_name,
    variants.option_values, variants.sku, products.type, variants.track_inventory, products.category_id,
    product_categories.name as category_name, product_categories.ancestor_ids as category_ancestor_ids
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  left join product_categories
    on product_categories.organization_id = products.organization_id and product_categories.id = products.category_id;
grant select on variants_in_stock, report_variants to daybook_runtime;

-- What a variant costs whom: lists of prices for clients and groups of clients.
create table price_lists (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What the name is sorted and compared by: letters without case, accents and punctuation.
  name_key text collate "C" not null check (octet_length(name_key) <= 96),
  currency char(3) not null,
  prices_include_tax boolean not null,
  valid_from date,
  valid_to date,
  -- Millionths of a percent, off what has no price in the list.
  percent_off bigint check (percent_off between 0 and 100000000),
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
  constraint price_lists_external_id_key unique (organization_id, external_id),
  constraint price_lists_validity check (valid_to >= valid_from)
);
-- Two lists that are in use are told apart by their names.
create unique index price_lists_name_key on price_lists (organization_id, name_key) where archived_at is null;
create index price_lists_by_name on price_lists (organization_id, name_key, id);
create index price_lists_created on price_lists (organization_id, created_at, id);
create index price_lists_updated on price_lists (organization_id, updated_at, id);
select protect_tenant_table('price_lists');

create table price_list_prices (
  organization_id uuid not null,
  price_list_id uuid not null,
  variant_id uuid not null,
  -- In 1/100,000: from this quantity on.
  min_quantity bigint not null check (min_quantity >= 0),
  price_micro bigint not null check (price_micro >= 0),
  primary key (organization_id, price_list_id, variant_id, min_quantity),
  constraint price_list_prices_list_fkey foreign key (organization_id, price_list_id) references price_lists,
  constraint price_list_prices_variant_fkey
    foreign key (organization_id, variant_id) references variants on delete cascade
);
create index price_list_prices_variant on price_list_prices (organization_id, variant_id);
select protect_tenant_table('price_list_prices');

-- Lists that may be sold by, for whoever assigns them.
create view price_lists_in_use with (security_invoker = true) as
  select organization_id, id, currency, prices_include_tax, percent_off, valid_from, valid_to
  from price_lists where archived_at is null;
create view prices_in_lists with (security_invoker = true) as
  select organization_id, price_list_id, variant_id, min_quantity, price_micro from price_list_prices;
grant select on price_lists_in_use, prices_in_lists to daybook_runtime;

create table bundle_components (
  organization_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  position int not null check (position between 1 and 50),
  -- In 1/100,000: how much of it one bundle takes.
  quantity bigint not null check (quantity > 0),
  primary key (organization_id, product_id, variant_id),
  constraint bundle_components_product_fkey
    foreign key (organization_id, product_id) references products on delete cascade,
  constraint bundle_components_variant_fkey foreign key (organization_id, variant_id) references variants
);
create index bundle_components_variant on bundle_components (organization_id, variant_id);
select protect_tenant_table('bundle_components');

-- What each variant of a bundle takes out of the stock.
create view bundle_parts with (security_invoker = true) as
  select variants.organization_id, variants.id as bundle_id, bundle_components.variant_id, bundle_components.quantity,
    bundle_components.position
  from bundle_components
  join variants on variants.organization_id = bundle_components.organization_id
    and variants.product_id = bundle_components.product_id;

-- What moving a variant needs to know of it, for whoever names it by its id; of those that were merged only the one
-- that is left is moved. Each is looked up by itself: `offset 0` keeps the planner from turning the joins around. While
-- tables have no statistics, which those of a small shop never get, it finds any order equally good, and took 2,500
-- looks at categories, 3.5 ms of the database, to lock three of 50 variants.
create view variants_to_move with (security_invoker = true) as
  select variants.organization_id, variants.id, variants.product_id, product.name as product_name,
    variants.option_values, variants.sku, variants.track_inventory, variants.low_stock_threshold,
    variants.standard_cost_micro, coalesce((product.unit ->> 'decimals')::int, 5) as unit_decimals,
    coalesce(variants.negative_stock, (select organizations.negative_stock from organizations
      where organizations.id = variants.organization_id)) as negative_stock,
    coalesce(product.inventory_account_id, category.inventory_account_id) as inventory_account_id,
    coalesce(product.cogs_account_id, category.cogs_account_id) as cogs_account_id,
    case when product.status <> 'active' then product.status
      when variants.archived_at is null then 'active' else 'archived' end as status
  from variants
  cross join lateral (
    select name, unit, category_id, inventory_account_id, cogs_account_id, status from products
    where products.organization_id = variants.organization_id and products.id = variants.product_id
    offset 0) as product
  left join lateral (
    select inventory_account_id, cogs_account_id from product_categories
    where product_categories.organization_id = variants.organization_id and product_categories.id = product.category_id
    offset 0) as category on true
  where variants.merged_into_id is null;
grant select on bundle_parts, variants_to_move to daybook_runtime;

create table product_merges (
  organization_id uuid not null references organizations,
  id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  -- Variants that became one: [{from, into}].
  pairs jsonb not null,
  -- Both products and all their variants as they were, and as this made them.
  products jsonb not null,
  variants jsonb not null,
  products_after jsonb,
  variants_after jsonb,
  merged_at timestamptz not null,
  merged_by jsonb not null,
  undone_at timestamptz,
  primary key (organization_id, id),
  constraint product_merges_from_fkey foreign key (organization_id, from_id) references products,
  constraint product_merges_into_fkey foreign key (organization_id, into_id) references products,
  constraint product_merges_two check (from_id <> into_id)
);
create index product_merges_from on product_merges (organization_id, from_id);
create index product_merges_into on product_merges (organization_id, into_id);
select protect_tenant_table('product_merges');

-- Merging is for whoever sees all records, and so is what it moved.
select limit_to_scope('product_merges', 'false', true);

-- What moved from one record to another, by table and column: keys of rows; or where rows of both became one, the rows
-- before and after.
create table product_merge_rows (
  organization_id uuid not null,
  merge_id uuid not null,
  table_name text not null,
  column_name text not null,
  from_id uuid not null,
  into_id uuid not null,
  keys jsonb not null,
  after jsonb,
  count bigint not null,
  primary key (organization_id, merge_id, table_name, column_name, from_id),
  constraint product_merge_rows_merge_fkey foreign key (organization_id, merge_id) references product_merges
);
select protect_tenant_table('product_merge_rows');
revoke insert, update, delete on product_merge_rows from daybook_runtime;
select limit_to_scope('product_merge_rows', 'false', true);
