import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const stockHeld: Check = {
  name: 'stock_held',
  invariant: 'The reserved quantity of each variant at a location equals its active reservations.',
  query: (organization) => sql`
    select 'variant:' || variant_id as name, coalesce(held.quantity, 0) <> coalesce(level.reserved, 0) as wrong
    from (
      select variant_id, location_id, sum(quantity) as quantity from stock_reservations
      where organization_id = ${organization} and status = 'active' group by variant_id, location_id
    ) as held
    full join (
      select variant_id, location_id, reserved from stock_levels where organization_id = ${organization}
    ) as level using (variant_id, location_id)`,
};
