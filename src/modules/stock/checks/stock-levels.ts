import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const stockLevels: Check = {
  name: 'stock_levels',
  promise: 'How much of a variant lies at a location is the sum of its movements there.',
  looks: (organization) => sql`
    select 'variant:' || variant_id as name, coalesce(moved.quantity, 0) <> coalesce(level.on_hand, 0) as wrong
    from (
      select variant_id, location_id, sum(quantity) as quantity from stock_movements
      where organization_id = ${organization} group by variant_id, location_id
    ) as moved
    full join (
      select variant_id, location_id, on_hand from stock_levels where organization_id = ${organization}
    ) as level using (variant_id, location_id)`,
};
