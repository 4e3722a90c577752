import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Movement, readMovement } from './movement.ts';

export const getStockMovement = operation({
  name: 'get_stock_movement',
  summary: 'Get one stock movement.',
  http: 'GET /stock/movements/{id}',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('movement'), fields: fieldsInput(Movement).optional() }),
  output: Movement,
  refuses: [notFound],
  run: (context, { id }) => readMovement(context, id),
});
