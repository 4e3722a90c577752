import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { itemRecord, itemsOf, readRevaluation, revaluationRecord, RevaluationWithItems } from './revaluation.ts';

export const getRevaluation = operation({
  name: 'get_revaluation',
  summary: 'Get an exchange revaluation with each item that was revalued, and the rates used.',
  http: 'GET /revaluations/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('revaluation'), fields: fieldsInput(RevaluationWithItems).optional() }),
  output: RevaluationWithItems,
  refuses: [notFound],
  async run(context, { id }) {
    const [row, items] = await Promise.all([readRevaluation(context, id), itemsOf(context, id)]);
    return { ...revaluationRecord(context, row), items: items.map((item) => itemRecord(context, item)) };
  },
});
