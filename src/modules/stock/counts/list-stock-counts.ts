import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { locations } from '../locations/location.ts';
import { countFrom, type CountRow, countStatuses, ExpandedStockCount } from './stock-count.ts';

const list = listOf({
  name: 'stock_counts',
  row: ExpandedStockCount,
  id: sql`stock_counts.id`,
  sorts: {
    created_at: instantKey(sql`stock_counts.created_at`),
    effective_date: dayKey(sql`stock_counts.effective_date`),
    number: textKey(sql`stock_counts.number`),
  },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(countStatuses, (statuses) => sql`stock_counts.status = any(${statuses})`),
    location_id: filter(Id('location'), (id) => sql`location_id = ${id}`),
    variant_id: filter(
      Id('variant'),
      (id) => sql`exists (select from stock_count_lines line
        where line.organization_id = stock_counts.organization_id and line.count_id = stock_counts.id
          and line.variant_id = ${id})`,
    ),
    number: filter(Text(40), (number) => sql`number = ${number}`),
    effective_date: dayRange(sql`effective_date`),
    created_at: instantRange(sql`created_at`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
  },
  expansions: { location: locations.load },
});

export const listStockCounts = operation({
  name: 'list_stock_counts',
  summary: 'List stock counts (stock takes) without their lines, latest first.',
  http: 'GET /stock/counts',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: list.input,
  output: Page(ExpandedStockCount),
  async run(context, input) {
    const found = await page<CountRow>(context, list, input, {
      select: sql`stock_counts.*`,
      from: sql`stock_counts`,
      where: sql`stock_counts.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => countFrom(context, row)) };
  },
});
