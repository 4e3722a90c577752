import { type Day, laterOf } from '../../../core/calendar.ts';
import { sliceOf } from '../../../core/share.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { refuseShortage } from '../levels/insufficient-stock.ts';
import { dimensionsOf, type LineCost } from './issue-stock.ts';
import { StockBook } from '../movements/stock-book.ts';
import { lockStock, quantitiesOf } from '../levels/stock-lock.ts';
import { writeMovements } from '../movements/write-movements.ts';

/** The units `from`…`to` `of` what a line sold: they go to a location, or back to where they left from. */
export type PartBack = {
  readonly soldLineId: string;
  readonly lineId: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly of: bigint;
  readonly locationId: string | undefined;
};

/** Returned goods: their cost by line of the return, for posting, and corrections of assumed costs. */
export type GoodsBack = {
  readonly costs: ReadonlyMap<string, bigint>;
  readonly costed: readonly LineCost[];
  readonly variances: readonly LineCost[];
};

type Left = {
  readonly variant_id: string;
  readonly location_id: string;
  readonly quantity: bigint;
  readonly total_cost: bigint;
  readonly source_line_id: string;
};
export type GoodsLeft = ReadonlyMap<string, readonly Left[]>;

/**
 * Takes parts of what left for a sale back into the stock, each at its slice of what it cost when it left. A location
 * that is archived since gives way to the default one. The caller holds the sale's lock, and posts.
 */
export async function returnParts(
  context: Context,
  source: { readonly returnId: string; readonly date: Day; readonly left: GoodsLeft },
  parts: readonly PartBack[],
): Promise<GoodsBack> {
  const back = parts.flatMap((part) =>
    (source.left.get(part.soldLineId) ?? []).map((movement) => ({
      lineId: part.lineId,
      variantId: movement.variant_id,
      locationId: part.locationId ?? movement.location_id,
      quantity: sliceOf(-movement.quantity, part),
      value: sliceOf(movement.total_cost, part),
    })),
  );
  const costs = new Map<string, bigint>();
  const costed: LineCost[] = [];
  const variances: LineCost[] = [];
  const places = Map.groupBy(
    back.filter(({ quantity }) => quantity > 0n),
    ({ locationId }) => locationId,
  );
  for (const [locationId, goods] of [...places].toSorted(ascending(([key]) => key))) {
    const lock = await lockStock(context, quantitiesOf(goods), locationId);
    const book = new StockBook(lock);
    for (const { lineId, variantId, quantity, value } of goods) {
      const { item, variance } = book.receive(variantId, quantity, { type: 'sale_return', lineId, value });
      costs.set(lineId, (costs.get(lineId) ?? 0n) + value);
      costed.push({ ...dimensionsOf(item, lock), lineId, cost: value });
      if (variance !== 0n) variances.push({ ...dimensionsOf(item, lock), lineId, cost: variance });
    }
    writeMovements(context, book.close(), { source: { type: 'sale', id: source.returnId }, date: source.date });
  }
  return { costs, costed, variances };
}

/** Stock issued for each line of a sale. */
export async function goodsLeft({ db, organization }: Context, saleId: string): Promise<GoodsLeft> {
  const rows = await db.many<Left>(sql`
    select movement.variant_id, movement.quantity, movement.total_cost, movement.source_line_id,
      case when location.archived_at is null then location.id else main.id end as location_id
    from stock_movements movement
    join locations location
      on location.organization_id = movement.organization_id and location.id = movement.location_id
    join locations main on main.organization_id = movement.organization_id and main.is_default
    where movement.organization_id = ${organization} and movement.source_id = ${saleId}
      and movement.source_type = 'sale' and movement.type = 'sale_issue' and movement.source_line_id is not null
    order by movement.id`);
  return Map.groupBy(rows, ({ source_line_id: lineId }) => lineId);
}

type Came = {
  readonly id: string;
  readonly variant_id: string;
  readonly location_id: string;
  readonly quantity: bigint;
  readonly total_cost: bigint;
  readonly variance: bigint;
  readonly effective_date: Day;
  readonly source_line_id: string;
};

/**
 * Takes the goods of a return out again, as if they had never come back; refuses where they are gone. What they cost
 * by now differs from what they came back at: the difference is answered, as costs beyond those.
 */
export async function undoReturn(context: Context, returnId: string, day: Day): Promise<readonly LineCost[]> {
  const came = await context.db.many<Came>(sql`
    select id, variant_id, location_id, quantity, total_cost, variance, effective_date, source_line_id
    from stock_movements
    where organization_id = ${context.organization} and source_id = ${returnId} and source_type = 'sale'
      and type = 'sale_return' and quantity > 0
    order by id`);
  const differences: LineCost[] = [];
  const places = Map.groupBy(came, ({ location_id: locationId }) => locationId);
  const date = came.reduce((latest, movement) => laterOf(latest, movement.effective_date), day);
  for (const [locationId, movements] of [...places].toSorted(ascending(([key]) => key))) {
    const demands = movements.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity }));
    const lock = await lockStock(context, quantitiesOf(demands), locationId);
    refuseShortage(lock, demands);
    const book = new StockBook(lock);
    for (const { id, variant_id: variantId, quantity, source_line_id: lineId, ...was } of movements) {
      const worth = book.issue(variantId, quantity, { type: 'sale_return', lineId, reversesId: id });
      const item = lock.items.get(variantId);
      const beyond = worth - (was.total_cost - was.variance);
      if (item !== undefined && beyond !== 0n) differences.push({ ...dimensionsOf(item, lock), lineId, cost: beyond });
    }
    writeMovements(context, book.close(), { source: { type: 'sale', id: returnId }, date });
  }
  return differences;
}
