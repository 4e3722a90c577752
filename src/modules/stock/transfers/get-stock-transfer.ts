import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readTransfer, Transfer } from './transfer.ts';

export const getStockTransfer = operation({
  name: 'get_stock_transfer',
  summary: 'Get one stock transfer with its lines.',
  http: 'GET /stock/transfers/{id}',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('transfer'), fields: fieldsInput(Transfer).optional() }),
  output: Transfer,
  refuses: [notFound],
  run: (context, { id }) => readTransfer(context, id),
});
