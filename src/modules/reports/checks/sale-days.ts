import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/** Adds up every sale anew, and names the day on which what revenue by period reads is something else. */
export const saleDays: Check = {
  name: 'sale_days',
  invariant: 'Sales, discounts, returns, charges, tax and cost of each day equal its sales, returns and voids.',
  query: (organization) => sql`
    select to_char(day, 'YYYY-MM-DD') as name,
      (sum(sales), sum(gross), sum(discounts), sum(returns), sum(charges), sum(tax), sum(cost))
        is distinct from (0, 0, 0, 0, 0, 0, 0) as wrong
    from (
      select day, sales, gross, discounts, returns, charges, tax, cost from report_sale_days
      where organization_id = ${organization}
      union all
      select day, -sales, -gross, -discounts, -returns, -charges, -tax, -cost from sale_days
      where organization_id = ${organization}
    ) as counted group by day`,
};
