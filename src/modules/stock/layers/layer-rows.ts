import type { Layer } from '../../../core/layers.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** All there is of a variant, with the account that it is in. */
export type PoolRow = {
  readonly variant_id: string;
  readonly product_id: string;
  readonly inventory_account_id: string | null;
  readonly quantity: bigint;
  readonly value: bigint;
};

/** A layer with the day that it came. */
export type DatedLayer = Layer & { readonly receivedOn: string };
export type LayersByVariant = ReadonlyMap<string, readonly DatedLayer[]>;

/** Locks all pools of the organisation, in the order of their variants. */
export function lockPools({ db, organization }: Context): Promise<PoolRow[]> {
  return db.many<PoolRow>(sql`
    select pool.variant_id, item.product_id, item.inventory_account_id, pool.quantity, pool.value
    from (
      select * from stock_pools where organization_id = ${organization} order by variant_id for update
    ) as pool
    join variants_in_stock item on item.organization_id = pool.organization_id and item.id = pool.variant_id`);
}

/** Open quantity of every layer, oldest first. */
export async function openLayersOf({ db, organization }: Context): Promise<LayersByVariant> {
  return byVariant(
    await db.many<Row>(sql`
      select variant_id, movement_id as id, quantity, value, received_on
      from stock_layers where organization_id = ${organization} and quantity <> 0
      order by variant_id, received_on, movement_id`),
  );
}

/** Latest receipts of each variant, newest first, up to the quantity in stock. */
export async function receivedLayers({ db, organization }: Context): Promise<LayersByVariant> {
  return byVariant(
    await db.many<Row>(sql`
      select variant_id, movement.id, movement.quantity, movement.total_cost as value,
        movement.effective_date as received_on
      from (
        select *, sum(quantity) over (partition by variant_id order by effective_date desc, id desc) - quantity as newer
        from stock_movements
        where organization_id = ${organization} and quantity > 0 and type <> 'transfer_in'
      ) as movement
      join stock_pools as pool using (organization_id, variant_id)
      where movement.newer < pool.quantity
      order by variant_id, movement.effective_date desc, movement.id desc`),
  );
}

type Row = Layer & { readonly variant_id: string; readonly received_on: string };

function byVariant(rows: readonly Row[]): LayersByVariant {
  const layers = rows.map(({ received_on: receivedOn, ...row }) => ({ ...row, receivedOn }));
  return Map.groupBy(layers, (layer) => layer.variant_id);
}
