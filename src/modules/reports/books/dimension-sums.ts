import { addDays, dayOfMonth } from '../../../core/calendar.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';

/**
 * Sums of the lines that name one of some values of dimensions: `period` by its position, `value_id`, `account_id`,
 * `debit`, `credit`. Whole months are read from their sums, and only the days before and after them from lines.
 */
export function valueSums(organization: string, values: Sql, periods: readonly Period[]): Sql {
  const parts = periods.map(parted);
  const months = parts.flatMap((part, period) => (part.months === undefined ? [] : [{ period, ...part.months }]));
  const days = parts.flatMap((part, period) => part.days.map((each) => ({ period, ...each })));
  return sql`
    select asked.period, kept.value_id, kept.account_id, kept.debit, kept.credit
    from ${table(months)}
    join report_dimension_months as kept on kept.organization_id = ${organization}
      and kept.value_id in (${values}) and kept.month between asked.first and asked.last
    union all
    select asked.period, value_id, line.account_id, greatest(line.amount, 0), greatest(-line.amount, 0)
    from ${table(days)}
    join report_lines as line on line.organization_id = ${organization} and line.dimension_value_ids is not null
      and line.entry_date between asked.first and asked.last
    cross join unnest(line.dimension_value_ids) as value_id
    where value_id in (${values})`;
}

type Numbered = Period & { readonly period: number };

function table(periods: readonly Numbered[]): Sql {
  return sql`unnest(${periods.map(({ period }) => period)}::int[], ${periods.map(({ from }) => from)}::date[],
    ${periods.map(({ to }) => to)}::date[]) as asked (period, first, last)`;
}

/** The whole months of a period, and the days that are in none of them. */
function parted({ from, to }: Period): {
  readonly months: Period | undefined;
  readonly days: readonly Period[];
} {
  const first = dayOfMonth(from) === 1 ? from : addDays(periodOf('month', from).to, 1);
  const ends = periodOf('month', to).to === to;
  const last = ends ? to : addDays(periodOf('month', to).from, -1);
  if (last < first) return { months: undefined, days: [{ from, to }] };
  return {
    months: { from: first, to: last },
    days: [
      ...(first === from ? [] : [{ from, to: addDays(first, -1) }]),
      ...(ends ? [] : [{ from: addDays(last, 1), to }]),
    ],
  };
}
