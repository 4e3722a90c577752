import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Budget, budgets } from './budget.ts';
import { linesKept, wireLines } from './keep-lines.ts';

export const getBudget = operation({
  name: 'get_budget',
  summary: 'Get one budget with its amounts by account, value and month.',
  http: 'GET /budgets/{id}',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('budget') }),
  output: Budget,
  refuses: [notFound],
  async run(context, { id }) {
    const [head, lines] = await Promise.all([budgets.find(context, id), linesKept(context, id)]);
    return { ...head, lines: wireLines(context, lines) };
  },
});
