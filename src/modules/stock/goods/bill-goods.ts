import type { Day } from '../../../core/calendar.ts';
import { documentMax } from '../../../core/money.ts';
import { averageCost } from '../../../core/stock.ts';
import { sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { checkQuantity, stockedVariant } from '../movements/movement-input.ts';
import { postingOf } from '../movements/posting-of.ts';
import { type ShortSince, shortSince } from '../levels/short-since.ts';
import { ownLayer, StockBook } from '../movements/stock-book.ts';
import type { StockAfter } from '../movements/planned-stock.ts';
import { lockStock, quantitiesOf, type StockedVariant, type StockLock } from '../levels/stock-lock.ts';
import { writeMovements } from '../movements/write-movements.ts';

/** Goods that a line of a bill brings. */
export type BilledGoods = {
  readonly lineId: string;
  readonly variantId: string;
  readonly quantity: bigint;
  /** Undefined for the default location. */
  readonly locationId: string | undefined;
  readonly pointer: string;
};

export type Bill = {
  readonly source: { readonly type: 'expense'; readonly id: string };
  readonly date: Day;
  readonly accounts: AccountsByRole;
};

/** Cost of the goods of each line, in minor units of the base currency. */
type Valued = { readonly values: ReadonlyMap<string, bigint> };

export type Received = {
  /** Debit the stock and credit what waits for its bill, which the bill debits: for the caller to post beside it. */
  readonly postings: readonly Posting[];
  /** Location of the goods of each line. */
  readonly places: ReadonlyMap<string, string>;
};

/** Goods by their location with the stock of each, which nobody else changes until the transaction ends. */
export type GoodsLock = {
  readonly places: readonly (readonly [StockLock, readonly BilledGoods[]])[];
  readonly short: ShortSince;
};

/**
 * Locks the stock that the goods of a bill come into. However many the locations, there is one flight: rows that are
 * missing are made beside the locks. `main` is the default location, where only some of the goods name another.
 */
export async function lockGoods(
  context: Context,
  goods: readonly BilledGoods[],
  main: string | undefined,
): Promise<GoodsLock> {
  if (goods.length === 0) return { places: [], short: new Map() };
  const places = byPlace(goods, main);
  const quantities = quantitiesOf(goods);
  const locking = lockVariants(context, goods);
  makeRows(context, places);
  const [, ...locks] = await Promise.all([
    locking,
    ...places.map(([id, here]) => {
      // Of each variant as many layers as all of the bill may need: what one place leaves, the next begins with.
      const asked = new Map(here.map(({ variantId }) => [variantId, quantities.get(variantId) ?? 0n]));
      return lockStock(context, asked, { id, pointer: `${here[0]?.pointer ?? ''}/location_id` });
    }),
  ]);
  return {
    places: locks.map((lock, index) => [lock, places[index]?.[1] ?? []]),
    short: await shortSince(context, locks),
  };
}

/** Puts the goods of a bill into the stock, as a purchase by hand would. The caller posts. */
export function receiveGoods(context: Context, { places: locked, short }: GoodsLock, bill: Bill & Valued): Received {
  const postings: Posting[] = [];
  const places = new Map<string, string>();
  const left = new Map<string, StockLeft>();
  for (const [lock, here] of locked) {
    const received = receiveHere(context, here, { bill, short, lock: after(left, lock) });
    postings.push(...received.postings);
    for (const one of received.left) left.set(one.variantId, one);
    for (const { lineId } of here) places.set(lineId, lock.locationId);
  }
  return { postings, places };
}

/** Goods by their location; undefined is the default one, where no line names any. */
function byPlace(goods: readonly BilledGoods[], main: string | undefined) {
  const places = Map.groupBy(goods, ({ locationId }) => locationId ?? main);
  if (places.size > 1 && places.has(undefined)) throw new RangeError('the default location was not looked up');
  return [...places];
}

/** The default location, for a bill with goods that go there and others that go elsewhere. */
export async function mainLocation({ db, organization }: Context): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    select id from locations where organization_id = ${organization} and is_default`);
  return id;
}

/**
 * Makes the rows of goods that were never stocked before, without waiting. The pools that there are have to be locked:
 * who makes a row holds them, so that two callers never wait for each other.
 */
function makeRows(context: Context, places: ReturnType<typeof byPlace>): void {
  const { db, organization, now } = context;
  const rows = places.flatMap(([locationId, here]) =>
    [...new Set(here.map(({ variantId }) => variantId))].map((variantId) => ({ variantId, locationId })),
  );
  const variantIds = rows.map(({ variantId }) => variantId);
  const isTracked = sql`item.organization_id = ${organization} and item.track_inventory`;
  db.later(sql`
    insert into stock_pools (organization_id, variant_id, costing_method, updated_at)
    select ${organization}, item.id, costing_method_of(${organization}), ${now} from variants_in_stock as item
    where ${isTracked} and item.id = any(${variantIds}::uuid[]) and not exists (select from stock_pools as pool
      where pool.organization_id = ${organization} and pool.variant_id = item.id)
    order by item.id on conflict do nothing`);
  db.later(sql`
    insert into stock_levels (organization_id, id, variant_id, location_id, created_at, updated_at)
    select ${organization}, given.id, given.variant_id, place.id, ${now}, ${now}
    from unnest(${rows.map(() => context.newId())}::uuid[], ${variantIds}::uuid[],
      ${rows.map(({ locationId }) => locationId ?? null)}::uuid[]) as given (id, variant_id, location_id)
    join variants_in_stock as item on ${isTracked} and item.id = given.variant_id
    join locations as place on place.organization_id = ${organization}
      and case when given.location_id is null then place.is_default else place.id = given.location_id end
    order by given.variant_id on conflict do nothing`);
}

/** Locks all there is of these variants, in their order, as everyone does who changes it. */
export async function lockVariants(
  { db, organization }: Context,
  goods: readonly { readonly variantId: string }[],
): Promise<void> {
  await db.run(sql`
    select variant_id from stock_pools
    where organization_id = ${organization} and variant_id = any(${goods.map(({ variantId }) => variantId)}::uuid[])
    order by variant_id for update`);
}

/** State of a variant that goods at one location leave for those at the next: it does not depend on the location. */
type StockLeft = Pick<StockedVariant, 'variantId' | 'pool' | 'layers' | 'lastUnitCost'>;

/** The stock as it is once what came before is written, of all that was locked before any of it. */
function after(left: ReadonlyMap<string, StockLeft>, lock: StockLock): StockLock {
  return { ...lock, items: new Map([...lock.items].map(([id, item]) => [id, { ...item, ...left.get(id) }])) };
}

type Here = { readonly bill: Bill & Valued; readonly short: ShortSince; readonly lock: StockLock };
type ReceivedHere = { readonly postings: readonly Posting[]; readonly left: readonly StockLeft[] };

function receiveHere(context: Context, goods: readonly BilledGoods[], { bill, short, lock }: Here): ReceivedHere {
  const { date, source, accounts } = bill;
  const book = new StockBook(lock);
  for (const { lineId, variantId, quantity, pointer } of goods) {
    const value = bill.values.get(lineId);
    if (value === undefined) throw new RangeError(`nobody said what line ${lineId} costs`);
    const item = stockedVariant(lock, variantId, pointer);
    checkQuantity(item, quantity, `${pointer}/quantity`);
    if (value > documentMax) throw fault(`${pointer}/amount`, 'too_large', 'Write a smaller amount.');
    const unitCost = averageCost({ quantity, value });
    book.receiveOn(variantId, quantity, { type: 'purchase_receipt', lineId, value, unitCost, on: date, short });
  }
  const planned = book.close();
  const ids = writeMovements(context, planned, { source, date });
  const postings = planned.movements.flatMap((movement, index) => {
    // A variance of goods that had left follows the receipt that revealed it.
    if (movement.type === 'revaluation') return [];
    const next = planned.movements[index + 1];
    const difference = next?.type === 'revaluation' ? next : undefined;
    return postingOf(context, { id: ids[index] ?? '', movement, difference, credited: 0n, date, accounts, lock });
  });
  return { postings, left: planned.after.map((one) => leftOf(one, ids)) };
}

/** A layer has the id of its movement, once that is written. */
function leftOf({ item, pool, layers, lastUnitCost }: StockAfter, ids: readonly string[]): StockLeft {
  const idOf = new Map(ids.map((id, index) => [ownLayer(index), id]));
  const named = layers?.map((layer) => ({ ...layer, id: idOf.get(layer.id) ?? layer.id }));
  return { variantId: item.variantId, pool, layers: named, lastUnitCost };
}
