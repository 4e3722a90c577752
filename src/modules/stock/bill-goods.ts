import type { Day } from '../../core/calendar.ts';
import { documentMax } from '../../core/money.ts';
import { averageCost } from '../../core/stock.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../ledger/index.ts';
import { checkQuantity, stockedVariant, unfit } from './movement-input.ts';
import { postingOf } from './posting-of.ts';
import { StockBook } from './stock-book.ts';
import { lockStock, quantitiesOf, type StockLock } from './stock-lock.ts';
import { writeMovements } from './write-movements.ts';

/** Goods that a line of a bill brings, for `value` in minor units of the base currency. */
type BilledGoods = {
  readonly lineId: string;
  readonly variantId: string;
  readonly quantity: bigint;
  readonly value: bigint;
  /** Undefined for the default location. */
  readonly locationId: string | undefined;
  /** Where the line is in the input. */
  readonly pointer: string;
};

export type Bill = {
  readonly source: { readonly type: 'expense'; readonly id: string };
  readonly date: Day;
  readonly accounts: AccountsByRole;
};

export type Received = {
  /** Debit the stock and credit what waits for its bill, which the bill debits: for the caller to post beside it. */
  readonly postings: readonly Posting[];
  /** Where the goods of each line went. */
  readonly places: ReadonlyMap<string, string>;
};

/** Puts the goods of a bill into the stock, as a purchase by hand would. The caller posts. */
export async function receiveGoods(context: Context, goods: readonly BilledGoods[], bill: Bill): Promise<Received> {
  const postings: Posting[] = [];
  const places = new Map<string, string>();
  for (const [locationId, here] of await byPlace(context, goods)) {
    const pointer = `${here[0]?.pointer ?? ''}/location_id`;
    const lock = await lockStock(context, quantitiesOf(here), { id: locationId, pointer });
    postings.push(...receiveHere(context, here, { bill, lock }));
    for (const { lineId } of here) places.set(lineId, lock.locationId);
  }
  return { postings, places };
}

/**
 * Goods by their location, in the order of the locations. Bills that meet at several lock all their variants first, so
 * that none waits in a circle; the default location is looked up where others are named beside it.
 */
async function byPlace(
  context: Context,
  goods: readonly BilledGoods[],
): Promise<[string | undefined, readonly BilledGoods[]][]> {
  const asked = Map.groupBy(goods, ({ locationId }) => locationId);
  if (asked.size <= 1) return [...asked];
  const [main] = await Promise.all([defaultLocation(context), lockVariants(context, goods)]);
  return [...Map.groupBy(goods, ({ locationId }) => locationId ?? main)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function defaultLocation({ db, organization }: Context): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    select id from locations where organization_id = ${organization} and is_default for key share`);
  return id;
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

type Here = { readonly bill: Bill; readonly lock: StockLock };

function receiveHere(context: Context, goods: readonly BilledGoods[], { bill, lock }: Here): Posting[] {
  const { date, source, accounts } = bill;
  const { today } = context;
  const book = new StockBook(lock);
  for (const { lineId, variantId, quantity, value, pointer } of goods) {
    const item = stockedVariant(lock, variantId, pointer);
    checkQuantity(item, quantity, `${pointer}/quantity`);
    if (value > documentMax) throw unfit(`${pointer}/amount`, 'too_large', 'Write a smaller amount.');
    const unitCost = averageCost({ quantity, value });
    const received = { type: 'purchase_receipt', lineId, value, unitCost } as const;
    if (date < today) book.receiveLate(variantId, quantity, { ...received, today });
    else book.receive(variantId, quantity, received);
  }
  const planned = book.close();
  const ids = writeMovements(context, planned, { source, date });
  return planned.movements.flatMap((movement, index) => {
    // What goods that had left cost more than was assumed follows the receipt that revealed it.
    if (movement.type === 'revaluation') return [];
    const next = planned.movements[index + 1];
    const difference = next?.type === 'revaluation' ? next : undefined;
    return postingOf(context, { id: ids[index] ?? '', movement, difference, credited: 0n, date, accounts, lock });
  });
}
