import { at } from '../../../core/list.ts';
import { sql } from '../../../db/sql.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { byId } from '../../../operation/expand.ts';
import type { Context } from '../../../operation/operation.ts';
import { lockProduct, type ProductRow } from '../product-row.ts';
import type { Variant } from './variant.ts';
import { variantColumns, variantFrom, type VariantRow, variantSource } from './variant-row.ts';

export async function readVariant(context: Context, id: string): Promise<Variant> {
  const variant = (await loadVariants(context, [id])).get(id);
  if (variant === undefined) throw notFound();
  return variant;
}

/** Variants by their id; what is not this organisation's is not there. */
export async function loadVariants(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Variant>> {
  const rows = await context.db.many<VariantRow>(sql`
    select ${variantColumns} from ${variantSource}
    where v.organization_id = ${context.organization} and v.id = any(${ids}::uuid[])`);
  return byId(rows.map((row) => variantFrom(context, row)));
}

/** Reads a variant with its product, locked: the product first, as everyone does who changes either. */
export async function lockVariant(
  context: Context,
  id: string,
  version?: number,
): Promise<{ readonly product: ProductRow; readonly variant: VariantRow }> {
  const owner = await context.db.maybe<{ product_id: string }>(sql`
    select product_id from variants where organization_id = ${context.organization} and id = ${id}`);
  if (owner === undefined) throw notFound();
  const product = await lockProduct(context, owner.product_id);
  const place = product.variants.findIndex((variant) => variant.id === id);
  if (place === -1) throw notFound();
  const variant = at(product.variants, place);
  if (version !== undefined && version !== variant.version) {
    throw versionConflict({ current_version: variant.version });
  }
  return { product, variant };
}

/** Tells that the product changed because a variant of it did. The product's own version stays. */
export function noticeOf(product: ProductRow, variantId: string) {
  return { ...product, variant_ids: [variantId] };
}
