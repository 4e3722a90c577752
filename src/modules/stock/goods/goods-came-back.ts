import { partOf } from '../../../core/stock.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type OwnLayer, ownFirst } from '../levels/own-first.ts';
import type { StockLock } from '../levels/stock-lock.ts';

/** Goods that a return brought to a location, and their cost when they left. */
export type CameBack = { readonly variantId: string; readonly quantity: bigint; readonly value: bigint };

type Row = CameBack & { readonly layers: readonly string[] | null };

/**
 * The goods of a return that are at this location, to leave again for a sale in the place of the one returned: each at
 * what it cost when it left, so that a correction changes neither the cost of goods sold nor the value of the stock.
 * Their layers come first in the lock. Read once the lock is held.
 */
export async function goodsCameBack(
  { db, organization }: Context,
  lock: StockLock,
  returnId: string,
): Promise<{ readonly lock: StockLock; readonly back: readonly CameBack[] }> {
  const rows = await db.many<Row>(sql`
    select movement.variant_id as "variantId", sum(movement.quantity)::bigint as quantity,
      sum(movement.total_cost)::bigint as value,
      array_agg(concat_ws(' ', layer.movement_id, layer.quantity, layer.value) order by layer.movement_id)
        filter (where layer.quantity > 0) as layers
    from stock_movements as movement
    left join stock_layers as layer
      on layer.organization_id = movement.organization_id and layer.movement_id = movement.id
    where movement.organization_id = ${organization} and movement.source_id = ${returnId}
      and movement.source_type = 'sale' and movement.type = 'sale_return' and movement.quantity > 0
      and movement.location_id = ${lock.locationId}
    group by movement.variant_id order by movement.variant_id`);
  return { lock: ownFirst(lock, rows.flatMap(layersIn)), back: rows };
}

function layersIn({ variantId, layers }: Row): OwnLayer[] {
  return (layers ?? []).map((text) => {
    const [id = '', quantity = '', value = ''] = text.split(' ');
    return { id, variantId, quantity: BigInt(quantity), value: BigInt(value) };
  });
}

/** Goods that came back, from which one line after the other takes what it needs. */
export class GoodsToTake {
  readonly #left: Map<string, CameBack>;

  constructor(back: readonly CameBack[]) {
    this.#left = new Map(back.map((one) => [one.variantId, one]));
  }

  /** At most this quantity of a variant, with its part of the cost; undefined where none is left. */
  take(variantId: string, wanted: bigint): CameBack | undefined {
    const left = this.#left.get(variantId);
    if (left === undefined || left.quantity === 0n) return undefined;
    const quantity = wanted < left.quantity ? wanted : left.quantity;
    const value = partOf(left.value, quantity, left.quantity);
    this.#left.set(variantId, { variantId, quantity: left.quantity - quantity, value: left.value - value });
    return { variantId, quantity, value };
  }
}
