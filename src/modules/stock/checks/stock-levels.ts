import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const stockLevels: Check = {
  name: 'stock_levels',
  invariant: 'The quantity of each variant at a location equals the sum of its stock movements there.',
  query: (organization) => sql`
    select 'variant:' || variant_id as name, coalesce(moved.quantity, 0) <> coalesce(level.on_hand, 0) as wrong
    from (
      select variant_id, location_id, sum(quantity) as quantity from stock_movements
      where organization_id = ${organization} group by variant_id, location_id
    ) as moved
    full join (
      select variant_id, location_id, on_hand from stock_levels where organization_id = ${organization}
    ) as level using (variant_id, location_id)`,
};
