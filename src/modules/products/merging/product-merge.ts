import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { MergesOf } from '../../../operation/merging.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Product } from '../product.ts';
import type { ProductRow } from '../product-row.ts';
import type { VariantRow } from '../variants/variant-row.ts';

export const ProductMerge = z.object({
  id: Id('product').describe('The product that was merged.'),
  merged_into_id: Id('product'),
  product: Product.describe('The surviving product.'),
  variants: z
    .array(z.object({ from: Id('variant'), into: Id('variant') }))
    .describe('Variants merged into one another. The others became further variants of the surviving product.'),
  moved: z.record(z.string(), z.int()).describe('Number of records moved, by kind.'),
});

/** The product that is merged, and the one that is left. */
export type ProductPair = { readonly from: ProductRow; readonly into: ProductRow };
export type VariantPair = { readonly from: VariantRow; readonly into: VariantRow };

/** Stock and the ledger only follow from movements and sales. */
export const productMerges: MergesOf = {
  rows: sql`product_merge_rows`,
  obstacles: sql`product_merge_obstacles`,
  derived: ['journal_lines', 'stock_layers', 'stock_levels', 'stock_pools'],
};

/** Notes a merge with both products and their variants as they are, before any of them is written. Answers its id. */
export function keepProductMerge(
  { db, organization, actor, now, newId }: Context,
  { from, into }: ProductPair,
  pairs: readonly VariantPair[],
): string {
  const id = newId();
  const ids = pairs.map((pair) => ({ from: pair.from.id, into: pair.into.id }));
  const both = sql`${[from.id, into.id]}::uuid[]`;
  db.later(sql`
    insert into product_merges (organization_id, id, from_id, into_id, pairs, products, variants, merged_at, merged_by)
    values (${organization}, ${id}, ${from.id}, ${into.id}, ${JSON.stringify(ids)},
      (select jsonb_agg(to_jsonb(row)) from products as row
        where row.organization_id = ${organization} and row.id = any(${both})),
      (select jsonb_agg(to_jsonb(row)) from variants as row
        where row.organization_id = ${organization} and row.product_id = any(${both})),
      ${now}, ${JSON.stringify(actorStamp(actor))})`);
  return id;
}

export type KeptProductMerge = { readonly id: string; readonly from_id: string; readonly into_id: string };

export function lastProductMerge({ db, organization }: Context, fromId: string): Promise<KeptProductMerge | undefined> {
  return db.maybe<KeptProductMerge>(sql`
    select id, from_id, into_id from product_merges
    where organization_id = ${organization} and from_id = ${fromId} and undone_at is null
    order by id desc limit 1`);
}
