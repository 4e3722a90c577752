import type { Operation } from '../../operation/operation.ts';
import { approveExpense } from './approve-expense.ts';
import { archiveExpenseCategory } from './archive-expense-category.ts';
import { createExpense } from './create-expense.ts';
import { createExpenseCategory } from './create-expense-category.ts';
import { deleteExpense } from './delete-expense.ts';
import { deleteExpenseCategory } from './delete-expense-category.ts';
import { getExpense } from './get-expense.ts';
import { getExpenseCategory } from './get-expense-category.ts';
import { listExpenseCategories } from './list-expense-categories.ts';
import { listExpenses } from './list-expenses.ts';
import { payExpense } from './pay-expense.ts';
import { postExpense } from './post-expense.ts';
import { rejectExpense } from './reject-expense.ts';
import { restoreExpenseCategory } from './restore-expense-category.ts';
import { submitExpense } from './submit-expense.ts';
import { updateExpense } from './update-expense.ts';
import { updateExpenseCategory } from './update-expense-category.ts';
import { voidExpense } from './void-expense.ts';
import { voidExpensePayment } from './void-expense-payment.ts';

export const operations: readonly Operation[] = [
  createExpense,
  listExpenses,
  getExpense,
  updateExpense,
  deleteExpense,
  submitExpense,
  approveExpense,
  rejectExpense,
  postExpense,
  payExpense,
  voidExpense,
  voidExpensePayment,
  createExpenseCategory,
  listExpenseCategories,
  getExpenseCategory,
  updateExpenseCategory,
  archiveExpenseCategory,
  restoreExpenseCategory,
  deleteExpenseCategory,
];

export { seedCategories } from './seed-categories.ts';
