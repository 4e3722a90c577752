import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Accrual, accrualRecord, readAccrual } from './accrual.ts';

export const getAccrual = operation({
  name: 'get_accrual',
  summary: 'Get one accrual.',
  http: 'GET /accruals/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('accrual'), fields: fieldsInput(Accrual).optional() }),
  output: Accrual,
  refuses: [notFound],
  async run(context, { id }) {
    return accrualRecord(context, await readAccrual(context, id));
  },
});
