import type { Layer } from '../../../core/layers.ts';
import { powerOfTen, quantityScale } from '../../../core/decimal.ts';
import type { Pool } from '../../../core/stock.ts';
import { ascending } from '../../../core/order.ts';
import { arrayOf, type Sql, sql } from '../../../db/sql.ts';
import { batched, batchedLater, NotSideBySide } from '../../../operation/batched.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Overtaken } from '../../../operation/retry.ts';
import { locationNotActive } from '../locations/location.ts';

/** A variant with its stock at one location, as it stands under the lock. */
export type StockedVariant = {
  readonly variantId: string;
  readonly productId: string;
  readonly name: string;
  readonly sku: string | null;
  readonly status: 'draft' | 'active' | 'archived';
  readonly isTracked: boolean;
  readonly negativeStock: 'deny' | 'warn' | 'allow';
  readonly threshold: bigint | null;
  readonly standardCost: bigint | null;
  readonly lastUnitCost: bigint | null;
  /** Decimals that a quantity of it may have. */
  readonly decimals: number;
  readonly inventoryAccount: string | undefined;
  readonly costAccount: string | undefined;
  /** All there is of it, wherever it lies. */
  readonly pool: Pool;
  /** The oldest of its layers, as many as were asked for; undefined where goods are valued at their average. */
  readonly layers: readonly Layer[] | undefined;
  readonly onHand: bigint;
  readonly reserved: bigint;
  readonly isLowArmed: boolean;
  readonly isOutArmed: boolean;
};

/** Variants, or how much of each will move: of goods in layers no more layers are read than hold that. */
export type Asked = readonly string[] | ReadonlyMap<string, bigint>;

/** Quantity by variant, summed over all moves. */
export function quantitiesOf(
  moves: readonly { readonly variantId: string; readonly quantity: bigint }[],
): ReadonlyMap<string, bigint> {
  const quantities = new Map<string, bigint>();
  for (const { variantId: id, quantity } of moves) quantities.set(id, (quantities.get(id) ?? 0n) + quantity);
  return quantities;
}
/** A location, and where in the input it was named. */
export type LocationGiven = { readonly id: string | undefined; readonly pointer: string };

/** A location that goods leave or come to. */
export type Place = {
  readonly locationId: string;
  /** Values of dimensions that it gives to new lines. */
  readonly dimensionIds: readonly string[];
};

/** Stock of some variants at one location that nobody else changes until the transaction ends. */
export type StockLock = Place & {
  /** A location of goods in transit, for which no low stock is reported. */
  readonly isTransit: boolean;
  readonly items: ReadonlyMap<string, StockedVariant>;
};

/**
 * Locks the stock of variants at a location, or at the default one; of a bundle, what it is made of. What does not
 * exist is not in the lock; what has no stock yet has none.
 *
 * One statement, whatever the number of variants. It locks pools in the order of their variants and then levels, and
 * nobody locks a level without its pool, so that two callers never wait for each other. Only where a variant was never
 * stocked before is there a second flight, which makes its rows.
 *
 * Of five variants, among 20,000: 0.4 ms to lock, 1.5 ms with planning, writing and commit.
 */
export async function lockStock(
  context: Context,
  asked: Asked,
  location: string | undefined | LocationGiven,
): Promise<StockLock> {
  const { id: locationId, pointer } =
    typeof location === 'object' ? location : { id: location, pointer: '/location_id' };
  const first = await readLocked(context, asked, locationId);
  const place = usable(first[0], pointer);
  const unstocked = first.filter((row) => row.is_tracked === true && row.on_hand === null);
  const rows = unstocked.length === 0 ? first : await readAgain(context, { asked, place, unstocked: idsOf(unstocked) });
  const isTransit = place.location_type === 'in_transit';
  return { ...placeFrom(place), isTransit, items: new Map(rows.flatMap(itemFrom)) };
}

/** A variant that was found before it was asked for: one that is not in the lock was merged into another meanwhile. */
export function lockedItem({ items }: StockLock, variantId: string): StockedVariant {
  const item = items.get(variantId);
  if (item === undefined) throw new Overtaken(`variant ${variantId} is not in the lock`);
  return item;
}

/** The location that goods would leave, where nothing is moved and so nothing is locked. */
export async function locationFor({ db, organization }: Context, id: string | undefined): Promise<Place> {
  const place = await db.maybe<PlaceRow>(sql`
    select id as location_id, archived_at is not null as is_archived, dimension_value_ids as location_values
    from locations where organization_id = ${organization} and ${isPlace(id)}`);
  return placeFrom(usable(place, '/location_id'));
}

