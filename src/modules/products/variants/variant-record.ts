import { isKeepable } from '../../../core/money.ts';
import { unitPriceScale } from '../../../core/currency.ts';
import { type Decimal, rescale } from '../../../core/decimal.ts';
import { ascending } from '../../../core/order.ts';
import { jsonRows, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { batched } from '../../../operation/batched.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { sent } from '../../../wire/patch.ts';
import type { Product } from '../product.ts';
import type { Variant } from './variant.ts';
import { DimensionsInput, type VariantInput, type VariantPatch, WeightInput } from './variant-input.ts';
import { keysOf, type StoredTier, type VariantRow } from './variant-row.ts';

type Stored =
  | 'price_micro'
  | 'min_price_micro'
  | 'standard_cost_micro'
  | 'low_stock_threshold'
  | 'reorder_point'
  | 'reorder_quantity';
type Derived =
  | 'product_name'
  | 'options'
  | 'stock_quantity'
  | 'stock_value'
  | 'last_cost_micro'
  | 'barcode_type'
  | 'picture_id';

/** A variant as it is written. */
export type VariantRecord = Omit<VariantRow, Stored | Derived> & { readonly price_micro: bigint } & {
  readonly [Field in Exclude<Stored, 'price_micro'>]: bigint | null;
} & ReturnType<typeof keysOf>;

/** Product and defaults of a variant. */
export type VariantPlace = {
  readonly productId: string;
  readonly type: Product['type'];
  readonly position: number;
  readonly values: readonly string[];
  readonly priceIncludesTax: boolean;
  /** Pointer to the variant in the input. */
  readonly pointer: string;
};

export function newVariant(context: Context, input: VariantInput, place: VariantPlace): VariantRecord {
  const stamp = actorStamp(context.actor);
  const blank: VariantRecord = {
    id: context.newId(),
    organization_id: context.organization,
    product_id: place.productId,
    position: place.position,
    option_values: place.values,
    sku: null,
    barcode: null,
    ...keysOf({ sku: null, barcode: null, option_values: place.values }),
    price_micro: 0n,
    currency: context.actor.organization?.baseCurrency ?? '',
    price_includes_tax: place.priceIncludesTax,
    min_price_micro: null,
    price_tiers: [],
    standard_cost_micro: null,
    track_inventory: place.type === 'good',
    negative_stock: null,
    low_stock_threshold: null,
    reorder_point: null,
    reorder_quantity: null,
    weight: null,
    dimensions: null,
    merged_into_id: null,
    archived_at: null,
    external_id: null,
    metadata: {},
    custom_fields: {},
    tags: [],
    version: 0,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
  // The place has the values in the order of the options, which the input's are not.
  const { option_values: _, ...fields } = input;
  return changedVariant(context, blank, fields, place);
}

type Change = Omit<VariantPatch, 'id' | 'version'>;

/** The variant as it will be: what was sent replaces what was. */
export function changedVariant(
  context: Context,
  current: VariantRecord,
  { price, min_price: floor, price_tiers: tiers, currency, standard_cost: cost, weight, dimensions, ...plain }: Change,
  { type, pointer }: Pick<VariantPlace, 'type' | 'pointer'>,
): VariantRecord {
  if (currency !== undefined && currency !== current.currency) {
    const message = `Send ${current.currency}, the base currency, or leave it out.`;
    throw validationFailed({ errors: [{ pointer: `${pointer}/currency`, code: 'currency_mismatch', message }] });
  }
  if (plain.track_inventory === true && type !== 'good') {
    const message = 'Only goods have stock. Leave it out.';
    throw validationFailed({ errors: [{ pointer: `${pointer}/track_inventory`, code: 'not_a_good', message }] });
  }
  const next = { ...current, ...sent(plain), version: current.version + 1, updated_at: context.now };
  return {
    ...next,
    ...keysOf(next),
    ...(price && { price_micro: unitPrice(price, `${pointer}/price`, current.currency) }),
    ...(floor !== undefined && {
      min_price_micro: floor && unitPrice(floor, `${pointer}/min_price`, current.currency),
    }),
    ...(tiers && { price_tiers: storedTiers(tiers, `${pointer}/price_tiers`, current.currency) }),
    ...(cost !== undefined && {
      standard_cost_micro: cost && unitPrice(cost, `${pointer}/standard_cost`, current.currency),
    }),
    ...(weight !== undefined && { weight: weight && (weightOf(weight) as Variant['weight']) }),
    ...(dimensions !== undefined && {
      dimensions: dimensions && (dimensionsOf(dimensions) as Variant['dimensions']),
    }),
    updated_by: actorStamp(context.actor),
  };
}

// The output schema of each is the wire side of its input schema.
const weightOf = encoderOf(WeightInput);
const dimensionsOf = encoderOf(DimensionsInput);

type TiersGiven = NonNullable<Change['price_tiers']>;

function storedTiers(tiers: TiersGiven, pointer: string, currency: string): StoredTier[] {
  return tiers.toSorted(ascending(({ min_quantity }) => min_quantity)).map(({ min_quantity: from, price }, index) => ({
    min_quantity: from.toString(),
    price: unitPrice(price, `${pointer}/${index}/price`, currency).toString(),
  }));
}

/** A price as it is kept, in millionths of a minor unit. */
export function unitPrice(decimal: Decimal, pointer: string, currency: string): bigint {
  const scale = unitPriceScale(currency) ?? 0;
  const micro = rescale(decimal, scale);
  if (micro !== undefined && isKeepable(micro)) return micro;
  const message = micro === undefined ? `Write at most ${scale} decimals.` : 'Write a smaller amount.';
  throw validationFailed({ errors: [{ pointer, code: micro === undefined ? 'wrong_scale' : 'too_large', message }] });
}

/** A stored variant as a record to write. */
export function recordFrom(row: VariantRow): VariantRecord {
  const integer = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    ...row,
    ...keysOf(row),
    price_micro: BigInt(row.price_micro),
    min_price_micro: integer(row.min_price_micro),
    standard_cost_micro: integer(row.standard_cost_micro),
    low_stock_threshold: integer(row.low_stock_threshold),
    reorder_point: integer(row.reorder_point),
    reorder_quantity: integer(row.reorder_quantity),
  };
}

const written = sql`position, option_values, sku, sku_key, barcode, barcode_type, barcode_key, search_text, price_micro,
  min_price_micro, currency, price_includes_tax, price_tiers, standard_cost_micro, track_inventory, negative_stock,
  low_stock_threshold, reorder_point, reorder_quantity, weight, dimensions, external_id, metadata, custom_fields, tags,
  version, updated_at, updated_by, archived_at`;

/** Writes new variants, those of all products that are made side by side in one statement. */
export const insertVariants = batched(
  'write',
  async ({ db }: Context, products: readonly (readonly VariantRecord[])[]) => {
    await db.run(sql`
    insert into variants (organization_id, id, product_id, created_at, created_by, ${written})
    select organization_id, id, product_id, created_at, created_by, ${written}
    from json_populate_recordset(null::variants, ${jsonRows(products.flat())})`);
    return products.map((variants) => variants.length);
  },
);

export function updateVariants({ db, organization }: Context, variants: readonly VariantRecord[]): Promise<number> {
  return db.run(sql`
    update variants set (${written}) = (
      select ${written}
      from json_populate_recordset(null::variants, ${jsonRows(variants)}) as given
      where given.id = variants.id)
    where organization_id = ${organization} and id = any(${variants.map(({ id }) => id)}::uuid[])`);
}
