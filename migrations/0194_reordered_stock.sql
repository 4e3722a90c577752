-- What is low at one location may be plenty at another: thresholds of a level come before those of its variant.
alter table stock_levels
  add column low_stock_threshold bigint check (low_stock_threshold >= 0),
  add column reorder_point bigint check (reorder_point >= 0),
  add column reorder_quantity bigint check (reorder_quantity > 0);

-- For suggestions of what to order: from whom.
create view variant_suppliers with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id, products.supplier_id
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  where products.is_purchased;
grant select on variant_suppliers to daybook_runtime;
