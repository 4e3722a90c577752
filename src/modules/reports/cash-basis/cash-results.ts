import type { Day } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountMovement, accountMovements } from '../../ledger/index.ts';
import { valueMovements } from '../books/value-movements.ts';
import { spansTable } from './settlement-steps.ts';
import type { ReportRange } from '../period-input.ts';
import type { Basis } from '../report.ts';

/** Movement of each account of income and expense in the range, by interval, and in its comparison. */
export type Results = {
  readonly moved: readonly AccountMovement[];
  /** By the pieces of the comparison. */
  readonly before: readonly AccountMovement[];
};

const resultClasses = ['revenue', 'expense'] as const;

/** Of a value of a dimension, only the lines that name it; payments name none, so that it has no cash basis. */
export async function resultsOf(context: Context, basis: Basis, range: ReportRange, value?: string): Promise<Results> {
  const { current, intervals, comparedPieces } = range;
  if (basis === 'cash') return cashResults(context, range);
  const movedIn = (periods: readonly Period[]) =>
    value === undefined ? accountMovements(context, resultClasses, periods) : valueMovements(context, value, periods);
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
