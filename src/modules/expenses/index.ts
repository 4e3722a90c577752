import type { Operation } from '../../operation/operation.ts';
import { applySupplierCredit } from './apply-supplier-credit.ts';
import { approveExpense } from './approve-expense.ts';
import { cancelRecurringExpense } from './cancel-recurring-expense.ts';
import { createExpense } from './create-expense.ts';
import { createExpenseCategory } from './create-expense-category.ts';
import { createExpenseFromFile } from './create-expense-from-file.ts';
import { createExpenseReceipt } from './create-expense-receipt.ts';
import { createRecurringExpense } from './create-recurring-expense.ts';
import { createSupplierPayment } from './create-supplier-payment.ts';
import { deleteExpense } from './delete-expense.ts';
import { deleteExpenseCategory } from './delete-expense-category.ts';
import { deleteExpenseReceipt } from './delete-expense-receipt.ts';
import { getExpense } from './get-expense.ts';
import { getRecurringExpense } from './get-recurring-expense.ts';
import { getSupplierBalance } from './get-supplier-balance.ts';
import { getSupplierPayment } from './get-supplier-payment.ts';
import { invoiceExpenses } from './invoice-expenses.ts';
import { listExpenseReceipts } from './list-expense-receipts.ts';
import { listExpenses } from './list-expenses.ts';
import { listRecurringExpenses } from './list-recurring-expenses.ts';
import { listSupplierPayments } from './list-supplier-payments.ts';
import {
  archiveExpenseCategory,
  getExpenseCategory,
  listExpenseCategories,
  restoreExpenseCategory,
} from './expense-category.ts';
import { mergeExpenseCategories } from './merge-expense-categories.ts';
import { pauseRecurringExpense } from './pause-recurring-expense.ts';
import { payExpense } from './pay-expense.ts';
import { postExpense } from './post-expense.ts';
import { refundSupplierPayment } from './refund-supplier-payment.ts';
import { rejectExpense } from './reject-expense.ts';
import { resumeRecurringExpense } from './resume-recurring-expense.ts';
import { runRecurringExpense } from './run-recurring-expense.ts';
import { submitExpense } from './submit-expense.ts';
import { updateExpense } from './update-expense.ts';
import { updateExpenseCategory } from './update-expense-category.ts';
import { updateRecurringExpense } from './update-recurring-expense.ts';
import { updateSupplierPayment } from './update-supplier-payment.ts';
import { voidExpense } from './void-expense.ts';
import { voidExpensePayment } from './void-expense-payment.ts';
import { voidSupplierPayment } from './void-supplier-payment.ts';
import { voidSupplierRefund } from './void-supplier-refund.ts';

export { checks } from './checks/index.ts';
export const operations: readonly Operation[] = [
  createExpense,
  createExpenseFromFile,
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
  createSupplierPayment,
  listSupplierPayments,
  getSupplierPayment,
  updateSupplierPayment,
  applySupplierCredit,
  refundSupplierPayment,
  voidSupplierRefund,
  getSupplierBalance,
  voidSupplierPayment,
  createExpenseReceipt,
  listExpenseReceipts,
  deleteExpenseReceipt,
  invoiceExpenses,
  createRecurringExpense,
  listRecurringExpenses,
  getRecurringExpense,
  updateRecurringExpense,
  pauseRecurringExpense,
  resumeRecurringExpense,
  cancelRecurringExpense,
  runRecurringExpense,
  createExpenseCategory,
  listExpenseCategories,
  getExpenseCategory,
  updateExpenseCategory,
  archiveExpenseCategory,
  restoreExpenseCategory,
  mergeExpenseCategories,
  deleteExpenseCategory,
];

export { searchedExpenses } from './searched-expenses.ts';
export { seedCategories } from './seed-categories.ts';
export { recurringExpenses } from './recurring-expense.ts';
