import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { averageCost } from '../../../core/stock.ts';
import { sql } from '../../../db/sql.ts';
import { dayRange, filter } from '../../../operation/filter.ts';
import { dayKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Money, SignedQuantity, UnitPrice } from '../../../wire/index.ts';
import { variantName } from '../movements/movement.ts';

const StockLayer = z.object({
  movement_id: Id('movement').describe('The movement that received it, or issued it before receipt.'),
  variant_id: Id('variant'),
  product_id: Id('product'),
  name: z.string(),
  sku: z.string().nullable(),
  received_on: Day,
  quantity: SignedQuantity.describe('Remaining quantity; negative if issued before receipt.'),
  unit_cost: UnitPrice,
  value: Money,
});
type StockLayer = z.output<typeof StockLayer>;

const list = listOf({
  name: 'stock_layers',
  row: StockLayer,
  id: sql`layer.movement_id`,
  sorts: { received_on: dayKey(sql`layer.received_on`) },
  defaultSort: 'received_on',
  filters: {
    variant_id: filter(Id('variant'), (id) => sql`layer.variant_id = ${id}`),
    product_id: filter(Id('product'), (id) => sql`item.product_id = ${id}`),
    received_on: dayRange(sql`layer.received_on`),
  },
});

type Row = Omit<StockLayer, 'name' | 'unit_cost' | 'value'> & {
  readonly product_name: string;
  readonly option_values: readonly string[];
  readonly value: bigint;
};

export const listStockLayers = operation({
  name: 'list_stock_layers',
  summary: 'List FIFO stock layers: stock on hand by receipt date and cost, oldest first.',
  guidance: 'Only where stock is valued by FIFO (first in, first out).',
  http: 'GET /stock/layers',
  effect: 'read',
  permission: 'costs:read',
  mcp: 'action',
  input: list.input,
  output: Page(StockLayer),
  async run(context, input) {
    const found = await page<Row>(context, list, input, {
      select: sql`layer.movement_id, layer.variant_id, item.product_id, item.product_name, item.option_values, item.sku,
        layer.received_on, layer.quantity, layer.value`,
      from: sql`stock_layers layer
        join variants_in_stock item on item.organization_id = layer.organization_id and item.id = layer.variant_id`,
      where: sql`layer.organization_id = ${context.organization} and layer.quantity <> 0`,
    });
    const currency = context.actor.organization?.baseCurrency ?? '';
    const data = found.data.map(({ product_name: product, option_values: values, value, ...row }) => ({
      ...row,
      name: variantName(product, values),
      unit_cost: { micro: unitCostOf(row.quantity, value), currency },
      value: money(value, currency),
    }));
    return { ...found, data };
  },
});

/** The same for what is there and for what is owed. */
function unitCostOf(quantity: bigint, value: bigint): bigint {
  const sign = quantity < 0n ? -1n : 1n;
  return averageCost({ quantity: quantity * sign, value: value * sign }) ?? 0n;
}
