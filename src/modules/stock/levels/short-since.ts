import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { StockLock } from './stock-lock.ts';

/** The last day on which any of a variant left, by its id, of those of which more left than there was. */
export type ShortSince = ReadonlyMap<string, Day>;

/** Asks nothing where nothing is short, as hardly ever anything is: only then its movements are read. */
export async function shortSince({ db, organization }: Context, locks: readonly StockLock[]): Promise<ShortSince> {
  const items = locks.flatMap((lock) => [...lock.items.values()]);
  const short = new Set(items.filter(({ pool }) => pool.quantity < 0n).map(({ variantId }) => variantId));
  if (short.size === 0) return new Map();
  const rows = await db.many<{ variant_id: string; day: Day }>(sql`
    select variant_id, max(effective_date) as day from stock_movements
    where organization_id = ${organization} and variant_id = any(${[...short]}::uuid[]) and quantity < 0
      and type <> 'transfer_out'
    group by variant_id`);
  return new Map(rows.map(({ variant_id: id, day }) => [id, day]));
}
