import { minorDigits, unitPriceScale } from './currency.ts';
import { powerOfTen } from './decimal.ts';
import { divide } from './rounding.ts';
import { hundredPercent } from './tax.ts';

/** A price from a quantity on. Quantities in 1/100,000, prices in millionths of a minor unit. */
export type PriceTier = { readonly minQuantity: bigint; readonly price: bigint };

export type ListPrice = { readonly price: bigint; readonly includesTax: boolean };

/** A price list as far as one variant goes. Lists come in the order in which they are asked. */
export type PriceList<Source> = {
  readonly source: Source;
  readonly tiers: readonly PriceTier[];
  readonly includesTax: boolean;
  /** Millionths of a percent off the variant's own price, where the list has none; null: it says nothing of it. */
  readonly percentOff: bigint | null;
};

/** Price of a variant for clients without a price list. */
export type OwnPrice = ListPrice & { readonly tiers: readonly PriceTier[] };

/**
 * The unit price of a variant of which `quantity` is bought, and where it comes from: the first list that has one, then
 * the variant's own tiers, then its price.
 */
export function priceOf<Source>(
  quantity: bigint,
  own: OwnPrice,
  lists: readonly PriceList<Source>[],
): ListPrice & { readonly source: Source | 'tier' | 'variant' } {
  const ownTier = tierAt(own.tiers, quantity);
  const ownPrice = ownTier?.price ?? own.price;
  for (const { source, tiers, includesTax, percentOff } of lists) {
    const tier = tierAt(tiers, quantity);
    if (tier !== undefined) return { price: tier.price, includesTax, source };
    if (percentOff !== null) return { price: lessPercent(ownPrice, percentOff), includesTax: own.includesTax, source };
  }
  return { price: ownPrice, includesTax: own.includesTax, source: ownTier === undefined ? 'variant' : 'tier' };
}

/** The price that the lists themselves have, where the variant's own is in another currency; undefined where none. */
export function listedPriceOf<Source>(
  quantity: bigint,
  lists: readonly PriceList<Source>[],
): (ListPrice & { readonly source: Source }) | undefined {
  for (const { source, tiers, includesTax } of lists) {
    const tier = tierAt(tiers, quantity);
    if (tier !== undefined) return { price: tier.price, includesTax, source };
  }
  return undefined;
}

/** The tier of the highest quantity that is reached. */
function tierAt(tiers: readonly PriceTier[], quantity: bigint): PriceTier | undefined {
  let reached: PriceTier | undefined;
  for (const tier of tiers) {
    if (tier.minQuantity <= quantity && (reached === undefined || tier.minQuantity > reached.minQuantity)) {
      reached = tier;
    }
  }
  return reached;
}

function lessPercent(price: bigint, percent: bigint): bigint {
  return divide(price * (hundredPercent - percent), hundredPercent, 'half_up');
}

/** A price raised by a percentage, or lowered where it is negative, and rounded to these decimals. */
export function changedBy(
  price: bigint,
  percent: bigint,
  { currency, decimals }: { readonly currency: string; readonly decimals?: number | undefined },
): bigint {
  const scale = unitPriceScale(currency) ?? 0;
  const step = powerOfTen(Math.max(0, scale - (decimals ?? minorDigits(currency) ?? 0)));
  return divide(price * (hundredPercent + percent), hundredPercent * step, 'half_up') * step;
}
