import { getExpandable } from '../../operation/record/index.ts';
import { ExpandedSale, saleExpansions } from './expanded-sale.ts';
import { saleRecord } from './sale-record.ts';
import { readSale } from './store.ts';

export const getSale = getExpandable({
  kind: 'sale',
  summary: 'Get a sale with its lines, taxes and amount due.',
  path: '/sales',
  permission: 'sales:read',
  mcp: 'tool',
  row: ExpandedSale,
  expansions: saleExpansions,
  read: async (context, id) => {
    const { row, lines } = await readSale(context, id);
    return saleRecord(context, row, lines);
  },
});
