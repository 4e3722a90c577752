-- What reports read beside the ledger. Views of sales, lines, payments, allocations, variants and stock are made where
-- their tables are; these say what a group in a report is called.

create view report_clients with (security_invoker = true) as
  select organization_id, id, number, display_name as name from clients;
create view report_products with (security_invoker = true) as
  select organization_id, id, name, category_id from products;
create view report_categories with (security_invoker = true) as
  select organization_id, id, name from product_categories;
create view report_locations with (security_invoker = true) as
  select organization_id, id, name from locations;
create view report_members with (security_invoker = true) as
  select organization_id, id, user_name as name from team_members;
grant select on report_clients, report_products, report_categories, report_locations, report_members
  to daybook_runtime;

-- Stock that is tracked and for sale, with what there is of it in all places together.
create view report_stock_on_hand with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id, variants.low_stock_threshold,
    coalesce(sum(levels.on_hand - levels.reserved), 0) as available
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  left join stock_levels as levels
    on levels.organization_id = variants.organization_id and levels.variant_id = variants.id
  where variants.track_inventory and variants.archived_at is null and products.status = 'active'
  group by variants.organization_id, variants.id;
grant select on report_stock_on_hand to daybook_runtime;

-- A void counts on its own day, and what was due on a day that is past needs the payments after it: both few.
create index sales_by_void on sales (organization_id, voided_on) where voided_on is not null;
create index payments_by_void on payments (organization_id, voided_on) where voided_on is not null;
create index allocations_by_day on allocations (organization_id, allocated_on);
create index allocations_by_reversal on allocations (organization_id, reversed_on) where reversed_on is not null;