function placeFrom({ location_id: locationId, location_values: dimensionIds }: PlaceRow): Place {
  return { locationId, dimensionIds };
}

function usable<Found extends PlaceRow>(place: Found | undefined, pointer: string): Found {
  if (place === undefined) {
    const message = 'The location was not found.';
    throw notFound({ errors: [{ pointer, code: 'not_found', message }] });
  }
  if (place.is_archived) throw locationNotActive();
  return place;
}

/** The one that is named, else the main one. */
function isPlace(id: string | undefined): Sql {
  return sql`case when ${id ?? null}::uuid is null then is_default else id = ${id ?? null}::uuid end`;
}

type PlaceRow = {
  readonly location_id: string;
  readonly is_archived: boolean;
  readonly location_values: readonly string[];
};

type Row = PlaceRow & {
  readonly location_type: string;
  readonly id: string | null;
  readonly product_id: string;
  readonly product_name: string;
  readonly option_values: readonly string[];
  readonly sku: string | null;
  readonly status: StockedVariant['status'];
  readonly is_tracked: boolean | null;
  readonly negative_stock: StockedVariant['negativeStock'];
  readonly low_stock_threshold: bigint | null;
  readonly standard_cost_micro: bigint | null;
  readonly unit_decimals: number;
  readonly inventory_account_id: string | null;
  readonly cogs_account_id: string | null;
  readonly quantity: bigint | null;
  readonly value: bigint | null;
  readonly last_unit_cost: bigint | null;
  readonly layers: readonly string[] | null;
  readonly on_hand: bigint | null;
  readonly reserved: bigint | null;
  readonly low_armed: boolean | null;
  readonly out_armed: boolean | null;
};

/** A quantity of one. */
const unit = powerOfTen(quantityScale);

function readLocked(context: Context, asked: Asked, locationId: string | undefined): Promise<Row[]> {
  return lockedRows(context, { asked, locationId });
}

type AskedAt = { readonly asked: Asked; readonly locationId: string | undefined };

/** Stock of one location in one statement, whoever asks for it. */
const lockedRows = batched('read', async (context: Context, all: readonly AskedAt[]) => {
  const rows = new Map<AskedAt, Row[]>();
  for (const [locationId, ones] of Map.groupBy(all, (one) => one.locationId)) {
    const found = await lockedAt(
      context,
      ones.map(({ asked }) => asked),
      locationId,
    );
    for (const [index, one] of ones.entries()) rows.set(one, found[index] ?? []);
  }
  return all.map((one) => rows.get(one) ?? []);
});

// Both locks return rows as they are once the lock is held, not as they were when the statement began. Ids are given as
// arrays, which the planner looks up one by one even where it knows nothing of a table; a join may read it whole.
async function lockedAt(
  { db, organization }: Context,
  all: readonly Asked[],
  locationId: string | undefined,
): Promise<Row[][]> {
  const given = all.flatMap((asked, nth) => idsAndQuantities(asked).map(([id, quantity]) => ({ nth, id, quantity })));
  const ids = arrayOf(
    'uuid',
    given.map(({ id }) => id),
  );
  const rows = await db.many<Row & { readonly nth: number | null }>(sql`
    with asked as (
      select given.nth, coalesce(part.variant_id, given.id) as id,
        ceil(sum(given.quantity::numeric * coalesce(part.quantity, ${unit}) / ${unit}))::bigint as quantity
      from unnest(${ids}, ${arrayOf(
        'bigint',
        given.map(({ quantity }) => quantity),
      )},
        ${given.map(({ nth }) => nth)}::int[]) as given (id, quantity, nth)
      left join bundle_parts part
        on part.organization_id = ${organization} and part.bundle_id = given.id
          and part.bundle_id = any(${ids})
      group by 1, 2
    ), place as (
      select id, type, archived_at is not null as is_archived, dimension_value_ids from locations
      where organization_id = ${organization}
        and ${isPlace(locationId)}
      for key share
    ), pool as (
      select variant_id, quantity, value, last_unit_cost, costing_method from stock_pools
      where organization_id = ${organization} and variant_id = any(array(select id from asked))
      order by variant_id for update
    ), level as (
      select variant_id, on_hand, reserved, low_armed, out_armed, low_stock_threshold from stock_levels
      where organization_id = ${organization} and location_id = (select id from place)
        and variant_id = any(array(select variant_id from pool))
      order by variant_id for update
    )
    select asked.nth, place.id as location_id, place.type as location_type, place.is_archived,
      place.dimension_value_ids as location_values, item.id,
      item.product_id, item.product_name, item.option_values,
      item.sku, item.status, item.track_inventory as is_tracked, item.negative_stock,
      coalesce(level.low_stock_threshold, item.low_stock_threshold) as low_stock_threshold,
      item.standard_cost_micro, item.unit_decimals, item.inventory_account_id, item.cogs_account_id, pool.quantity,
      pool.value, pool.last_unit_cost,
      case when pool.costing_method = 'fifo' then open_layers(${organization}, item.id, asked.quantity) end as layers,
      level.on_hand, level.reserved, level.low_armed, level.out_armed
    from place
    left join asked on true
    left join variants_to_move item on item.organization_id = ${organization} and item.id = asked.id
      and item.id = any(array(select id from asked))
    left join pool on pool.variant_id = item.id
    left join level on level.variant_id = item.id`);
  const ofVariants = rows.flatMap(({ id }) => id ?? []);
  if (new Set(ofVariants).size < ofVariants.length) throw new NotSideBySide('two calls move the same stock');
  const found = Map.groupBy(rows, ({ nth }) => nth);
  // Who asks for nothing learns of the place alone.
  const [first] = rows;
  const nothingAsked = first === undefined ? [] : [{ ...first, id: null, is_tracked: null }];
  return all.map((_, nth) => found.get(nth) ?? nothingAsked);
}

