import { z } from 'zod';
import { wholePercent } from '../../../core/decimal.ts';
import { isKeepable } from '../../../core/money.ts';
import { changedBy } from '../../../core/price.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Undo } from '../../../operation/undo.ts';
import { Id, Percent, Quantity, UnitPrice } from '../../../wire/index.ts';
import { productCategories } from '../categories/product-category.ts';
import { lockPriceList, priceListUpdated, pricesMax, wirePriceList } from './price-list.ts';
import { type Product, productUpdated } from '../product.ts';
import { fullName, type StoredTier } from '../variants/variant-row.ts';
import { rewritePriceList, writePrices } from './write-price-list.ts';

const PriceChange = z.object({
  variant_id: Id('variant'),
  name: z.string(),
  sku: z.string().nullable(),
  min_quantity: Quantity.nullable().describe('Minimum quantity of the tier; null for the variant’s own price.'),
  before: UnitPrice,
  after: UnitPrice,
});
type PriceChange = z.output<typeof PriceChange>;

/** 1,000 % in millionths of a percent. */
const percentMax = 1_000_000_000n;

/** Rules of a change of prices. */
export const changeInput = {
  direction: z.enum(['raise', 'lower']),
  percent: Percent.refine((percent) => percent > 0n && percent <= percentMax, {
    error: 'Write more than "0" and at most "1000".',
  }),
  decimals: z.int().min(0).max(6).optional().describe('Decimals of the new prices. Default: those of the currency.'),
};

export const PricesChanged = z.object({ changed: z.int(), changes: z.array(PriceChange) });

/** Computes the new price in this currency. */
type After = (price: bigint, currency: string) => bigint;

const restoredMax = 200;

/** Undone by writing each price and its tiers as they were, where they are not too many for one transaction. */
export const undoneByEarlierPrices: Undo = ({ output: { changes } }) => {
  const rows = z.array(ChangedPrice).safeParse(changes).data ?? [];
  const byVariant = Map.groupBy(rows, ({ variant_id: id }) => id);
  if (byVariant.size > restoredMax) return [];
  return Array.from(byVariant, ([id, own]) => {
    const price = own.find(({ min_quantity: from }) => from === null)?.before;
    const tiers = own.flatMap(({ min_quantity, before }) =>
      min_quantity === null ? [] : [{ min_quantity, price: before }],
    );
    const restored = tiers.length === 0 ? { price } : { price, price_tiers: tiers };
    return { operation: 'update_variant', input: { id, ...restored } };
  });
};

/** A change as its answer tells it, in wire form. */
const ChangedPrice = z.object({ variant_id: z.string(), min_quantity: z.string().nullable(), before: z.string() });

/** Undone by writing the prices that the list had. */
export const undoneByEarlierList: Undo = ({ input: { id }, before }) =>
  before?.['prices'] === undefined ? [] : [{ operation: 'update_price_list', input: { id, prices: before['prices'] } }];

type ChangeGiven = z.output<z.ZodObject<typeof changeInput>>;

export function changeAsked({ direction, percent, decimals }: ChangeGiven): After {
  if (direction === 'lower' && percent > wholePercent) throw percentFault('too_large', 'Lower by at most "100".');
  const by = direction === 'raise' ? percent : -percent;
  return (price, currency) => {
    const changed = changedBy(price, by, { currency, decimals });
    if (!isKeepable(changed))
      throw percentFault('too_large', 'The prices would be too large. Send a smaller percentage.');
    return changed;
  };
}

function percentFault(code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: '/percent', code, message }], hint: message });
}

/** Changes every price and tier of the variants whose products are counted in the category or below it. */
export async function changeCategory(context: Context, categoryId: string, after: After): Promise<PriceChange[]> {
  const [categories, variants] = await Promise.all([
    productCategories.load(context, [categoryId]),
    lockVariantsIn(context, categoryId),
  ]);
  if (!categories.has(categoryId)) throw notFound();
  if (variants.length > pricesMax)
    throw limitExceeded({ max: pricesMax, hint: 'Change its subcategories one by one.' });
  const changed = variants.map((variant) => ({
    ...variant,
    price_after: after(variant.price_micro, variant.currency),
    tiers_after: variant.price_tiers.map(({ min_quantity, price }): StoredTier => ({
      min_quantity,
      price: after(BigInt(price), variant.currency).toString(),
    })),
  }));
  writeVariantPrices(context, changed);
  const byProduct = Map.groupBy(changed, (variant) => variant.product_id);
  for (const [id, of] of byProduct) emitUpdated(context, id, of);
  return changed.flatMap((variant) => [
    changeOf(variant, { from: null, before: variant.price_micro, after: variant.price_after }),
    ...variant.price_tiers.map(({ min_quantity: from, price }, index) =>
      changeOf(variant, {
        from: BigInt(from),
        before: BigInt(price),
        after: BigInt(variant.tiers_after[index]?.price ?? price),
      }),
    ),
  ]);
}

