import { z } from 'zod';
import { event, type EventKind } from '../../operation/events.ts';
import { Id, Quantity, SignedQuantity } from '../../wire/index.ts';

const StockNotice = z.object({
  variant_id: Id('variant'),
  product_id: Id('product'),
  location_id: Id('location'),
  sku: z.string().nullable(),
  name: z.string(),
  available: SignedQuantity,
  low_stock_threshold: Quantity.nullable(),
});
export type StockNotice = z.output<typeof StockNotice>;

const ofVariant = { about: 'variant_id', called: 'name' };

/** Stock fell to its threshold. Once, until it has been above again. */
export const stockLow = event('stock.low', StockNotice, {
  title: 'Low stock',
  ...ofVariant,
});
/** Nothing is left. Once, until there is something again. */
export const stockOut = event('stock.out', StockNotice, { title: 'Out of stock', ...ofVariant });

/** Stock was changed by hand or by a count, not by a sale. */
export const stockAdjusted = event(
  'stock.adjusted',
  z.object({
    movement_ids: z.array(Id('movement')),
    location_id: Id('location'),
    variant_ids: z.array(Id('variant')),
  }),
);

/** Events of any operation that moves stock. */
export const stockEvents: readonly EventKind[] = [stockLow, stockOut];