/** Without quantities, no more of the layers is read than anybody asks for: none. */
function idsAndQuantities(asked: Asked): (readonly [string, bigint | null])[] {
  return 'get' in asked ? [...asked] : asked.map((id) => [id, null] as const);
}

type Unstocked = { readonly asked: Asked; readonly place: Row; readonly unstocked: readonly string[] };

/** Makes the rows that are missing, then locks them. Of two callers at once, one makes them and the other waits. */
function readAgain(context: Context, { asked, place, unstocked }: Unstocked): Promise<Row[]> {
  makeStock(context, { locationId: place.location_id, variantIds: unstocked });
  return readLocked(context, asked, place.location_id);
}

type Making = { readonly locationId: string; readonly variantIds: readonly string[] };

const makeStock = batchedLater('write', (context: Context, all: readonly Making[]) => {
  const { db, organization, now } = context;
  const pools = all.flatMap(({ variantIds }) => variantIds).toSorted();
  const levels = all
    .flatMap(({ locationId, variantIds }) => variantIds.map((variantId) => ({ locationId, variantId })))
    .toSorted(ascending(({ variantId }) => variantId));
  // A new pool takes the costing method, which nobody changes meanwhile.
  db.later(sql`
    insert into stock_pools (organization_id, variant_id, costing_method, updated_at)
    select ${organization}, variant_id, costing_method, ${now}
    from costing_method_of(${organization}) as costing_method, unnest(${pools}::uuid[]) as variant_id
    on conflict do nothing`);
  db.later(sql`
    insert into stock_levels (organization_id, id, variant_id, location_id, created_at, updated_at)
    select ${organization}, level.*, ${now}, ${now}
    from unnest(${levels.map(() => context.newId())}::uuid[], ${levels.map(({ variantId }) => variantId)}::uuid[],
      ${levels.map(({ locationId }) => locationId)}::uuid[]) as level (id, variant_id, location_id)
    on conflict do nothing`);
});

function idsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ id }) => id ?? []);
}

function itemFrom(row: Row): [string, StockedVariant][] {
  const { id, option_values: values } = row;
  if (id === null) return [];
  const item: StockedVariant = {
    variantId: id,
    productId: row.product_id,
    name: values.length === 0 ? row.product_name : `${row.product_name} (${values.join(' / ')})`,
    sku: row.sku,
    status: row.status,
    isTracked: row.is_tracked === true,
    negativeStock: row.negative_stock,
    threshold: row.low_stock_threshold,
    standardCost: row.standard_cost_micro,
    lastUnitCost: row.last_unit_cost,
    decimals: row.unit_decimals,
    inventoryAccount: row.inventory_account_id ?? undefined,
    costAccount: row.cogs_account_id ?? undefined,
    pool: { quantity: row.quantity ?? 0n, value: row.value ?? 0n },
    layers: row.layers?.map(layerFrom),
    onHand: row.on_hand ?? 0n,
    reserved: row.reserved ?? 0n,
    isLowArmed: row.low_armed === true,
    isOutArmed: row.out_armed === true,
  };
  return [[id, item]];
}

/** A layer as `open_layers` writes it. */
function layerFrom(text: string): Layer {
  const [id = '', quantity = '', value = ''] = text.split(' ');
  return { id, quantity: BigInt(quantity), value: BigInt(value) };
}
