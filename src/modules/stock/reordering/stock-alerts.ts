import type { PlannedStock, StockAfter } from '../movements/planned-stock.ts';
import { stockLow, type StockNotice, stockOut } from '../stock-events.ts';

/** An alert is armed by stock above its threshold and goes off when stock falls to it. Only what falls sets one off. */
export function armed(
  before: StockAfter,
  { onHand, reserved }: Pick<StockAfter, 'onHand' | 'reserved'>,
): Pick<StockAfter, 'isLowArmed' | 'isOutArmed'> {
  const { threshold } = before.item;
  const available = onHand - reserved;
  const hasFallen = available < before.onHand - before.reserved;
  const isAbove = threshold === null || available > threshold;
  return {
    isLowArmed: isAbove || (before.isLowArmed && !hasFallen),
    isOutArmed: available > 0n || (before.isOutArmed && !hasFallen),
  };
}

/** The alerts that went off between the lock and now. */
export function alertsOf({ locationId, isTransit, after }: PlannedStock) {
  if (isTransit) return [];
  return after.flatMap(({ item, onHand, reserved, isLowArmed, isOutArmed }) => {
    const notice: StockNotice = {
      variant_id: item.variantId,
      product_id: item.productId,
      location_id: locationId,
      sku: item.sku,
      name: item.name,
      available: onHand - reserved,
      low_stock_threshold: item.threshold,
    };
    return [
      ...(item.isLowArmed && !isLowArmed ? [stockLow(notice)] : []),
      ...(item.isOutArmed && !isOutArmed ? [stockOut(notice)] : []),
    ];
  });
}
