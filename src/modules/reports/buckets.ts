import type { Day } from '../../core/calendar.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { ReportRange } from './period-input.ts';

/** The days that the intervals begin on. */
function starts({ current, intervals }: ReportRange): Day[] {
  return intervals.length === 0 ? [current.from] : intervals.map(({ from }) => from);
}

/** Position of the interval that `day` is in, from zero; where `is_compared`, of the piece of the comparison. */
export function bucketIn(range: ReportRange): Sql {
  return sql`width_bucket(day, case when is_compared then ${range.comparedPieces.map(({ from }) => from)}::date[]
    else ${starts(range)}::date[] end) - 1`;
}
