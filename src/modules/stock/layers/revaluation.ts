import { addDays } from '../../../core/calendar.ts';
import { changesBetween, type Layer, layersLeft } from '../../../core/layers.ts';
import { sum } from '../../../core/list.ts';
import { averageCost } from '../../../core/stock.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import type { CostingMethod } from './costing-method.ts';
import type { DatedLayer, LayersByVariant, PoolRow } from './layer-rows.ts';
import { storeLayers } from './write-layers.ts';

/** A variant's stock as it is valued from now on, and the movement `id` that says so. */
export type Revalued = {
  readonly id: string;
  readonly pool: PoolRow;
  readonly difference: bigint;
  readonly layers: readonly DatedLayer[];
  readonly changes: readonly Layer[];
};

type Known = { readonly id: string; readonly before: LayersByVariant; readonly received: LayersByVariant };

/** At an average, goods are worth what they were; in layers, what those cost that came last. */
export function revaluedAs(method: CostingMethod, pool: PoolRow, { id, before, received }: Known): Revalued {
  const was = before.get(pool.variant_id) ?? [];
  if (method === 'weighted_average') {
    const layers = was.map((layer) => ({ ...layer, quantity: 0n, value: 0n }));
    return { id, pool, difference: 0n, layers, changes: changesBetween(was, []) };
  }
  const came = received.get(pool.variant_id) ?? [];
  const days = new Map(came.map((layer) => [layer.id, layer.receivedOn]));
  const left = layersLeft(came, pool, id);
  // Nobody knows when the rest came: it is the oldest.
  const oldest = addDays(came.at(-1)?.receivedOn ?? '1970-01-02', -1);
  const layers = left.map((layer) => ({ ...layer, receivedOn: days.get(layer.id) ?? oldest }));
  const difference = sum(left.map(({ value }) => value)) - pool.value;
  return { id, pool, difference, layers, changes: changesBetween(was, left) };
}

type Revaluation = { readonly method: CostingMethod; readonly date: string; readonly revalued: readonly Revalued[] };

/** Writes pools, the movements that say by how much each was revalued, and layers: all was decided under locks. */
export function writeRevaluation(context: Context, { method, date, revalued }: Revaluation): void {
  const { db, organization, now, actor } = context;
  writePools(context, { method, revalued });
  if (revalued.length === 0) return;
  const unitCosts = revalued.map(
    ({ pool, difference }) => averageCost({ quantity: pool.quantity, value: pool.value + difference }) ?? 0n,
  );
  db.later(sql`
    insert into stock_movements (organization_id, id, variant_id, location_id, type, quantity, unit_cost, total_cost,
      variance, effective_date, occurred_at, balance_after, created_by)
    select ${organization}, revalued.id, revalued.variant_id, place.id, 'revaluation', 0, revalued.unit_cost, 0,
      -revalued.difference, ${date}, ${now}, coalesce(level.on_hand, 0), ${JSON.stringify(actorStamp(actor))}
    from unnest(${revalued.map(({ id }) => id)}::uuid[], ${revalued.map(({ pool }) => pool.variant_id)}::uuid[],
      ${unitCosts}::bigint[], ${revalued.map(({ difference }) => difference)}::bigint[])
      as revalued (id, variant_id, unit_cost, difference)
    join locations place on place.organization_id = ${organization} and place.is_default
    left join stock_levels level on level.organization_id = ${organization}
      and level.variant_id = revalued.variant_id and level.location_id = place.id`);
  storeLayers(
    context,
    revalued.flatMap(({ pool, layers }) => layers.map((layer) => ({ ...layer, variantId: pool.variant_id }))),
    revalued.flatMap(({ id, changes }) => changes.map((change) => ({ ...change, movementId: id }))),
  );
}

type Pools = Omit<Revaluation, 'date'>;

function writePools({ db, organization, now }: Context, { method, revalued }: Pools): void {
  db.later(sql`
    update stock_pools as pool set costing_method = ${method}, updated_at = ${now},
      value = pool.value + coalesce(revalued.difference, 0)
    from stock_pools as old
    left join unnest(${revalued.map(({ pool }) => pool.variant_id)}::uuid[],
      ${revalued.map(({ difference }) => difference)}::bigint[]) as revalued (variant_id, difference)
      on revalued.variant_id = old.variant_id
    where pool.organization_id = ${organization} and old.organization_id = ${organization}
      and old.variant_id = pool.variant_id`);
}
