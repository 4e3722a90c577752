import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const salesPaid: Check = {
  name: 'sales_paid',
  promise: 'What a sale says it was paid and refunded is what was allocated to it, and not more than its total.',
  looks: (organization) => sql`
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
