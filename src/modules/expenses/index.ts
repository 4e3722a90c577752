import type { Operation } from '../../operation/operation.ts';
import { applySupplierCredit } from './supplier-credits/apply-supplier-credit.ts';
import { approveExpense } from './posting/approve-expense.ts';
import { cancelRecurringExpense } from './recurring/cancel-recurring-expense.ts';
import { createExpense } from './create-expense.ts';
import { createExpenseCategory } from './categories/create-expense-category.ts';
import { createExpenseFromFile } from './bills/create-expense-from-file.ts';
import { createExpenseReceipt } from './receipts/create-expense-receipt.ts';
import { createRecurringExpense } from './recurring/create-recurring-expense.ts';
import { createSupplierPayment } from './supplier-payments/create-supplier-payment.ts';
import { deleteExpense } from './delete-expense.ts';
import { deleteExpenseCategory } from './categories/delete-expense-category.ts';
import { deleteExpenseReceipt } from './receipts/delete-expense-receipt.ts';
import { getExpense } from './get-expense.ts';
import { getRecurringExpense } from './recurring/get-recurring-expense.ts';
import { getSupplierBalance } from './supplier-payments/get-supplier-balance.ts';
import { getSupplierPayment } from './supplier-payments/get-supplier-payment.ts';
import { invoiceExpenses } from './posting/invoice-expenses.ts';
import { listExpenseReceipts } from './receipts/list-expense-receipts.ts';
import { listExpenses } from './list-expenses.ts';
import { listRecurringExpenses } from './recurring/list-recurring-expenses.ts';
import { listSupplierPayments } from './supplier-payments/list-supplier-payments.ts';
import {
  archiveExpenseCategory,
  getExpenseCategory,
  listExpenseCategories,
  restoreExpenseCategory,
} from './categories/expense-category.ts';
import { mergeExpenseCategories } from './categories/merge-expense-categories.ts';
import { pauseRecurringExpense } from './recurring/pause-recurring-expense.ts';
import { payExpense } from './posting/pay-expense.ts';
import { postExpense } from './posting/post-expense.ts';
import { refundSupplierPayment } from './supplier-credits/refund-supplier-payment.ts';
import { rejectExpense } from './posting/reject-expense.ts';
import { resumeRecurringExpense } from './recurring/resume-recurring-expense.ts';
import { runRecurringExpense } from './recurring/run-recurring-expense.ts';
import { spreadExpense } from './posting/spread-expense.ts';
import { submitExpense } from './posting/submit-expense.ts';
import { updateExpense } from './update-expense.ts';
import { updateExpenseCategory } from './categories/update-expense-category.ts';
import { updateRecurringExpense } from './recurring/update-recurring-expense.ts';
import { updateSupplierPayment } from './supplier-payments/update-supplier-payment.ts';
import { voidExpense } from './posting/void-expense.ts';
import { voidExpensePayment } from './posting/void-expense-payment.ts';
import { voidSupplierPayment } from './supplier-payments/void-supplier-payment.ts';
import { voidSupplierRefund } from './supplier-credits/void-supplier-refund.ts';

export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';
export { costOfLine } from './posting/cost-of-line.ts';
export { lockBookedExpense, writeExpenseValues } from './posting/reassigned-lines.ts';
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
  spreadExpense,
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

export { lockOwedExpenses } from './supplier-payments/supplier-payment-store.ts';
export { supplierRefundsRemain } from './supplier-payments/supplier-payment.ts';
export { createSupplierPayment } from './supplier-payments/create-supplier-payment.ts';
export { voidSupplierPayment } from './supplier-payments/void-supplier-payment.ts';
export { searchedExpenses } from './searched-expenses.ts';
export { seedCategories } from './categories/seed-categories.ts';
export { recurringExpenses } from './recurring/recurring-expense.ts';
