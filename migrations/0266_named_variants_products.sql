-- What moving a variant needs to know of it, for whoever names it by its id. Each is looked up by itself: `offset 0`
-- keeps the planner from turning the joins around. While tables have no statistics, which those of a small shop never
-- get, it finds any order equally good, and took 2,500 looks at categories, 3.5 ms of the database, to lock three of 50
-- variants.
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
    offset 0) as category on true;
grant select on variants_to_move to daybook_runtime;
