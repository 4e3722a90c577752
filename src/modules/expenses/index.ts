import type { Operation } from '../../operation/operation.ts';
import { archiveExpenseCategory } from './archive-expense-category.ts';
import { createExpenseCategory } from './create-expense-category.ts';
import { deleteExpenseCategory } from './delete-expense-category.ts';
import { getExpenseCategory } from './get-expense-category.ts';
import { listExpenseCategories } from './list-expense-categories.ts';
import { restoreExpenseCategory } from './restore-expense-category.ts';
import { updateExpenseCategory } from './update-expense-category.ts';

export const operations: readonly Operation[] = [
  createExpenseCategory,
  listExpenseCategories,
  getExpenseCategory,
  updateExpenseCategory,
  archiveExpenseCategory,
  restoreExpenseCategory,
  deleteExpenseCategory,
];

export { seedCategories } from './seed-categories.ts';
