import { and, type Sql, sql, unprepared } from '../db/sql.ts';
import { conditionsOf, type Filter } from './filter.ts';
import type { Context } from './operation.ts';

/** The first rows of a list, and how many of them a filter has to leave for the rest to be walked through. */
const [walked, walkedFor] = [300, 3];

/** A list without its filters: tables, condition and order. */
type Walk = { readonly from: Sql; readonly where: Sql; readonly order: Sql };

/**
 * Whether a filter that may be rare leaves next to none of the first rows. PostgreSQL takes it for one row of two
 * hundred, whatever it asks for, and so walks the index of the order to fill a page: all of a million rows where there
 * is none, 1.5 s. What is rare is better found by the filter's own index, and sorted.
 */
export async function findsFew(
  context: Context,
  filters: Readonly<Record<string, Filter>>,
  asked: Readonly<Record<string, unknown>>,
  { from, where, order }: Walk,
): Promise<boolean> {
  const { rare = [], other = [] } = Object.groupBy(Object.entries(filters), ([, { mayBeRare }]) =>
    mayBeRare === true ? 'rare' : 'other',
  );
  const sought = conditionsOf(context, Object.fromEntries(rare), asked);
  if (sought.length === 0) return false;
  const others = conditionsOf(context, Object.fromEntries(other), asked);
  const { found } = await context.db.one<{ found: number }>(
    unprepared(sql`
      select count(*)::int as found from (
        select from (
          select ${and(sought)} as is_found from ${from} where ${and([where, ...others])}
          order by ${order} limit ${walked}) as first
        where is_found limit ${walkedFor}) as enough`),
  );
  return found < walkedFor;
}
