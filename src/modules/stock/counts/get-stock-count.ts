import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readCount, StockCount } from './stock-count.ts';

export const getStockCount = operation({
  name: 'get_stock_count',
  summary: 'Get one stock count with its lines.',
  http: 'GET /stock/counts/{id}',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('stock_count'), fields: fieldsInput(StockCount).optional() }),
  output: StockCount,
  refuses: [notFound],
  run: (context, { id }) => readCount(context, id),
});
