-- Stock that is tracked and for sale, with what there is of it in all places together, and whether it is low at one of
-- them, by the threshold of that location before that of the variant. What is on its way is at no place yet.
drop view report_stock_on_hand;
create view report_stock_on_hand with (security_invoker = true) as
  select variants.organization_id, variants.id as variant_id,
    coalesce(sum(levels.on_hand - levels.reserved), 0)::bigint as available,
    coalesce(bool_or(levels.on_hand - levels.reserved
      <= coalesce(levels.low_stock_threshold, variants.low_stock_threshold)), false) as is_low
  from variants
  join products on products.organization_id = variants.organization_id and products.id = variants.product_id
  left join (stock_levels as levels
    join locations on locations.organization_id = levels.organization_id and locations.id = levels.location_id
      and locations.type <> 'in_transit')
    on levels.organization_id = variants.organization_id and levels.variant_id = variants.id
  where variants.track_inventory and variants.archived_at is null and products.status = 'active'
  group by variants.organization_id, variants.id;
grant select on report_stock_on_hand to daybook_runtime;
