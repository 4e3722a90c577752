import { z } from 'zod';
import { convert } from '../../../core/exchange.ts';
import { isBelowFloor } from '../../../core/price-floor.ts';
import { priceWithoutTax } from '../../../core/tax.ts';
import { refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { UnitPrice } from '../../../wire/index.ts';
import { exchangeOf } from '../../exchange/index.ts';
import type { VariantForSale } from '../../products/index.ts';
import { isLeftToLists } from './client-terms.ts';
import type { LineRow } from '../sale-row.ts';
import type { StoredSale } from '../store.ts';

export const priceBelowFloor = refusal(
  'price_below_floor',
  409,
  'A price is below the minimum price.',
  'Sell each of `lines` for its `min_price`, or let a member with sales:price send `override: ["price_floor"]`.',
);

type Variants = ReadonlyMap<string, VariantForSale>;

/**
 * Refuses to sell below the lowest price of a variant, by a price that was set by hand or with what is taken off. What
 * lists and the catalogue say themselves is no business of whoever sells.
 */
export function checkFloor(context: Context, { row, lines }: StoredSale, variants: Variants): void {
  const exchange = exchangeOf(context, row);
  const worth = (minor: bigint) => (exchange === undefined ? minor : convert(minor, exchange));
  // Taking the tax out of prices may cost a line a minor unit, and so may another currency.
  const rounding = (row.prices_include_tax ? 1n : 0n) + (exchange === undefined ? 0n : 1n);
  const below = lines.flatMap((line) => {
    const variant = line.variant_id === null ? undefined : variants.get(line.variant_id);
    const micro = variant?.minPriceMicro ?? null;
    if (variant === undefined || micro === null || line.quantity < 0n || isAsListed(line)) return [];
    const floor = variant.priceIncludesTax ? priceWithoutTax(micro, variant.taxRates, row.rounding_mode) : micro;
    const [net, tax, afterTaxDiscount] = [worth(line.net), worth(line.tax), worth(line.after_tax_discount)];
    if (!isBelowFloor(floor, { quantity: line.quantity, net, tax, afterTaxDiscount }, rounding)) return [];
    const minPrice = z.encode(UnitPrice, { micro, currency: variant.currency });
    return [{ line: line.position, name: line.name, min_price: minPrice, includes_tax: variant.priceIncludesTax }];
  });
  if (below.length > 0) throw priceBelowFloor({ lines: below });
}

function isAsListed(line: LineRow): boolean {
  return (
    isLeftToLists(line) && line.line_discount === 0n && line.discount_allocated === 0n && line.after_tax_discount === 0n
  );
}