type PricedVariant = {
  readonly id: string;
  readonly product_id: string;
  readonly product_name: string;
  readonly product_status: Product['status'];
  readonly product_version: number;
  readonly option_values: readonly string[];
  readonly sku: string | null;
  readonly currency: string;
  readonly price_micro: bigint;
  readonly price_tiers: readonly StoredTier[];
};

/** A change of a variant locks its product first, so the variants are read once all are locked. */
async function lockVariantsIn({ db, organization }: Context, categoryId: string): Promise<PricedVariant[]> {
  const inCategory = sql`products.organization_id = ${organization} and products.status <> 'archived'
    and products.category_id in (select id from product_categories where organization_id = ${organization}
      and (id = ${categoryId} or ancestor_ids @> ${[categoryId]}::uuid[]))`;
  const [, variants] = await Promise.all([
    db.run(sql`select id from products where ${inCategory} order by id for no key update`),
    db.many<PricedVariant>(sql`
      select variants.id, variants.product_id, products.name as product_name, products.status as product_status,
        products.version as product_version, variants.option_values, variants.sku, variants.currency,
        variants.price_micro, variants.price_tiers
      from products
      join variants on variants.organization_id = products.organization_id and variants.product_id = products.id
      where ${inCategory} and variants.archived_at is null
      order by products.name_key, variants.product_id, variants.position limit ${pricesMax + 1}`),
  ]);
  return variants;
}

type Repriced = PricedVariant & { readonly price_after: bigint; readonly tiers_after: readonly StoredTier[] };

function writeVariantPrices({ db, organization, now, actor }: Context, variants: readonly Repriced[]): void {
  if (variants.length === 0) return;
  db.later(sql`
    update variants set price_micro = given.price, price_tiers = given.tiers::jsonb, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    from unnest(${variants.map(({ id }) => id)}::uuid[], ${variants.map((one) => one.price_after)}::bigint[],
      ${variants.map((one) => JSON.stringify(one.tiers_after))}::text[]) as given (id, price, tiers)
    where variants.organization_id = ${organization} and variants.id = given.id`);
}

function emitUpdated(context: Context, id: string, variants: readonly PricedVariant[]): void {
  const [first] = variants;
  if (first === undefined) return;
  const { product_name: name, product_status: status, product_version: version } = first;
  context.emit(productUpdated({ id, name, status, version, variant_ids: variants.map((variant) => variant.id) }));
}

/** Changes every price that the list has; a percentage off stays as it is. */
export async function changeList(context: Context, listId: string, after: After): Promise<PriceChange[]> {
  const current = await lockPriceList(context, listId);
  const names = await namesOf(
    context,
    current.prices.map((price) => price.variant_id),
  );
  const prices = current.prices.map(({ price, ...one }) => ({
    ...one,
    price: { ...price, micro: after(price.micro, price.currency) },
  }));
  const { now, actor } = context;
  const stamp = actorStamp(actor);
  const list = { ...current, prices, version: current.version + 1, updated_at: now, updated_by: stamp };
  context.before(wirePriceList(current));
  rewritePriceList(context, list);
  writePrices(context, listId, prices);
  context.emit(priceListUpdated(list));
  return current.prices.flatMap(({ variant_id: id, min_quantity: from, price }, index) => {
    const variant = names.get(id);
    const micro = prices[index]?.price.micro ?? price.micro;
    return variant === undefined ? [] : [changeOf(variant, { from, before: price.micro, after: micro })];
  });
}

type Named = Pick<PricedVariant, 'id' | 'product_name' | 'option_values' | 'sku' | 'currency'>;

async function namesOf({ db, organization }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const rows = await db.many<Named>(sql`
    select variants.id, products.name as product_name, variants.option_values, variants.sku, variants.currency
    from variants
    join products on products.organization_id = variants.organization_id and products.id = variants.product_id
    where variants.organization_id = ${organization} and variants.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

type Step = { readonly from: bigint | null; readonly before: bigint; readonly after: bigint };

function changeOf(variant: Named, { from, before, after }: Step): PriceChange {
  const { currency } = variant;
  return {
    variant_id: variant.id,
    name: fullName(variant.product_name, variant.option_values),
    sku: variant.sku,
    min_quantity: from,
    before: { micro: before, currency },
    after: { micro: after, currency },
  };
}
