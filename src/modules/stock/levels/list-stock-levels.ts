import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { anyOf, filter, includeArchived, instantRange, range } from '../../../operation/filter.ts';
import { instantKey, listOf, numberKey, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { seenWith } from '../../../operation/seen-with.ts';
import { Id, SignedQuantity, Text } from '../../../wire/index.ts';
import { loadVariants } from '../../products/index.ts';
import { locations } from '../locations/location.ts';
import {
  ExpandedStockLevel,
  isLow,
  isOut,
  levelColumns,
  levelFrom,
  type LevelRow,
  levelSource,
} from './stock-level.ts';

/** The filters that levels and alerts share. */
export const levelFilters = {
  variant_id: filter(Id('variant'), (id) => sql`level.variant_id = ${id}`),
  product_id: filter(Id('product'), (id) => sql`item.product_id = ${id}`),
  location_id: filter(Id('location'), (id) => sql`level.location_id = ${id}`),
  category_id: filter(Id('product_category'), (id) => sql`item.category_id = ${id}`),
  sku: filter(Text(100).describe('Exact match, ignoring case.'), (sku) => sql`item.sku_key = ${sku.toLowerCase()}`),
};

const list = listOf({
  name: 'stock_levels',
  row: ExpandedStockLevel,
  id: sql`level.id`,
  sorts: {
    updated_at: instantKey(sql`level.updated_at`),
    on_hand: numberKey(sql`level.on_hand`),
    name: textKey(sql`item.name_key`),
  },
  defaultSort: 'name',
  filters: {
    ...levelFilters,
    is_low: filter(z.boolean(), (wanted) => is(isLow, wanted)),
    is_out: filter(z.boolean(), (wanted) => is(isOut, wanted)),
    status: anyOf(['draft', 'active', 'archived'], (wanted) => sql`item.status = any(${wanted})`),
    include_archived: includeArchived(sql`item.status = 'archived'`),
    on_hand: range(SignedQuantity, sql`level.on_hand`, (value) => sql`${value}::bigint`),
    updated_at: instantRange(sql`level.updated_at`),
  },
  expansions: { variant: seenWith('products:read', loadVariants), location: locations.load },
});

export const listStockLevels = operation({
  name: 'list_stock_levels',
  summary: 'List stock levels: quantities of each variant at each location.',
  guidance: 'Use `is_low` and `is_out` to find what to reorder.',
  http: 'GET /stock/levels',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'tool',
  seldom: ['include_archived'],
  input: list.input,
  output: Page(ExpandedStockLevel),
  async run(context, input) {
    const found = await page<LevelRow>(context, list, input, {
      select: levelColumns,
      from: levelSource,
      where: sql`level.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => levelFrom(context, row)) };
  },
});

function is(condition: Sql, wanted: boolean): Sql {
  return wanted ? condition : sql`not ${condition}`;
}
