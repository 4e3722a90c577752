import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const salesCredited: Check = {
  name: 'sales_credited',
  invariant: 'The credited amount of each sale equals the total of its returns.',
  query: (organization) => sql`
    select sale.number as name, sale.amount_credited <> coalesce(back.worth, 0) as wrong
    from sales as sale
    left join (
      select original_sale_id, sum(total) as worth from sales
      where organization_id = ${organization} and kind = 'return' and voided_at is null group by original_sale_id
    ) as back on back.original_sale_id = sale.id
    where sale.organization_id = ${organization} and (sale.amount_credited > 0 or back.worth is not null)`,
};
