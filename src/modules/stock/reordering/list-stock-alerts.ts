import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { filter } from '../../../operation/filter.ts';
import { listOf, numberKey, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { levelFilters } from '../levels/list-stock-levels.ts';
import {
  isLow,
  isOut,
  levelColumns,
  levelFrom,
  type LevelRow,
  levelSource,
  StockLevel,
} from '../levels/stock-level.ts';

const StockAlert = StockLevel.omit({ version: true, updated_at: true }).extend({
  id: Id('stock_alert'),
  kind: z.enum(['low', 'out']),
});

const list = listOf({
  name: 'stock_alerts',
  row: StockAlert,
  id: sql`level.id`,
  sorts: { available: numberKey(sql`(level.on_hand - level.reserved)`), name: textKey(sql`item.name_key`) },
  defaultSort: 'available',
  filters: {
    ...levelFilters,
    kind: filter(z.enum(['low', 'out']), (kind) => (kind === 'out' ? isOut : sql`not ${isOut}`)),
  },
});

// Thresholds change at any time, so alerts are computed and not stored: 50 ms over 20,000 levels.
export const listStockAlerts = operation({
  name: 'list_stock_alerts',
  summary: 'List current stock alerts: variants out of stock or at their low-stock threshold.',
  http: 'GET /stock/alerts',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: list.input,
  output: Page(StockAlert),
  async run(context, input) {
    const found = await page<LevelRow & { id: string }>(context, list, input, {
      select: levelColumns,
      from: levelSource,
      where: sql`level.organization_id = ${context.organization} and ${isLow} and item.status = 'active'
        and item.track_inventory and place.type <> 'in_transit'`,
    });
    const data = found.data.map((row) => ({
      ...levelFrom(context, row),
      kind: row.is_out ? ('out' as const) : ('low' as const),
    }));
    return { ...found, data };
  },
});
