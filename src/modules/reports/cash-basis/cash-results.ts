import type { Day } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountMovement } from '../../ledger/index.ts';
import type { DimensionFilter } from '../books/dimension-filter.ts';
import { narrowedMovements } from '../books/narrowed-sums.ts';
import { spansTable } from './settlement-steps.ts';
import type { ReportRange } from '../period-input.ts';
import type { Basis } from '../report.ts';

/** Movement of each account of income and expense in the range, by interval, and in its comparison. */
export type Results = {
  readonly moved: readonly AccountMovement[];
  /** By the pieces of the comparison. */
  readonly before: readonly AccountMovement[];
};

/** Payments name no values of dimensions, so that what is narrowed by one has no cash basis. */
export async function resultsOf(
  context: Context,
  basis: Basis,
  range: ReportRange,
  filter: DimensionFilter = {},
): Promise<Results> {
  const { current, intervals, comparedPieces } = range;
  if (basis === 'cash') return cashResults(context, range);
  const movedIn = (periods: readonly Period[]) => narrowedMovements(context, filter, periods);
  const [moved, before] = await Promise.all([
    movedIn(intervals.length > 0 ? intervals : [current]),
    comparedPieces.length === 0 ? [] : movedIn(comparedPieces),
  ]);
  return { moved, before };
}

async function cashResults(context: Context, range: ReportRange): Promise<Results> {
  const { current, compared, intervals, comparedPieces } = range;
  const starts: Day[] = intervals.length > 0 ? intervals.map(({ from }) => from) : [current.from];
  const rows = await context.db.many<AccountMovement & { is_compared: boolean }>(sql`
    with ${spansTable([current, compared])}
    select a.id, a.code, a.name, a.type, a.class, a.system_role as role, cells.is_compared, cells.period,
      greatest(cells.amount, 0) as debit, greatest(-cells.amount, 0) as credit
    from report_accounts as a
    cross join lateral (
      select spans.is_compared, sum(kept.amount)::bigint as amount,
        width_bucket(kept.day, case when spans.is_compared then ${comparedPieces.map(({ from }) => from)}::date[]
          else ${starts}::date[] end) - 1 as period
      from spans
      join cash_days as kept on kept.organization_id = ${context.organization} and kept.rate_id is null
        and kept.account_id = a.id and kept.day between spans.first and spans.last
      group by 1, 3) as cells
    where a.organization_id = ${context.organization} and a.class in ('revenue', 'expense')
    order by a.code, cells.period`);
  return { moved: rows.filter((row) => !row.is_compared), before: rows.filter((row) => row.is_compared) };
}
