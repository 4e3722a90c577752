import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const salesPaid: Check = {
  name: 'sales_paid',
  invariant: 'The paid and refunded amounts of each sale equal its allocations and do not exceed its total.',
  query: (organization) => sql`
    select coalesce(sale.number, 'sale:' || sale_id) as name,
      coalesce(sale.paid, 0) <> coalesce(settled.amount, 0) or sale.paid > sale.total as wrong
    from (
      select id as sale_id, number, currency_paid as paid, currency_total as total from report_sales
      where organization_id = ${organization} and kind = 'sale'
    ) as sale
    full join (
      select sale_id, sum(amount) as amount from allocations
      where organization_id = ${organization} and status = 'active' group by sale_id
    ) as settled using (sale_id)`,
};
