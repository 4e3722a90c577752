import { type Sql, sql } from '../../../db/sql.ts';

/** Books with more settlements are looked at week by week: one by one settlements take 0.2 ms each. */
const settlementsMax = 5_000;

/**
 * `looked_at`: the days that a check of the cash basis looks at, as common tables. Of small books these are all; of
 * large ones the last week and another one, each in its turn as the books grow: the same books are looked at in the
 * same way whenever, since a restored archive is compared by it.
 */
export function lookedAt(organization: string): Sql {
  return sql`weeks as (
    select day, dense_rank() over (order by date_trunc('week', day::timestamp) desc) as week
    from (
      select day from cash_days where organization_id = ${organization}
      union
      select entry_date from report_entries where organization_id = ${organization}
    ) as known
  ), looked_at as materialized (
    select day from weeks
    where week = 1 or week = 1 + (select count(*) from settled_days where organization_id = ${organization})
      % (select max(week) from weeks)
      or (select count(*) from (
        select from report_settlements where organization_id = ${organization} limit ${settlementsMax + 1}) as few)
        <= ${settlementsMax}
  )`;
}

/** Weeks that a check of the cash basis covers, as text; null where it covers all. */
export function extentLookedAt(organization: string): Sql {
  return sql`
    with ${lookedAt(organization)}
    select case when bool_and(looked) then null else
        count(*) filter (where looked) || ' of ' || count(*) || ' weeks: those that begin on '
          || string_agg(begins, ' and ' order by begins) filter (where looked)
          || '. The others have their turn as the books grow.' end as extent
    from (
      select to_char(date_trunc('week', day::timestamp), 'YYYY-MM-DD') as begins,
        bool_and(day in (select day from looked_at)) as looked
      from weeks group by 1) as every_week`;
}

const within = (day: Sql) => sql`${day} in (select day from looked_at)`;

/** `sale_id` of sales settled or unsettled on those days, and of sales at no charge. */
export function salesOnThem(organization: string): Sql {
  return sql`
    select sale_id from report_settlements
    where organization_id = ${organization} and kind not in ('write_off', 'discount')
      and (${within(sql`allocated_on`)} or ${within(sql`reversed_on`)})
    union
    select id from report_sales
    where organization_id = ${organization} and total = 0 and (${within(sql`sale_date`)} or ${within(sql`voided_on`)})`;
}

/** `source_type` and `source_id` of what may be a debt and moved on those days. */
export function debtsOnThem(organization: string): Sql {
  return sql`
    select distinct source_type, source_id from report_entries
    where organization_id = ${organization} and ${within(sql`entry_date`)}
      and source_type not in ('sale', 'payment', 'refund', 'movement')`;
}

/** Each row of a view that is of one sale or debt, on those days. */
export function onThem(rows: Sql): Sql {
  return sql`cross join lateral (${rows} offset 0) as fact where ${within(sql`fact.day`)}`;
}
