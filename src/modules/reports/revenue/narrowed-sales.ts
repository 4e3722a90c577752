import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type DimensionFilter, isAsked, isNarrowed } from '../books/dimension-filter.ts';

/**
 * Sales as far as a filter leaves their lines, in the columns that revenue reads. Charges are of no line and name no
 * dimension: they, and what rounding leaves of the tax, are with the lines that name none.
 */
export function narrowedSales({ organization }: Pick<Context, 'organization'>, filter: DimensionFilter): Sql {
  if (!isNarrowed(filter)) return sql`report_sales`;
  const isOfValue = filter.dimension_value_id !== undefined;
  const isLeft = isAsked(organization, filter, sql`line.dimension_value_ids`);
  // Those with a value are added up; those without are all that the sale is less those.
  const isSummed = isOfValue ? isLeft : sql`not ${isLeft}`;
  const rest = (whole: Sql, part: Sql) => (isOfValue ? part : sql`${whole} - ${part}`);
  const anyLeft = isOfValue
    ? sql`part.lines > 0`
    : sql`part.lines < part.all_lines or sale.charges_net <> 0 or sale.tax <> part.tax`;
  return sql`(
    select sale.organization_id, sale.id, sale.kind, sale.client_id, sale.member_id, sale.channel, sale.location_id,
      sale.sale_date, sale.voided_on, sale.is_deposit,
      ${isOfValue ? sql`0::bigint` : sql`sale.charges_net`} as charges_net,
      ${rest(sql`sale.undiscounted`, sql`part.undiscounted`)} as undiscounted,
      ${rest(sql`sale.net`, sql`part.net`)} as net, ${rest(sql`sale.tax`, sql`part.tax`)} as tax,
      ${rest(sql`coalesce(sale.cost_total, 0)`, sql`part.cost`)} as cost_total
    from report_sales as sale
    cross join lateral (
      select count(*) as all_lines, count(*) filter (where summed) as lines,
        coalesce(sum(undiscounted) filter (where summed), 0)::bigint as undiscounted,
        coalesce(sum(net) filter (where summed), 0)::bigint as net,
        coalesce(sum(tax) filter (where summed), 0)::bigint as tax,
        coalesce(sum(cost_total) filter (where summed), 0)::bigint as cost
      from (
        select line.undiscounted, line.net, line.tax, line.cost_total, ${isSummed} as summed
        from report_sale_lines as line
        where line.organization_id = sale.organization_id and line.sale_id = sale.id offset 0) as lines
    ) as part
    where ${anyLeft})`;
}
