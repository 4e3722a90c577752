import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const stockPools: Check = {
  name: 'stock_pools',
  invariant: 'The quantity and value of each variant equal the sum of its stock movements.',
  query: (organization) => sql`
    select 'variant:' || variant_id as name, coalesce(moved.quantity, 0) <> coalesce(pool.quantity, 0)
      or coalesce(moved.value, 0) <> coalesce(pool.value, 0) as wrong
    from (
      select variant_id, sum(quantity) as quantity, sum(value) as value from report_stock_movements
      where organization_id = ${organization} group by variant_id
    ) as moved
    full join (
      select variant_id, quantity, value from stock_pools where organization_id = ${organization}
    ) as pool using (variant_id)`,
};
