import { sql } from '../../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../../operation/filter.ts';
import { instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { locations } from '../locations/location.ts';
import { ExpandedTransfer, transferColumns, type TransferRow, transferStatuses } from './transfer.ts';

const list = listOf({
  name: 'stock_transfers',
  row: ExpandedTransfer,
  id: sql`stock_transfers.id`,
  sorts: { created_at: instantKey(sql`stock_transfers.created_at`) },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(transferStatuses, (statuses) => sql`status = any(${statuses})`),
    from_location_id: filter(Id('location'), (id) => sql`from_location_id = ${id}`),
    to_location_id: filter(Id('location'), (id) => sql`to_location_id = ${id}`),
    variant_id: filter(
      Id('variant'),
      (id) => sql`exists (select from stock_transfer_lines line
        where line.organization_id = stock_transfers.organization_id and line.transfer_id = stock_transfers.id
          and line.variant_id = ${id})`,
    ),
    number: filter(Text(60), (number) => sql`number = ${number}`),
    created_at: instantRange(sql`created_at`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
  },
  expansions: { from_location: locations.load, to_location: locations.load },
});

export const listStockTransfers = operation({
  name: 'list_stock_transfers',
  summary: 'List stock transfers between locations without their lines, latest first.',
  http: 'GET /stock/transfers',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: list.input,
  output: Page(ExpandedTransfer),
  run: (context, input) =>
    page<TransferRow>(context, list, input, {
      select: transferColumns,
      from: sql`stock_transfers`,
      where: sql`stock_transfers.organization_id = ${context.organization}`,
    }),
});
