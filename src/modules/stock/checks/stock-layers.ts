import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const stockLayers: Check = {
  name: 'stock_layers',
  invariant: 'The cost layers of each variant valued FIFO add up to its quantity and value.',
  query: (organization) => sql`
    select 'variant:' || variant_id as name, coalesce(layered.quantity, 0) <> coalesce(pool.quantity, 0)
      or coalesce(layered.value, 0) <> coalesce(pool.value, 0) as wrong
    from (
      select variant_id, sum(quantity) as quantity, sum(value) as value from stock_layers
      where organization_id = ${organization} group by variant_id
    ) as layered
    full join (
      select variant_id, quantity, value from stock_pools
      where organization_id = ${organization} and costing_method = 'fifo'
    ) as pool using (variant_id)`,
};
