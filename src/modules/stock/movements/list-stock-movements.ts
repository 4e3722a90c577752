import { sql } from '../../../db/sql.ts';
import { anyOfMostly, dayRange, filter, instantRange, rarely } from '../../../operation/filter.ts';
import { dayKey, idKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { seenWith } from '../../../operation/seen-with.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { loadVariants } from '../../products/index.ts';
import { locations } from '../locations/location.ts';
import {
  ExpandedMovement,
  movementColumns,
  movementFrom,
  type MovementRow,
  movementSource,
  movementTypes,
} from './movement.ts';

const list = listOf({
  name: 'stock_movements',
  row: ExpandedMovement,
  id: sql`m.id`,
  sorts: {
    occurred_at: idKey(sql`m.id`),
    effective_date: dayKey(sql`m.effective_date`),
  },
  defaultSort: '-occurred_at',
  filters: {
    type: anyOfMostly(movementTypes, 'sale_issue', { column: sql`m.type`, isOther: sql`m.type <> 'sale_issue'` }),
    variant_id: filter(Id('variant'), (id) => sql`m.variant_id = ${id}`),
    product_id: rarely(
      filter(
        Id('product'),
        (id) => sql`m.variant_id = any(array(select id from variants_in_stock
          where organization_id = current_organization() and product_id = ${id}))`,
      ),
    ),
    location_id: filter(Id('location'), (id) => sql`m.location_id = ${id}`),
    sale_id: filter(Id('sale'), (id) => sql`m.source_id = ${id} and m.source_type = 'sale'`),
    stock_count_id: filter(Id('stock_count'), (id) => sql`m.source_id = ${id} and m.source_type = 'stock_count'`),
    transfer_id: filter(Id('transfer'), (id) => sql`m.source_id = ${id} and m.source_type = 'transfer'`),
    expense_id: filter(Id('expense'), (id) => sql`m.source_id = ${id} and m.source_type = 'expense'`),
    reason_code: filter(Text(40), (reason) => sql`m.reason_code = ${reason}`),
    effective_date: dayRange(sql`m.effective_date`),
    occurred_at: instantRange(sql`m.occurred_at`),
    external_id: filter(ExternalId, (id) => sql`m.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`m.tags @> ${[tag]}::text[]`),
  },
  expansions: { variant: seenWith('products:read', loadVariants), location: locations.load },
});

export const listStockMovements = operation({
  name: 'list_stock_movements',
  summary: 'List stock movements in and out, latest first.',
  http: 'GET /stock/movements',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: list.input,
  output: Page(ExpandedMovement),
  async run(context, input) {
    const found = await page<MovementRow>(context, list, input, {
      select: movementColumns,
      from: movementSource,
      where: sql`m.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => movementFrom(context, row)) };
  },
});
