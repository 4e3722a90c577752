import { arrayOf, sql } from '../../../db/sql.ts';
import { batchedLater } from '../../../operation/batched.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { alertsOf } from '../reordering/stock-alerts.ts';
import type { PlannedStock } from './planned-stock.ts';
import { writeLayers } from '../layers/write-layers.ts';

/** Source and date of the movements. */
export type MovementSource = {
  readonly date: string;
  readonly source?: { readonly type: 'sale' | 'stock_count' | 'transfer' | 'expense'; readonly id: string } | undefined;
  readonly externalId?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: readonly string[] | undefined;
};

/**
 * Writes planned movements and holds with the levels and pools that they lead to, and emits the alerts that they set
 * off. One statement, and one more for goods in layers, sent without waiting: everything was decided under the lock.
 *
 * @returns the ids of the movements, in their order
 */
export function writeMovements(context: Context, planned: PlannedStock, about: MovementSource): string[] {
  const ids = planned.movements.map(() => context.newId());
  if (planned.after.length === 0) return ids;
  writeTogether(context, { planned, about, ids });
  writeLayers(context, planned, { ids, date: about.date });
  for (const alert of alertsOf(planned)) context.emit(alert);
  return ids;
}

type Written = { readonly planned: PlannedStock; readonly about: MovementSource; readonly ids: readonly string[] };

const writeTogether = batchedLater('write', (context: Context, all: readonly Written[]) => {
  const { db, organization, now } = context;
  const movements = all.flatMap(({ planned, about, ids }) =>
    planned.movements.map((movement, index) => ({
      ...movement,
      id: ids[index],
      locationId: planned.locationId,
      about,
      date: movement.date ?? about.date,
      externalId: movement.type === 'revaluation' ? null : (about.externalId ?? null),
    })),
  );
  const after = all.flatMap(({ planned }) =>
    planned.after.map((stock) => ({ ...stock, locationId: planned.locationId })),
  );
  db.later(sql`
    with moved as (
      insert into stock_movements (organization_id, occurred_at, created_by, id, variant_id, location_id, type,
        quantity, unit_cost, total_cost, variance, effective_date, reason_code, note, source_type, source_id,
        source_line_id, reverses_id, balance_after, external_id, metadata, tags)
      select ${organization}, ${now}, ${JSON.stringify(actorStamp(context.actor))}, id, variant_id, location_id, type,
        quantity, unit_cost, total_cost, variance, day, reason_code, note, source_type, source_id, line_id,
        reverses_id, balance_after, external_id, metadata,
        case when tags is not null then array(select jsonb_array_elements_text(tags)) end
      from unnest(${arrayOf(
        'uuid',
        movements.map(({ id }) => id),
      )},
        ${movements.map(({ item }) => item.variantId)}::uuid[],
        ${movements.map(({ locationId }) => locationId)}::uuid[],
        ${movements.map(({ type }) => type)}::text[], ${movements.map(({ quantity }) => quantity)}::bigint[],
        ${movements.map(({ unitCost }) => unitCost)}::bigint[],
        ${movements.map(({ totalCost }) => totalCost)}::bigint[],
        ${movements.map(({ variance }) => variance)}::bigint[],
        ${movements.map(({ date }) => date)}::date[],
        ${movements.map(({ reasonCode }) => reasonCode ?? null)}::text[],
        ${movements.map(({ note }) => note ?? null)}::text[],
        ${movements.map(({ about }) => about.source?.type ?? null)}::text[],
        ${movements.map(({ about }) => about.source?.id ?? null)}::uuid[],
        ${movements.map(({ lineId }) => lineId ?? null)}::uuid[],
        ${movements.map(({ reversesId }) => reversesId ?? null)}::uuid[],
        ${movements.map(({ balanceAfter }) => balanceAfter)}::bigint[],
        ${movements.map(({ externalId }) => externalId)}::text[],
        ${movements.map(({ about }) => jsonOf(about.metadata))}::jsonb[],
        ${movements.map(({ about }) => jsonOf(about.tags))}::jsonb[])
        as movement (id, variant_id, location_id, type, quantity, unit_cost, total_cost, variance, day, reason_code,
          note, source_type, source_id, line_id, reverses_id, balance_after, external_id, metadata, tags)
    ), stock as (
      select * from unnest(
        ${arrayOf(
          'uuid',
          after.map(({ item }) => item.variantId),
        )},
        ${after.map(({ locationId }) => locationId)}::uuid[],
        ${after.map(({ onHand }) => onHand)}::bigint[], ${after.map(({ reserved }) => reserved)}::bigint[],
        ${after.map(mayBeNegative)}::boolean[],
        ${after.map(({ isLowArmed }) => isLowArmed)}::boolean[],
        ${after.map(({ isOutArmed }) => isOutArmed)}::boolean[], ${after.map(({ isCounted }) => isCounted)}::boolean[],
        ${after.map(({ pool }) => pool.quantity)}::bigint[], ${after.map(({ pool }) => pool.value)}::bigint[],
        ${after.map(({ lastUnitCost }) => lastUnitCost)}::bigint[])
        as stock (variant_id, location_id, on_hand, reserved, allows_negative, low_armed, out_armed, counted, quantity,
          value, last_unit_cost)
    ), leveled as (
      update stock_levels as level set on_hand = stock.on_hand, reserved = stock.reserved,
        allows_negative = stock.allows_negative, low_armed = stock.low_armed, out_armed = stock.out_armed,
        last_counted_at = case when stock.counted then ${now} else level.last_counted_at end,
        version = level.version + 1, updated_at = ${now}
      from stock
      where level.organization_id = ${organization} and level.location_id = stock.location_id
        and level.variant_id = stock.variant_id
    )
    update stock_pools as pool set quantity = stock.quantity, value = stock.value,
      last_unit_cost = stock.last_unit_cost, updated_at = ${now}
    from stock where pool.organization_id = ${organization} and pool.variant_id = stock.variant_id`);
});

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** The database's own guard: stock goes below zero, or further below, only where that is allowed. */
function mayBeNegative({ item, onHand }: PlannedStock['after'][number]): boolean {
  return item.negativeStock !== 'deny' || (onHand < 0n && onHand >= item.onHand);
}
