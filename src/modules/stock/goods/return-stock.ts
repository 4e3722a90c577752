import { type Day, laterOf } from '../../../core/calendar.ts';
import { type CostedItem, goodsIssued } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsByRole, type Posting } from '../../ledger/index.ts';
import { dimensionsOf } from './issue-stock.ts';
import { StockBook } from '../movements/stock-book.ts';
import { lockStock, quantitiesOf } from '../levels/stock-lock.ts';
import { writeMovements } from '../movements/write-movements.ts';

type Issued = {
  readonly id: string;
  readonly variant_id: string;
  readonly location_id: string;
  readonly quantity: bigint;
  readonly total_cost: bigint;
  readonly effective_date: Day;
  readonly source_line_id: string | null;
};

type Source = { readonly type: 'sale'; readonly id: string };

/**
 * Takes all the goods of a sale back on a day, each at what it cost when it left: what the average is by now would turn
 * a sale that never was into a gain or a loss. They come back to where they left from, or to the default location if
 * that is archived. What leaves later comes back on its own day. `dimensions` are those of its lines, by their ids. The
 * caller holds the sale's lock.
 *
 * @returns postings, for the caller to post beside the reversal of the sale's own: none unless goods had been sold
 * before they came, and have come since at another cost than was assumed
 */
export async function returnStock(
  context: Context,
  source: Source,
  { day, dimensions }: { readonly day: Day; readonly dimensions: ReadonlyMap<string, readonly string[]> },
): Promise<Posting[]> {
  const issued = await issuedFor(context, source);
  const places = Map.groupBy(issued, (movement) => movement.location_id);
  const variances: CostedItem[] = [];
  const date = issued.reduce((latest, movement) => laterOf(latest, movement.effective_date), day);
  for (const [locationId, movements] of places) {
    const back = movements.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity: -quantity }));
    const lock = await lockStock(context, quantitiesOf(back), locationId);
    const book = new StockBook(lock);
    for (const { id, variant_id: variantId, quantity, total_cost: value, source_line_id: lineId } of movements) {
      const about = { type: 'sale_return', lineId: lineId ?? undefined, reversesId: id } as const;
      const { item, variance } = book.receive(variantId, -quantity, { ...about, value });
      if (variance === 0n) continue;
      variances.push({ ...dimensionsOf(item, lock), dimensionIds: dimensions.get(lineId ?? ''), cost: variance });
    }
    writeMovements(context, book.close(), { source, date });
  }
  return variances.length === 0 ? [] : correction(context, variances, { source, date });
}

/** Stock issued for the sale and not returned yet, by location in order. */
function issuedFor({ db, organization }: Context, { type, id }: Source): Promise<Issued[]> {
  return db.many<Issued>(sql`
    select movement.id, movement.variant_id,
      case when location.archived_at is null then location.id else main.id end as location_id,
      movement.quantity, movement.total_cost, movement.effective_date, movement.source_line_id
    from stock_movements movement
    join locations location
      on location.organization_id = movement.organization_id and location.id = movement.location_id
    join locations main on main.organization_id = movement.organization_id and main.is_default
    where movement.organization_id = ${organization} and movement.source_id = ${id} and movement.source_type = ${type}
      and movement.type = 'sale_issue' and not exists (select from stock_movements back
        where back.organization_id = movement.organization_id and back.reverses_id = movement.id)
    order by location_id, movement.id`);
}

async function correction(
  context: Context,
  items: readonly CostedItem[],
  { source, date }: { readonly source: Source; readonly date: Day },
): Promise<Posting[]> {
  const accounts = await accountsByRole(context);
  const header = { date, memo: 'Cost of goods returned', source };
  const entry = goodsIssued({ header, accounts, items });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}
