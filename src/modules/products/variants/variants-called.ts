import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { skuKey } from './variant-row.ts';

export type VariantsCalled = { readonly text: string; readonly variants: string[] };

/**
 * Ids of the variants that each text calls: the one with this SKU, else those of the product with this external id. A
 * merged one is its survivor, by `case`: behind row security an index finds nothing that `coalesce` is compared with.
 */
export function variantsCalled({ db, organization }: Context, texts: readonly string[]): Promise<VariantsCalled[]> {
  return db.many<VariantsCalled>(sql`
    select called.text, coalesce(
      nullif(array(
        select coalesce(v.merged_into_id, v.id) from variants v
        where v.organization_id = ${organization} and v.sku_key = called.key), '{}'),
      array(
        select v.id from products named
        join variants v on v.organization_id = named.organization_id
          and v.product_id = case when named.merged_into_id is null then named.id else named.merged_into_id end
        where named.organization_id = ${organization} and named.external_id = called.text
          and v.merged_into_id is null and v.archived_at is null)) as variants
    from unnest(${texts}::text[], ${texts.map(skuKey)}::text[]) as called (text, key)`);
}
