import type { Period } from '../../core/period.ts';
import { type Sql, sql } from '../../db/sql.ts';

/** The days that are asked for, those that they are compared with after them. */
export type Spans = readonly [current: Period, compared?: Period | undefined];

/** `spans`: a row for each, as the first common table of a statement. */
export function spansTable(spans: Spans): Sql {
  const asked = spans.filter((span) => span !== undefined);
  return sql`spans as (
    select * from unnest(${asked.map((_, index) => index > 0)}::boolean[], ${asked.map(({ from }) => from)}::date[],
      ${asked.map(({ to }) => to)}::date[]) as span (is_compared, first, last))`;
}

/**
 * `steps`: for each sale, each day within a span on which more or less of it was paid, with what was paid of the total
 * before and after. It needs `spans`. A sale that costs nothing is paid on its own day, and no more once it is void.
 *
 * Begins with the settlements of the span, so that it costs what these are many, and looks back no further than the
 * payments of the sales that they settle.
 */
export function stepsTable(organization: string): Sql {
  const settlements = sql`spans join report_settlements as s on s.organization_id = ${organization}`;
  const free = sql`spans join report_sales as s on s.organization_id = ${organization} and s.total = 0`;
  return sql`touched as (
    select spans.*, s.sale_id from ${settlements} and s.allocated_on between spans.first and spans.last
    union select spans.*, s.sale_id from ${settlements} and s.reversed_on between spans.first and spans.last
    union select spans.*, s.id from ${free} and s.sale_date between spans.first and spans.last
    union select spans.*, s.id from ${free} and s.voided_on between spans.first and spans.last
  ), steps as (
    select touched.is_compared, touched.sale_id, step.day, step.before, step.after,
      greatest(sale.total, 1) as total
    from touched
    join report_sales as sale on sale.organization_id = ${organization} and sale.id = touched.sale_id
    cross join lateral (
      select day, (sum(sum(change)) over (order by day) - sum(change))::bigint as before,
        (sum(sum(change)) over (order by day))::bigint as after
      from (
        select allocated_on as day, amount as change from report_settlements
        where organization_id = ${organization} and sale_id = touched.sale_id
        union all
        select reversed_on, -amount from report_settlements
        where organization_id = ${organization} and sale_id = touched.sale_id and reversed_on is not null
        union all select sale.sale_date, 1 where sale.total = 0
        union all select sale.voided_on, -1 where sale.total = 0 and sale.voided_on is not null
      ) as changes group by day) as step
    where step.day between touched.first and touched.last and step.before <> step.after)`;
}

/** Of an entry called `e`: whether it is what a sale was worth when it was confirmed, or takes that back. */
export const isSaleEntry: Sql = sql`(e.source_type = 'sale'
  and (coalesce(e.source_event, '') = 'sale.confirmed' or e.kind = 'reversal'))`;

/** What the books say a sale is worth, as the condition on its entry, called `e`. */
export function isWorthOf(saleId: Sql): Sql {
  return sql`e.source_type = 'sale' and e.source_id = ${saleId} and e.source_event = 'sale.confirmed'
    and e.kind = 'system'`;
}
