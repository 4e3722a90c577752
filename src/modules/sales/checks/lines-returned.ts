import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const linesReturned: Check = {
  name: 'lines_returned',
  invariant: 'The returned quantity of each sale line equals its returns.',
  query: (organization) => sql`
    select sale.number as name, line.quantity_returned <> coalesce(back.quantity, 0) as wrong
    from sales as sale
    join sale_lines as line on line.organization_id = sale.organization_id and line.sale_id = sale.id
    left join (
      select own.original_line_id, sum(own.quantity) as quantity
      from sales as came
      join sale_lines as own on own.organization_id = came.organization_id and own.sale_id = came.id
      where came.organization_id = ${organization} and came.kind = 'return' and came.voided_at is null
      group by own.original_line_id
    ) as back on back.original_line_id = line.id
    where sale.organization_id = ${organization} and (line.quantity_returned <> 0 or back.quantity is not null)`,
};
