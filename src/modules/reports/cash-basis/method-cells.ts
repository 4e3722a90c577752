import { join, sql } from '../../../db/sql.ts';
import { validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { paymentFacts } from './payment-facts.ts';
import type { ReportRange } from '../period-input.ts';
import { bucketIn } from '../buckets.ts';
import type { RevenueCell, RevenueFilter } from '../revenue/revenue-facts.ts';

/** Money by the method that it came in or went back by, as cells of revenue. */
export async function methodCells(context: Context, range: ReportRange, filter: RevenueFilter): Promise<RevenueCell[]> {
  refuseFilters(filter);
  const { db, organization } = context;
  const spans = [range.current, ...(range.compared === undefined ? [] : [range.compared])];
  const facts = spans.map((span, index) => {
    const moved = paymentFacts(organization, span);
    return sql`select ${index > 0}::boolean as is_compared, moved.* from (${moved}) as moved`;
  });
  type Row = Pick<RevenueCell, 'key' | 'is_compared' | 'bucket' | 'sales' | 'gross' | 'returns'>;
  const rows = await db.many<Row>(sql`
    select method_id as key, is_compared,
      ${bucketIn(range)} as bucket,
      sum(count)::bigint as sales, sum(received)::bigint as gross, sum(refunded)::bigint as returns
    from (${join(facts, sql` union all `)}) as moved group by 1, 2, 3`);
  // All methods are shown, so that no group is beyond any limit.
  const none = { groups: 0, units: 0n, discounts: 0n, charges: 0n, tax: 0n, cost: 0n };
  return rows.map((row) => ({ kind: 'group', ...none, ...row }));
}

/** A payment is of no location and no channel, and may be for sales of several. */
function refuseFilters(filter: RevenueFilter): void {
  const given = Object.entries(filter).find(([, value]) => value !== undefined);
  if (given === undefined) return;
  const message = 'Leave this filter out, or choose another `group_by`: payments are not split by it.';
  throw validationFailed({ errors: [{ pointer: `/${given[0]}`, code: 'not_by_method', message }], hint: message });
}
