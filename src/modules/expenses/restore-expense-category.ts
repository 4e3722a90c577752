import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { setArchived } from './archive-expense-category.ts';
import {
  categoryRecord,
  ExpenseCategory,
  ExpenseCategoryAtVersion,
  expenseCategoryNameTaken,
  expenseCategoryRestored,
  lockCategory,
} from './expense-category.ts';

export const restoreExpenseCategory = operation({
  name: 'restore_expense_category',
  summary: 'Restore an archived expense category.',
  http: 'POST /expense-categories/{id}/restore',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_expense_category'),
  input: ExpenseCategoryAtVersion,
  output: ExpenseCategory,
  refuses: [notFound, versionConflict, invalidStateTransition, expenseCategoryNameTaken],
  emits: [expenseCategoryRestored],
  async run(context, { id, version }) {
    const current = await lockCategory(context, id, version);
    const { status } = current;
    if (status !== 'archived') {
      throw invalidStateTransition({ status, allowed: status === 'active' ? ['archive_expense_category'] : [] });
    }
    const restored = await setArchived(context, current, null);
    context.emit(expenseCategoryRestored(restored));
    return categoryRecord(context, restored);
  },
});
