import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { averageCost, partOf } from '../../../core/stock.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, Instant, Money, Quantity, SignedQuantity, UnitPrice } from '../../../wire/index.ts';
import { Variant } from '../../products/index.ts';
import { Location } from '../locations/location.ts';
import { variantName } from '../movements/movement.ts';

export const StockLevel = z.object({
  organization_id: Id('organization'),
  variant_id: Id('variant'),
  product_id: Id('product'),
  name: z.string(),
  sku: z.string().nullable(),
  location_id: Id('location'),
  location_name: z.string(),
  on_hand: SignedQuantity,
  reserved: Quantity,
  available: SignedQuantity,
  in_transit: Quantity.describe('Incoming to the location.'),
  low_stock_threshold: Quantity.nullable(),
  reorder_point: Quantity.nullable(),
  reorder_quantity: Quantity.nullable(),
  is_low: z.boolean(),
  is_out: z.boolean(),
  average_cost: UnitPrice.nullable().describe('This and the value need the permission costs:read.'),
  value: Money.nullable(),
  last_counted_at: Instant.nullable(),
  version: z.int(),
  updated_at: Instant,
});
export type StockLevel = z.output<typeof StockLevel>;

export const ExpandedStockLevel = StockLevel.extend({
  variant: Variant.nullable().optional(),
  location: Location.nullable().optional(),
});

type Shown = 'name' | 'available' | 'average_cost' | 'value';
export type LevelRow = Omit<StockLevel, Shown> & {
  readonly product_name: string;
  readonly option_values: readonly string[];
  readonly pool_quantity: bigint;
  readonly pool_value: bigint;
};

/** The threshold of the level overrides that of the variant. */
const threshold: Sql = sql`coalesce(level.low_stock_threshold, item.low_stock_threshold)`;

export const isLow: Sql = sql`(level.on_hand - level.reserved <= coalesce(${threshold}, 0))`;
export const isOut: Sql = sql`(level.on_hand - level.reserved <= 0)`;

export const levelColumns: Sql = sql`level.id, level.organization_id, level.variant_id, item.product_id,
  item.product_name, item.option_values, item.sku, level.location_id, place.name as location_name, level.on_hand,
  level.reserved, level.in_transit,
  ${threshold} as low_stock_threshold,
  coalesce(level.reorder_point, item.reorder_point) as reorder_point,
  coalesce(level.reorder_quantity, item.reorder_quantity) as reorder_quantity,
  ${isLow} as is_low, ${isOut} as is_out, pool.quantity as pool_quantity, pool.value as pool_value,
  level.last_counted_at, level.version, level.updated_at`;

export const levelSource: Sql = sql`stock_levels level
  join variants_in_stock item on item.organization_id = level.organization_id and item.id = level.variant_id
  join locations place on place.organization_id = level.organization_id and place.id = level.location_id
  join stock_pools pool on pool.organization_id = level.organization_id and pool.variant_id = level.variant_id`;

/** A level as it goes out: without costs for whoever may not see costs. */
export function levelFrom<Row extends LevelRow>({ actor }: Context, row: Row) {
  const currency = actor.organization?.baseCurrency ?? '';
  const pool = { quantity: row.pool_quantity, value: row.pool_value };
  const average = actor.permissions.has('costs:read') ? averageCost(pool) : undefined;
  return {
    ...row,
    name: variantName(row.product_name, row.option_values),
    available: row.on_hand - row.reserved,
    average_cost: average === undefined ? null : { micro: average, currency },
    value: average === undefined ? null : money(partOf(pool.value, row.on_hand, pool.quantity), currency),
  };
}
