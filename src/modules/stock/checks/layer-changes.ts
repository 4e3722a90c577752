import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const layerChanges: Check = {
  name: 'stock_layer_changes',
  invariant: 'Each cost layer equals the quantity and value put into it by stock movements, less those taken out.',
  query: (organization) => sql`
    select 'movement:' || movement_id as name,
      changed.quantity is distinct from layer.quantity or changed.value is distinct from layer.value as wrong
    from (
      select layer_id as movement_id, sum(quantity) as quantity, sum(value) as value from stock_layer_changes
      where organization_id = ${organization} group by layer_id
    ) as changed
    full join (
      select movement_id, quantity, value from stock_layers where organization_id = ${organization}
    ) as layer using (movement_id)`,
};
