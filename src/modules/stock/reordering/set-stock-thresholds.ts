import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import type { Undo } from '../../../operation/undo.ts';
import { sent } from '../../../wire/patch.ts';
import { Id, Quantity } from '../../../wire/index.ts';
import { locationNotActive } from '../locations/location.ts';
import { checkQuantity, stockedVariant } from '../movements/movement-input.ts';
import { levelColumns, levelFrom, type LevelRow, levelSource, StockLevel } from '../levels/stock-level.ts';
import { lockStock } from '../levels/stock-lock.ts';

const thresholdsSet = event(
  'stock.thresholds_set',
  z.object({ variant_id: Id('variant'), location_id: Id('location') }),
);

const thresholds = {
  low_stock_threshold: Quantity.nullable()
    .optional()
    .describe('Null: the threshold of the variant. The other fields likewise.'),
  reorder_point: Quantity.nullable().optional(),
  reorder_quantity: Quantity.nullable().optional(),
};

const earlierThresholds: Undo = ({ input, before }) => {
  if (before === undefined) return [];
  const { variant_id, location_id = before['location_id'], ...patch } = input;
  const earlier = Object.fromEntries(Object.keys(patch).map((field) => [field, before[field]]));
  return [{ operation: 'set_stock_thresholds', input: { variant_id, location_id, ...earlier } }];
};

export const setStockThresholds = operation({
  name: 'set_stock_thresholds',
  summary: 'Set low-stock threshold and reorder point of a variant at one location.',
  http: 'PATCH /stock/levels',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  undo: earlierThresholds,
  input: z.strictObject({ variant_id: Id('variant'), location_id: Id('location').optional(), ...thresholds }),
  output: StockLevel,
  refuses: [notFound, validationFailed, locationNotActive],
  emits: [thresholdsSet],
  async run(context, { variant_id: variantId, location_id: given, ...patch }) {
    const { db, organization, now } = context;
    const lock = await lockStock(context, new Map([[variantId, 0n]]), given);
    const { locationId } = lock;
    const item = stockedVariant(lock, variantId, '');
    for (const [name, quantity] of Object.entries(sent(patch))) checkQuantity(item, quantity ?? 0n, `/${name}`);
    if (patch.reorder_quantity === 0n) throw fault('/reorder_quantity', 'not_positive', 'Write more than zero.');
    const isSent = (name: keyof typeof thresholds) => patch[name] !== undefined;
    const level = sql`
      select ${levelColumns} from ${levelSource}
      where level.organization_id = ${organization} and level.variant_id = ${variantId}
        and level.location_id = ${locationId}`;
    const before = db.one<LevelRow>(level);
    db.later(sql`
      update stock_levels set
        low_stock_threshold = case when ${isSent('low_stock_threshold')} then ${patch.low_stock_threshold ?? null}
          else low_stock_threshold end,
        reorder_point = case when ${isSent('reorder_point')} then ${patch.reorder_point ?? null} else reorder_point end,
        reorder_quantity = case when ${isSent('reorder_quantity')} then ${patch.reorder_quantity ?? null}
          else reorder_quantity end,
        version = version + 1, updated_at = ${now}
      where organization_id = ${organization} and variant_id = ${variantId} and location_id = ${locationId}`);
    const [was, row] = await Promise.all([before, db.one<LevelRow>(level)]);
    context.before(encoderOf(StockLevel)(levelFrom(context, was)));
    context.emit(thresholdsSet({ variant_id: variantId, location_id: locationId }));
    return levelFrom(context, row);
  },
});
