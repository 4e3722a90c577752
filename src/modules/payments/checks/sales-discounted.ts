import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const salesDiscounted: Check = {
  name: 'sales_discounted',
  invariant: 'The discounted amount of each sale equals its early-payment discounts, none below zero with its payment.',
  query: (organization) => sql`
    select sale.number as name, sale.currency_discounted <> coalesce(discount.amount, 0)
      or coalesce(discount.least, 0) < 0 as wrong
    from report_sales as sale
    left join (
      select sale_id, sum(amount) as amount, min(amount) as least from (
        select sale_id, sum(amount) as amount from early_discounts
        where organization_id = ${organization} group by sale_id, payment_id) as granted
      group by sale_id
    ) as discount on discount.sale_id = sale.id
    where sale.organization_id = ${organization} and (sale.currency_discounted > 0 or discount.amount is not null)`,
};
