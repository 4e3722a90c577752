import type { CostedItem } from '../../../core/posting.ts';
import { type CameBack, GoodsToTake } from './goods-came-back.ts';
import { type Hold, releasedFrom } from '../reservations/holds.ts';
import { type Demand, refuseShortage } from '../levels/insufficient-stock.ts';
import { StockBook } from '../movements/stock-book.ts';
import type { PlannedStock } from '../movements/planned-stock.ts';
import { lockedItem, type StockedVariant, type StockLock } from '../levels/stock-lock.ts';

/** Quantity that a line takes. Several lines may take the same variant, and a line several variants. */
export type LineDemand = Demand & { readonly lineId: string };

/** Cost of goods of a line. */
export type LineCost = CostedItem & { readonly lineId: string };

export type IssuedStock = PlannedStock & {
  /** Cost of the goods of each line, in minor units of the base currency. What has no stock is not here. */
  readonly costs: ReadonlyMap<string, bigint>;
  /** The same, as the posting rule of goods that left takes it. */
  readonly costed: readonly LineCost[];
  /** Oversold quantities, where that is allowed with a warning. */
  readonly warnings: readonly string[];
};

type Kept = {
  /** Reservations of the sale. */
  readonly held?: readonly Hold[];
  /** Goods that a return brought for it, which leave first, and at what they came for. */
  readonly back?: readonly CameBack[] | undefined;
};

/**
 * Plans the issue of goods for the lines of a sale from locked stock, its reservations included. Writes nothing; {@link
 * endHolds} marks the reservations as taken.
 */
export function issueStock(
  locked: StockLock,
  demands: readonly LineDemand[],
  { held = [], back = [] }: Kept = {},
): IssuedStock {
  const lock = releasedFrom(locked, held);
  const warnings = refuseShortage(lock, demands);
  const book = new StockBook(lock);
  for (const { variant_id: id } of held) book.hold(id, 0n);
  const goods = new GoodsToTake(back);
  const costs = new Map<string, bigint>();
  const costed: LineCost[] = [];
  for (const { variantId, quantity, lineId } of demands) {
    const item = lockedItem(lock, variantId);
    if (!item.isTracked) continue;
    const about = { type: 'sale_issue', lineId } as const;
    const own = goods.take(variantId, quantity);
    const rest = quantity - (own?.quantity ?? 0n);
    const again =
      own === undefined ? 0n : book.takeBack(variantId, own.quantity, { ...about, value: own.value }).totalCost;
    const cost = again + (rest === 0n ? 0n : book.issue(variantId, rest, about));
    costs.set(lineId, (costs.get(lineId) ?? 0n) + cost);
    costed.push({ ...dimensionsOf(item, lock), lineId, cost });
  }
  return { ...book.close(), costs, costed, warnings };
}

/** Dimensions of a posting line about the stock of this variant. */
export function dimensionsOf(item: StockedVariant, { locationId }: Pick<StockLock, 'locationId'>) {
  const { productId, variantId, inventoryAccount, costAccount } = item;
  return { productId, variantId, locationId, inventoryAccount, costAccount };
}
