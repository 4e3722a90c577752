import { limitExceeded } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { skuOf } from './first-variants.ts';
import { changeOptions, type Option } from './options.ts';
import type { ProductRow } from '../product-row.ts';
import { variantsMax } from './variant.ts';
import { changedVariant, newVariant, recordFrom, type VariantRecord } from './variant-record.ts';
import { keysOf } from './variant-row.ts';

/** Variants that differ from what they were, and new ones. */
export type Regenerated = { readonly changed: VariantRecord[]; readonly added: VariantRecord[] };

/** Variants of a product after a change of its options. */
export function regenerated(
  context: Context,
  current: ProductRow,
  next: Pick<ProductRow, 'type' | 'sku_prefix'> & { readonly options: readonly Option[] },
): Regenerated {
  if (JSON.stringify(next.options) === JSON.stringify(current.options)) return { changed: [], added: [] };
  const existing = current.variants.map(recordFrom);
  const change = changeOptions(
    current.options,
    next.options,
    existing.map((one) => ({ id: one.id, values: one.option_values, isActive: one.archived_at === null })),
  );
  if (existing.length + change.added.length > variantsMax) throw limitExceeded({ max: variantsMax });
  const place = { type: next.type, pointer: '' } as const;
  const changed = existing.flatMap((one) => {
    const values = change.values.get(one.id) ?? one.option_values;
    const isRetired = change.retired.includes(one.id);
    if (!isRetired && values.join('\n') === one.option_values.join('\n')) return [];
    const touched = changedVariant(context, one, {}, place);
    const keys = keysOf({ ...one, option_values: values });
    return [{ ...touched, ...keys, option_values: values, archived_at: isRetired ? context.now : one.archived_at }];
  });
  const model = existing.find(({ archived_at: archivedAt }) => archivedAt === null) ?? existing[0];
  const last = Math.max(...existing.map(({ position }) => position));
  const added = change.added.map((values, index) =>
    likeModel(context, model, { ...next, values, position: last + 1 + index, productId: current.id }),
  );
  return { changed, added };
}

type Made = {
  readonly values: readonly string[];
  readonly position: number;
  readonly productId: string;
  readonly type: ProductRow['type'];
  readonly sku_prefix: string | null;
};

/** A variant with the price and settings of one that is there. What tells variants apart is its own. */
function likeModel(context: Context, model: VariantRecord | undefined, made: Made): VariantRecord {
  if (model === undefined) throw new RangeError('a product without a variant');
  const sku = skuOf(made.sku_prefix, made.values);
  const place = { ...made, priceIncludesTax: model.price_includes_tax, pointer: '' };
  const input = { sku, price: { units: 0n, scale: 0 } };
  const own = newVariant(context, input, place);
  return {
    ...own,
    price_micro: model.price_micro,
    min_price_micro: model.min_price_micro,
    currency: model.currency,
    standard_cost_micro: model.standard_cost_micro,
    track_inventory: model.track_inventory,
    negative_stock: model.negative_stock,
    low_stock_threshold: model.low_stock_threshold,
    reorder_point: model.reorder_point,
    reorder_quantity: model.reorder_quantity,
    weight: model.weight,
    dimensions: model.dimensions,
  };
}
