import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Transfer, transferRecord } from './transfer.ts';
import { readTransfer } from './transfer-store.ts';

export const getTransfer = operation({
  name: 'get_transfer',
  summary: 'Get one transfer between your money accounts.',
  http: 'GET /transfers/{id}',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('money_transfer'), fields: fieldsInput(Transfer).optional() }),
  output: Transfer,
  refuses: [notFound],
  async run(context, { id }) {
    return transferRecord(context, await readTransfer(context, id));
  },
});
