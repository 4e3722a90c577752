import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const underWay: Check = {
  name: 'stock_in_transit',
  invariant: 'The quantity of each variant in transit to a location equals the stock transfers in transit.',
  query: (organization) => sql`
    select 'variant:' || variant_id as name, coalesce(coming.quantity, 0) <> coalesce(level.in_transit, 0) as wrong
    from (
      select line.variant_id, transfer.to_location_id as location_id,
        sum(line.quantity - line.received - line.returned) as quantity
      from stock_transfers as transfer
      join stock_transfer_lines as line
        on line.organization_id = transfer.organization_id and line.transfer_id = transfer.id
      where transfer.organization_id = ${organization} and transfer.status = 'in_transit'
      group by line.variant_id, transfer.to_location_id
    ) as coming
    full join (
      select variant_id, location_id, in_transit from stock_levels where organization_id = ${organization}
    ) as level using (variant_id, location_id)`,
};
