import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { skuKey } from './variants/variant-row.ts';

/** Facts about a variant for a purchase. */
export type VariantForPurchase = {
  readonly id: string;
  readonly isTracked: boolean;
  readonly isPurchased: boolean;
  readonly status: 'draft' | 'active' | 'archived';
  /** Decimals that a quantity of it may have. */
  readonly decimals: number;
  /** The taxes on its purchase: the product's own, else its category's. */
  readonly taxRateIds: readonly string[];
  /** Values of dimensions that the product gives to its lines. */
  readonly dimensionIds: readonly string[];
};

/** Variants by their id or their SKU, in one statement; what is not there is not in the map. */
export async function variantsForPurchase(
  { db, organization }: Context,
  { ids, skus }: { readonly ids: readonly string[]; readonly skus: readonly string[] },
): Promise<ReadonlyMap<string, VariantForPurchase>> {
  const rows = await db.many<VariantForPurchase>(sql`
    select v.id, v.track_inventory as "isTracked", product.is_purchased as "isPurchased",
      case when product.status <> 'active' then product.status
        when v.archived_at is null then 'active' else 'archived' end as status,
      product.dimension_value_ids as "dimensionIds",
      coalesce((product.unit ->> 'decimals')::int, 5) as decimals,
      coalesce(nullif(${ratesOf('product')}, '{}'), ${ratesOf('category')}) as "taxRateIds"
    from variants v
    join products product on product.organization_id = v.organization_id and product.id = v.product_id
    where v.organization_id = ${organization} and v.id = any(${ids}::uuid[] || array(
      select coalesce(merged_into_id, id) from variants
      where organization_id = ${organization} and sku_key = any(${skus.map(skuKey)}::text[])))`);
  return new Map(rows.map((row) => [row.id, row]));
}

function ratesOf(owner: 'product' | 'category'): Sql {
  const [table, column, id] =
    owner === 'product'
      ? [sql`product_tax_rates`, sql`product_id`, sql`v.product_id`]
      : [sql`category_tax_rates`, sql`category_id`, sql`product.category_id`];
  return sql`array(select given.tax_rate_id from ${table} given
    where given.organization_id = v.organization_id and given.${column} = ${id} and given.purpose = 'purchase'
    order by given.position)`;
}
