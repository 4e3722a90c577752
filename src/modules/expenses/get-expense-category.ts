import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { categoryRecord, ExpenseCategory, readCategory } from './expense-category.ts';

export const getExpenseCategory = operation({
  name: 'get_expense_category',
  summary: 'Get one expense category.',
  http: 'GET /expense-categories/{id}',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('expense_category'), fields: fieldsInput(ExpenseCategory).optional() }),
  output: ExpenseCategory,
  refuses: [notFound],
  run: async (context, { id }) => categoryRecord(context, await readCategory(context, id)),
});
