import type { Day } from '../../../core/calendar.ts';
import { type Sql, sql } from '../../../db/sql.ts';

export const stockGroups = ['variant', 'product', 'category', 'location'] as const;
export type StockGroup = (typeof stockGroups)[number];

/** By what stock is summed up: of stock called `stock` and its article called `variant`. */
export const stockKeys: Readonly<Record<StockGroup, Sql>> = {
  variant: sql`stock.variant_id`,
  product: sql`variant.product_id`,
  category: sql`variant.category_id`,
  location: sql`stock.location_id`,
};

/**
 * Stock of each variant on a day: today's, less the movements since. So that a day costs what happened after it, and
 * today costs nothing beside the stock itself.
 */
export function stockAsAt(organization: string, day: Day): Sql {
  return sql`
    select pool.variant_id, pool.quantity - coalesce(later.quantity, 0) as quantity,
      pool.value - coalesce(later.value, 0) as value
    from report_stock_pools as pool left join (
      select variant_id, sum(quantity)::bigint as quantity, sum(value)::bigint as value
      from report_stock_movements where organization_id = ${organization} and effective_date > ${day}
      group by variant_id) as later using (variant_id)
    where pool.organization_id = ${organization}`;
}

/**
 * The same by location. What an article costs is one cost wherever it lies, so that each location has its part of the
 * value by its part of the quantity. Rounded on the way from nothing to all of it: the locations together have exactly
 * what there is.
 */
export function stockByPlace(organization: string, day: Day): Sql {
  const upTo = (quantity: Sql) => sql`paid_part(place.value, ${quantity}, place.in_all)`;
  return sql`
    select place.variant_id, place.location_id, place.quantity,
      case when place.in_all <> 0 then ${upTo(sql`place.up_to`)} - ${upTo(sql`place.up_to - place.quantity`)}
        when place.is_last then place.value else 0 end as value
    from (
      select level.variant_id, level.location_id, level.on_hand - coalesce(later.quantity, 0) as quantity,
        stock.quantity as in_all, stock.value,
        (sum(level.on_hand - coalesce(later.quantity, 0)) over so_far)::bigint as up_to,
        lead(level.location_id) over so_far is null as is_last
      from report_stock_levels as level
      join (${stockAsAt(organization, day)}) as stock on stock.variant_id = level.variant_id
      left join (
        select variant_id, location_id, sum(quantity)::bigint as quantity
        from report_stock_movements where organization_id = ${organization} and effective_date > ${day}
        group by variant_id, location_id) as later
        on later.variant_id = level.variant_id and later.location_id = level.location_id
      where level.organization_id = ${organization}
      window so_far as (partition by level.variant_id order by level.location_id)) as place`;
}
