import type { Period } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';

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
 * A return pays the sale that it takes back and is paid by it at once; a write-off or discount is no payment.
 *
 * Begins with the settlements of the span, so that it costs what these are many, and looks back no further than the
 * payments of the sales that they settle.
 */
export function stepsTable(organization: string): Sql {
  const own = sql`organization_id = ${organization}`;
  const settled = (day: Sql) => sql`
    select spans.*, s.sale_id from spans ${each(sql`
      select sale_id from report_settlements where ${own} and ${day} between spans.first and spans.last
        and kind not in ('write_off', 'discount')`)} as s`;
  const free = (day: Sql) => sql`
    select spans.*, s.id from spans ${each(sql`
      select id from report_sales where ${own} and ${day} between spans.first and spans.last and total = 0`)} as s`;
  return sql`touched as (
    ${settled(sql`allocated_on`)} union ${settled(sql`reversed_on`)}
    union ${free(sql`sale_date`)} union ${free(sql`voided_on`)}
  ), steps as (
    select touched.is_compared, touched.sale_id, step.day, step.before, step.after,
      greatest(sale.total, 1) as total
    from touched
    ${each(sql`select * from report_sales where ${own} and id = touched.sale_id`)} as sale
    cross join lateral (
      select day, (sum(sum(change)) over (order by day) - sum(change))::bigint as before,
        (sum(sum(change)) over (order by day))::bigint as after
      from (
        select allocated_on as day, amount as change from report_settlements
        where ${own} and sale_id = touched.sale_id and kind not in ('write_off', 'discount')
        union all
        select reversed_on, -amount from report_settlements
        where ${own} and sale_id = touched.sale_id and kind not in ('write_off', 'discount') and reversed_on is not null
        union all select sale.sale_date, 1 where sale.total = 0
        union all select sale.voided_on, -1 where sale.total = 0 and sale.voided_on is not null
      ) as changes group by day) as step
    where step.day between touched.first and touched.last and step.before <> step.after)`;
}

/**
 * A join that is done row by row, through an index. Where the days come from a table, PostgreSQL cannot know how few
 * rows they are and hashes whole tables instead: profit and loss of a month on the cash basis read 43,000 pages beside
 * 200,000 lines of history.
 */
export function each(rows: Sql): Sql {
  return sql`cross join lateral (${rows} offset 0)`;
}

/** The lines of an account called `a`, from one day to another. */
export function linesOfAccount(organization: string, { first, last }: { first: Sql; last: Sql }): Sql {
  return each(sql`
    select * from report_lines where organization_id = ${organization} and account_id = a.id
      and entry_date between ${first} and ${last}`);
}

export function linesOfEntry(organization: string, entryId: Sql): Sql {
  return each(sql`select * from report_lines where organization_id = ${organization} and entry_id = ${entryId}`);
}

export function entryById(organization: string, id: Sql): Sql {
  return each(sql`select * from report_entries where organization_id = ${organization} and id = ${id}`);
}

export function entriesFrom(organization: string, source: { type: Sql; id: Sql }): Sql {
  return each(sql`
    select * from report_entries
    where organization_id = ${organization} and source_type = ${source.type} and source_id = ${source.id}`);
}

/** Of an entry called `e`: whether it is what a sale or a return was worth, takes that back, or lets the debt off. */
export const isSaleEntry: Sql = sql`(e.source_type = 'sale' and (e.kind = 'reversal'
  or coalesce(e.source_event, '') in ('sale.confirmed', 'sale.returned', 'sale.written_off', 'sale.recovered',
    'sale.discounted', 'sale.discount_reversed')))`;

/** Condition on an entry, called `e`, that books the value of a sale or a return. */
export const isWorth: Sql = sql`e.source_event in ('sale.confirmed', 'sale.returned') and e.kind = 'system'`;
