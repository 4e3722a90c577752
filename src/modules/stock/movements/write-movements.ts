import { arrayOf, sql } from '../../../db/sql.ts';
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
  const { db, organization, now } = context;
  const { movements, after, locationId } = planned;
  const ids = movements.map(() => context.newId());
  if (after.length === 0) return ids;
  db.later(sql`
    with moved as (
      insert into stock_movements (organization_id, id, variant_id, location_id, type, quantity, unit_cost, total_cost,
        variance, effective_date, occurred_at, reason_code, note, source_type, source_id, source_line_id, reverses_id,
        balance_after, external_id, metadata, tags, created_by)
      select ${organization}, id, variant_id, ${locationId}, type, quantity, unit_cost, total_cost, variance,
        coalesce(day, ${about.date}), ${now}, reason_code, note, ${about.source?.type ?? null},
        ${about.source?.id ?? null}, line_id, reverses_id, balance_after,
        case when type = 'revaluation' then null else ${about.externalId ?? null} end,
        ${about.metadata === undefined ? null : JSON.stringify(about.metadata)}, ${about.tags ?? null},
        ${JSON.stringify(actorStamp(context.actor))}
      from unnest(${arrayOf('uuid', ids)}, ${movements.map(({ item }) => item.variantId)}::uuid[],
        ${movements.map(({ type }) => type)}::text[], ${movements.map(({ quantity }) => quantity)}::bigint[],
        ${movements.map(({ unitCost }) => unitCost)}::bigint[],
        ${movements.map(({ totalCost }) => totalCost)}::bigint[],
        ${movements.map(({ variance }) => variance)}::bigint[],
        ${movements.map(({ reasonCode }) => reasonCode ?? null)}::text[],
        ${movements.map(({ note }) => note ?? null)}::text[], ${movements.map(({ lineId }) => lineId ?? null)}::uuid[],
        ${movements.map(({ reversesId }) => reversesId ?? null)}::uuid[],
        ${movements.map(({ balanceAfter }) => balanceAfter)}::bigint[],
        ${movements.map(({ date }) => date ?? null)}::date[])
        as movement (id, variant_id, type, quantity, unit_cost, total_cost, variance, reason_code, note, line_id,
          reverses_id, balance_after, day)
    ), stock as (
      select * from unnest(
        ${arrayOf(
          'uuid',
          after.map(({ item }) => item.variantId),
        )},
        ${after.map(({ onHand }) => onHand)}::bigint[], ${after.map(({ reserved }) => reserved)}::bigint[],
        ${after.map(mayBeNegative)}::boolean[],
        ${after.map(({ isLowArmed }) => isLowArmed)}::boolean[],
        ${after.map(({ isOutArmed }) => isOutArmed)}::boolean[], ${after.map(({ isCounted }) => isCounted)}::boolean[],
        ${after.map(({ pool }) => pool.quantity)}::bigint[], ${after.map(({ pool }) => pool.value)}::bigint[],
        ${after.map(({ lastUnitCost }) => lastUnitCost)}::bigint[])
        as stock (variant_id, on_hand, reserved, allows_negative, low_armed, out_armed, counted, quantity, value,
          last_unit_cost)
    ), leveled as (
      update stock_levels as level set on_hand = stock.on_hand, reserved = stock.reserved,
        allows_negative = stock.allows_negative, low_armed = stock.low_armed, out_armed = stock.out_armed,
        last_counted_at = case when stock.counted then ${now} else level.last_counted_at end,
        version = level.version + 1, updated_at = ${now}
      from stock
      where level.organization_id = ${organization} and level.location_id = ${locationId}
        and level.variant_id = stock.variant_id
    )
    update stock_pools as pool set quantity = stock.quantity, value = stock.value,
      last_unit_cost = stock.last_unit_cost, updated_at = ${now}
    from stock where pool.organization_id = ${organization} and pool.variant_id = stock.variant_id`);
  writeLayers(context, planned, { ids, date: about.date });
  for (const alert of alertsOf(planned)) context.emit(alert);
  return ids;
}

/** The database's own guard: stock goes below zero, or further below, only where that is allowed. */
function mayBeNegative({ item, onHand }: PlannedStock['after'][number]): boolean {
  return item.negativeStock !== 'deny' || (onHand < 0n && onHand >= item.onHand);
}
