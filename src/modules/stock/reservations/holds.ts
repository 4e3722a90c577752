import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { enqueue } from '../../../operation/jobs.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Demand, refuseShortage } from '../levels/insufficient-stock.ts';
import { expiryJob } from './expiry-job.ts';
import { reservationExpired, stockReleased, stockReserved } from './reservation.ts';
import { StockBook } from '../movements/stock-book.ts';
import { lockedItem, lockStock, type StockLock } from '../levels/stock-lock.ts';
import { writeMovements } from '../movements/write-movements.ts';

/** Stock that is held: an active reservation. */
export type Hold = {
  readonly id: string;
  readonly variant_id: string;
  readonly location_id: string;
  readonly quantity: bigint;
  readonly expires_at: string;
};

type Source = { readonly type: 'sale'; readonly id: string };

/**
 * Reservations of a record, as of the locks that this query is sent behind: the caller has locked the record, so that
 * it reserves nothing new meanwhile, and the pools, so that nothing expires.
 */
export function heldFor({ db, organization }: Context, { type, id }: Source): Promise<Hold[]> {
  return db.many<Hold>(sql`
    select id, variant_id, location_id, quantity, expires_at from stock_reservations
    where organization_id = ${organization} and source_type = ${type} and source_id = ${id} and status = 'active'
    order by id for update`);
}

/** The same without any lock: what to lock before it can be asked what is still held. */
export function holdsOf({ db, organization }: Context, { type, id }: Source): Promise<Hold[]> {
  return db.many<Hold>(sql`
    select id, variant_id, location_id, quantity, expires_at from stock_reservations
    where organization_id = ${organization} and source_type = ${type} and source_id = ${id} and status = 'active'`);
}

/** Those of these reservations that are active. */
export function activeAmong({ db, organization }: Context, ids: readonly string[]): Promise<Hold[]> {
  return db.many<Hold>(sql`
    select id, variant_id, location_id, quantity, expires_at from stock_reservations
    where organization_id = ${organization} and id = any(${ids}::uuid[]) and status = 'active'
    order by id for update`);
}

/** The stock as it is for whoever holds some of it: what they hold is not held against them. */
export function releasedFrom(lock: StockLock, held: readonly Hold[]): StockLock {
  const here = held.filter(({ location_id: location }) => location === lock.locationId);
  if (here.length === 0) return lock;
  const items = new Map(lock.items);
  for (const { variant_id: id, quantity } of here) {
    const item = items.get(id);
    if (item !== undefined) items.set(id, { ...item, reserved: item.reserved - quantity });
  }
  return { ...lock, items };
}

/** Stock that is locked where it will be held and where it was. */
export type LockedHolds = {
  readonly lock: StockLock;
  readonly elsewhere: readonly StockLock[];
  readonly held: readonly Hold[];
};

type Rehold = {
  readonly source: Source;
  /** Results of {@link holdsOf}. */
  readonly found: readonly Hold[];
  readonly variantIds: readonly string[];
  readonly locationId: string;
};

/** Locks what a record holds together with what it will hold, so that pools are locked in one order. One flight. */
export async function lockHolds(
  context: Context,
  { source, found, variantIds, locationId }: Rehold,
): Promise<LockedHolds> {
  const asked = [...new Set([...variantIds, ...found.map((one) => one.variant_id)])];
  const others = new Set(found.map((one) => one.location_id).filter((place) => place !== locationId));
  const locking = lockStock(context, asked, locationId);
  const lockingOthers = [...others].map((place) => lockStock(context, asked, place));
  const holding = found.length === 0 ? [] : heldFor(context, source);
  const [lock, held, ...elsewhere] = await Promise.all([locking, holding, ...lockingOthers]);
  return { lock, held, elsewhere };
}

type Holding = {
  readonly demands: readonly Demand[];
  /** Reservations released for it, with the locks of other locations where some of them are. */
  readonly held?: readonly Hold[] | undefined;
  readonly elsewhere?: readonly StockLock[] | undefined;
  readonly expiresAt: string;
  readonly source?: Source | undefined;
  readonly about?: HoldAbout | undefined;
};
type HoldAbout = {
  readonly note?: string | undefined;
  readonly external_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: readonly string[] | undefined;
};

