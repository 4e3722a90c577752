import { type Day, laterOf } from '../../../core/calendar.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsByRole, type Posting } from '../../ledger/index.ts';
import { type Bill, lockVariants } from './bill-goods.ts';
import { refuseShortage } from '../levels/insufficient-stock.ts';
import { postingOf } from '../movements/posting-of.ts';
import { StockBook } from '../movements/stock-book.ts';
import { type OwnLayer, ownFirst } from '../levels/own-first.ts';
import { lockStock, quantitiesOf, type StockLock } from '../levels/stock-lock.ts';
import { writeMovements } from '../movements/write-movements.ts';

const goneHint =
  'Some of these goods have left stock. Return or transfer them to this location, or receive or count stock; ' +
  'then void again.';

type Came = {
  readonly id: string;
  readonly variantId: string;
  readonly locationId: string;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly date: Day;
  readonly lineId: string;
};

/**
 * Sends all goods of a bill that is taken back to its supplier on a day, from where they came in to and at what they
 * came in for: what they are worth by now, after dearer or cheaper ones came, differs on the account of adjustments.
 * Refuses where they are gone. The caller holds the lock of the bill, and posts beside its reversal.
 */
export async function sendBackGoods(context: Context, source: Bill['source'], day: Day): Promise<Posting[]> {
  const [came, accounts] = await Promise.all([goodsOf(context, source), accountsByRole(context)]);
  const places = [...Map.groupBy(came, ({ locationId }) => locationId)].toSorted(ascending(([key]) => key));
  if (places.length > 1) await lockVariants(context, came);
  // Goods dated later were not there before that day.
  const date = came.reduce((latest, movement) => laterOf(latest, movement.date), day);
  const postings: Posting[] = [];
  for (const [locationId, goods] of places) {
    const [locked, layers] = await Promise.all([
      lockStock(context, quantitiesOf(goods), locationId),
      layersOf(context, goods),
    ]);
    refuseShortage(locked, goods, goneHint);
    postings.push(...sendFrom(context, goods, { bill: { source, date, accounts }, lock: ownFirst(locked, layers) }));
  }
  return postings;
}

function goodsOf({ db, organization }: Context, { type, id }: Bill['source']): Promise<Came[]> {
  return db.many<Came>(sql`
    select id, variant_id as "variantId", location_id as "locationId", quantity, total_cost as value,
      effective_date as date, source_line_id as "lineId"
    from stock_movements
    where organization_id = ${organization} and source_id = ${id} and source_type = ${type}
      and type = 'purchase_receipt'
    order by id`);
}

/** Remaining layers of these movements, for costing methods with layers. Read under the lock of their variants. */
function layersOf({ db, organization }: Context, came: readonly Came[]): Promise<OwnLayer[]> {
  return db.many<OwnLayer>(sql`
    select movement_id as id, variant_id as "variantId", quantity, value from stock_layers
    where organization_id = ${organization} and movement_id = any(${came.map(({ id }) => id)}::uuid[]) and quantity > 0
    order by movement_id`);
}

function sendFrom(
  context: Context,
  goods: readonly Came[],
  { bill: { source, date, accounts }, lock }: { readonly bill: Bill; readonly lock: StockLock },
): Posting[] {
  const book = new StockBook(lock);
  for (const { id, variantId, quantity, value, lineId } of goods) {
    book.takeBack(variantId, quantity, { type: 'supplier_return', lineId, reversesId: id, value });
  }
  const planned = book.close();
  const ids = writeMovements(context, planned, { source, date });
  return planned.movements.flatMap((movement, index) => {
    const credited = goods[index]?.value ?? 0n;
    return postingOf(context, {
      id: ids[index] ?? '',
      movement,
      difference: undefined,
      credited,
      date,
      accounts,
      lock,
    });
  });
}
