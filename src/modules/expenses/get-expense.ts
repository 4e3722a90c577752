import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { expandRows } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ExpandedExpense, expenseExpansions } from './expanded-expense.ts';
import { expenseRecord } from './expense-record.ts';
import { readExpense } from './store.ts';

export const getExpense = operation({
  name: 'get_expense',
  summary: 'Get one expense with its lines, taxes, payments and balance due.',
  http: 'GET /expenses/{id}',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('expense'),
    fields: fieldsInput(ExpandedExpense).optional(),
    expand: expandPaths(expenseExpansions).optional(),
  }),
  output: ExpandedExpense,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const expense = expenseRecord(context, await readExpense(context, id));
    await expandRows(context, [expense], expand, expenseExpansions);
    return expense;
  },
});
