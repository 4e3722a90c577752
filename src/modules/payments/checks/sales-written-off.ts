import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const salesWrittenOff: Check = {
  name: 'sales_written_off',
  invariant: 'The written-off amount of each sale equals its write-offs.',
  query: (organization) => sql`
    select sale.number as name, sale.currency_written_off <> coalesce(lost.amount, 0) as wrong
    from report_sales as sale
    left join (
      select sale_id, sum(amount) as amount from write_offs where organization_id = ${organization} group by sale_id
    ) as lost on lost.sale_id = sale.id
    where sale.organization_id = ${organization} and (sale.currency_written_off > 0 or lost.amount is not null)`,
};
