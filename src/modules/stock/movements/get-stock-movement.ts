import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Money, SignedQuantity } from '../../../wire/index.ts';
import { Movement, readMovement } from './movement.ts';

const LayerChange = z.object({
  movement_id: Id('movement').describe('The movement that received the stock in the layer.'),
  quantity: SignedQuantity,
  value: Money,
});

const MovementWithLayers = Movement.extend({
  layers: z
    .array(LayerChange)
    .nullable()
    .describe('Cost layers it drew from or added to, under FIFO (first in, first out).'),
});

export const getStockMovement = operation({
  name: 'get_stock_movement',
  summary: 'Get one stock movement with the cost layers it drew from.',
  http: 'GET /stock/movements/{id}',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('movement'), fields: fieldsInput(MovementWithLayers).optional() }),
  output: MovementWithLayers,
  refuses: [notFound],
  async run(context, { id }) {
    const [movement, layers] = await Promise.all([readMovement(context, id), layersOf(context, id)]);
    return { ...movement, layers };
  },
});

type Row = { readonly movement_id: string; readonly quantity: bigint; readonly value: bigint };

async function layersOf({ db, organization, actor }: Context, id: string) {
  if (!actor.permissions.has('costs:read')) return null;
  const currency = actor.organization?.baseCurrency ?? '';
  const rows = await db.many<Row>(sql`
    select change.layer_id as movement_id, change.quantity, change.value
    from stock_layer_changes as change
    join stock_layers as layer
      on layer.organization_id = change.organization_id and layer.movement_id = change.layer_id
    where change.organization_id = ${organization} and change.movement_id = ${id}
    order by layer.received_on, layer.movement_id`);
  return rows.map((row) => ({ ...row, value: money(row.value, currency) }));
}