export type Held = { readonly ids: readonly string[]; readonly warnings: readonly string[] };

/** Reserves locked stock, each variant with the sum of all demands, in place of earlier reservations. */
export function holdStock(context: Context, lock: StockLock, holding: Holding): Held {
  const { demands, held = [], elsewhere = [], expiresAt, source, about = {} } = holding;
  const freed = releasedFrom(lock, held);
  const warnings = refuseShortage(freed, demands);
  const wanted = new Map<string, bigint>();
  for (const { variantId, quantity } of demands) {
    if (!lockedItem(lock, variantId).isTracked) continue;
    wanted.set(variantId, (wanted.get(variantId) ?? 0n) + quantity);
  }
  const book = freedBook(lock, held);
  for (const [id, quantity] of wanted) book.hold(id, quantity);
  for (const one of [book, ...elsewhere.map((place) => freedBook(place, held))]) {
    writeMovements(context, one.close(), { date: context.today });
  }
  endHolds(context, held, 'released');
  const rows = [...wanted].map(([variantId, quantity]) => {
    return {
      id: context.newId(),
      variant_id: variantId,
      location_id: lock.locationId,
      quantity,
      expires_at: expiresAt,
    };
  });
  insertHolds(context, rows, { source, about });
  return { ids: rows.map(({ id }) => id), warnings };
}

/** The stock of a location without what is let go there. */
function freedBook(lock: StockLock, held: readonly Hold[]): StockBook {
  const book = new StockBook(releasedFrom(lock, held));
  for (const { variant_id: id } of held.filter((one) => one.location_id === lock.locationId)) book.hold(id, 0n);
  return book;
}

function insertHolds(context: Context, rows: readonly Hold[], { source, about }: Pick<Holding, 'source' | 'about'>) {
  const [first] = rows;
  if (first === undefined) return;
  const { db, organization, now, actor } = context;
  const stamp = JSON.stringify(actorStamp(actor));
  db.later(sql`
    insert into stock_reservations (organization_id, id, variant_id, location_id, quantity, expires_at, source_type,
      source_id, note, external_id, metadata, tags, created_at, updated_at, created_by, updated_by)
    select ${organization}, held.*, ${first.expires_at}, ${source?.type ?? null}, ${source?.id ?? null},
      ${about?.note ?? null}, ${about?.external_id ?? null}, ${JSON.stringify(about?.metadata ?? {})},
      ${about?.tags ?? []}, ${now}, ${now}, ${stamp}, ${stamp}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.variant_id)}::uuid[],
      ${rows.map((row) => row.location_id)}::uuid[], ${rows.map(({ quantity }) => quantity)}::bigint[]) as held`);
  enqueue(context, { kind: expiryJob, payload: {}, runAt: first.expires_at });
  for (const row of rows) context.emit(stockReserved(row));
}

type Ending = 'fulfilled' | 'released' | 'expired';

/** Says what became of holds whose stock is written already. What a sale took is told by the sale. */
export function endHolds(context: Context, held: readonly Hold[], status: Ending): void {
  if (held.length === 0) return;
  const { db, organization, now, actor } = context;
  db.later(sql`
    update stock_reservations set status = ${status}, ended_at = ${now}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = any(${held.map(({ id }) => id)}::uuid[])`);
  if (status === 'released') for (const one of held) context.emit(stockReleased(one));
  if (status === 'expired') for (const one of held) context.emit(reservationExpired(one));
}

/**
 * Lets go what is held, wherever it lies. `find` answers what still is, once the pools of these variants are locked.
 */
export async function letGo(
  context: Context,
  found: readonly Hold[],
  { status, find }: { readonly status: 'released' | 'expired'; readonly find: () => Promise<Hold[]> },
): Promise<Hold[]> {
  const variantIds = [...new Set(found.map((one) => one.variant_id))];
  const places = [...new Set(found.map((one) => one.location_id))].toSorted();
  const locks = places.map((place) => lockStock(context, variantIds, place));
  const [held, ...locked] = await Promise.all([find(), ...locks]);
  for (const lock of locked) writeMovements(context, freedBook(lock, held).close(), { date: context.today });
  endHolds(context, held, status);
  return held;
}
