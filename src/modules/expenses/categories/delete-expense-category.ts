import { z } from 'zod';
import { hasHistory, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { expenseCategories, ExpenseCategoryAtVersion, expenseCategoryIsSystem } from './expense-category.ts';

export const deleteExpenseCategory = operation({
  name: 'delete_expense_category',
  summary: 'Delete an expense category with no expenses or subcategories.',
  http: 'DELETE /expense-categories/{id}',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: ExpenseCategoryAtVersion,
  output: z.object({ id: Id('expense_category'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, hasHistory, expenseCategoryIsSystem],
  emits: [expenseCategories.events.deleted],
  async run(context, { id, version }) {
    const current = await expenseCategories.lock(context, id, version);
    if (current.system) throw expenseCategoryIsSystem();
    return expenseCategories.remove(context, current);
  },
});
