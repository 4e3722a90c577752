import type { Layer } from '../../../core/layers.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { ownLayer } from '../movements/stock-book.ts';
import type { PlannedStock } from '../movements/planned-stock.ts';

/** The ids that the planned movements were written with, and the day that they count for. */
type Written = { readonly ids: readonly string[]; readonly date: string };

/** Writes what planned movements did to layers, where goods are in layers. */
export function writeLayers(context: Context, planned: PlannedStock, { ids, date }: Written): void {
  const own = new Map(ids.map((id, index) => [ownLayer(index), id]));
  const named = (layer: Layer): Layer => ({ ...layer, id: own.get(layer.id) ?? layer.id });
  const changes = planned.movements.flatMap(({ layerChanges, item, reversesId }, index) =>
    layerChanges.map((change) => {
      return { ...named(change), movementId: ids[index] ?? '', variantId: item.variantId, reversesId };
    }),
  );
  if (changes.length === 0) return;
  const left = new Map(planned.after.flatMap(({ layers = [] }) => layers.map(named)).map((layer) => [layer.id, layer]));
  const touched = [...new Map(changes.map((change) => [change.id, change])).values()];
  const none = { quantity: 0n, value: 0n };
  storeLayers(
    context,
    touched.map((change) => ({ ...change, ...none, ...left.get(change.id), receivedOn: date })),
    changes,
  );
}

/** A layer as it is from now on. One that is new came on a day, or when that came which it brings back. */
type StoredLayer = Layer & {
  readonly variantId: string;
  readonly receivedOn: string;
  readonly reversesId?: string | undefined;
};

/** Quantity and value that a movement added to a layer, or took from it. */
type StoredChange = Layer & { readonly movementId: string };

/** Writes layers as they are now and what changed them, without waiting. */
export function storeLayers(
  { db, organization }: Context,
  layers: readonly StoredLayer[],
  changes: readonly StoredChange[],
): void {
  db.later(sql`
    with layered as (
      insert into stock_layers (organization_id, movement_id, variant_id, received_on, quantity, value)
      select ${organization}, layer.id, layer.variant_id, coalesce((
          select min(source.received_on) from stock_layer_changes as taken
          join stock_layers as source
            on source.organization_id = taken.organization_id and source.movement_id = taken.layer_id
          where taken.organization_id = ${organization} and taken.movement_id = layer.reverses_id
        ), layer.received_on), layer.quantity, layer.value
      from unnest(${layers.map(({ id }) => id)}::uuid[], ${layers.map(({ variantId }) => variantId)}::uuid[],
        ${layers.map(({ reversesId }) => reversesId ?? null)}::uuid[],
        ${layers.map(({ receivedOn }) => receivedOn)}::date[], ${layers.map(({ quantity }) => quantity)}::bigint[],
        ${layers.map(({ value }) => value)}::bigint[])
        as layer (id, variant_id, reverses_id, received_on, quantity, value)
      on conflict (organization_id, movement_id) do update set quantity = excluded.quantity, value = excluded.value
    )
    insert into stock_layer_changes (organization_id, movement_id, layer_id, quantity, value)
    select ${organization}, change.*
    from unnest(${changes.map(({ movementId }) => movementId)}::uuid[], ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ quantity }) => quantity)}::bigint[], ${changes.map(({ value }) => value)}::bigint[]) as change`);
}
