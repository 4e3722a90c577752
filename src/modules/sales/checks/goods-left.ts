import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const goodsLeft: Check = {
  name: 'goods_left',
  invariant: 'All goods sold from stock were issued, once.',
  query: (organization) => sql`
    select sale.number as name, coalesce(moved.quantity, 0) <> -line.quantity as wrong
    from sales as sale
    join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
    left join (
      select source_line_id, sum(quantity) as quantity from report_stock_movements
      where organization_id = ${organization} and type = 'sale_issue' group by source_line_id
    ) as moved on moved.source_line_id = line.id
    where sale.organization_id = ${organization} and sale.confirmed_at is not null and sale.voided_at is null
      and sale.kind = 'sale' and line.cost_total is not null`,
};
