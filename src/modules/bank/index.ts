import type { Operation } from '../../operation/operation.ts';
import { archiveBankAccount, getBankAccount, listBankAccounts, restoreBankAccount } from './accounts/bank-account.ts';
import { createBankAccount } from './accounts/create-bank-account.ts';
import { updateBankAccount } from './accounts/update-bank-account.ts';
import { getBankImport, listBankImports } from './imports/bank-import.ts';
import { deleteBankImport } from './imports/delete-bank-import.ts';
import { importBankStatement } from './imports/import-bank-statement.ts';
import { getBankLine } from './lines/get-bank-line.ts';
import { listBankLines } from './lines/list-bank-lines.ts';
import { excludeBankLine } from './matching/exclude-bank-line.ts';
import { matchBankLine } from './matching/match-bank-line.ts';
import { matchBankLines } from './matching/match-bank-lines.ts';
import { reconcilePayment } from './matching/reconcile-payment.ts';
import { restoreBankLine } from './matching/restore-bank-line.ts';
import { suggestBankMatches } from './matching/suggest-bank-matches.ts';
import { unmatchBankLine } from './matching/unmatch-bank-line.ts';
import { cancelPaymentFile } from './payment-files/cancel-payment-file.ts';
import { confirmPaymentFile } from './payment-files/confirm-payment-file.ts';
import { createPaymentFile } from './payment-files/create-payment-file.ts';
import { getPaymentFile } from './payment-files/get-payment-file.ts';
import { getPaymentFileContent } from './payment-files/get-payment-file-content.ts';
import { listPaymentFiles } from './payment-files/list-payment-files.ts';
import { getBankReconciliation } from './reconciling/get-bank-reconciliation.ts';
import { listBankReconciliations } from './reconciling/list-bank-reconciliations.ts';
import { previewBankReconciliation } from './reconciling/preview-bank-reconciliation.ts';
import { reconcileBankAccount } from './reconciling/reconcile-bank-account.ts';
import { reopenBankReconciliation } from './reconciling/reopen-bank-reconciliation.ts';
import { applyBankRules } from './rules/apply-bank-rules.ts';
import { archiveBankRule, getBankRule, listBankRules, restoreBankRule } from './rules/bank-rule.ts';
import { createBankRule } from './rules/create-bank-rule.ts';
import { listBankRuleProposals } from './rules/list-bank-rule-proposals.ts';
import { previewBankRule } from './rules/preview-bank-rule.ts';
import { reorderBankRules } from './rules/reorder-bank-rules.ts';
import { updateBankRule } from './rules/update-bank-rule.ts';
import { cancelScheduledPayment } from './scheduled-payments/cancel-scheduled-payment.ts';
import { confirmSupplierBankAccount } from './scheduled-payments/confirm-supplier-bank-account.ts';
import { createScheduledPayment } from './scheduled-payments/create-scheduled-payment.ts';
import { getPaymentForecast } from './scheduled-payments/get-payment-forecast.ts';
import { getScheduledPayment } from './scheduled-payments/get-scheduled-payment.ts';
import { listBillsToPay } from './scheduled-payments/list-bills-to-pay.ts';
import { listScheduledPayments } from './scheduled-payments/list-scheduled-payments.ts';
import { payScheduledPayment } from './scheduled-payments/pay-scheduled-payment.ts';
import { returnScheduledPayment } from './scheduled-payments/return-scheduled-payment.ts';
import { schedulePayments } from './scheduled-payments/schedule-payments.ts';
import { updateScheduledPayment } from './scheduled-payments/update-scheduled-payment.ts';
import { getBankStatement } from './statements/get-bank-statement.ts';
import { listBankStatements } from './statements/list-bank-statements.ts';
import { getSupplierBankAccount } from './supplier-accounts/get-supplier-bank-account.ts';
import { setSupplierBankAccount } from './supplier-accounts/set-supplier-bank-account.ts';

export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';
export { accountsWithPaymentsDue, notePaymentsDue } from './scheduled-payments/note-payments-due.ts';
export { automaticPaymentsDue, recordAutomaticPayment } from './scheduled-payments/record-automatic-payment.ts';

export const operations: readonly Operation[] = [
  listBankAccounts,
  getBankAccount,
  createBankAccount,
  updateBankAccount,
  archiveBankAccount,
  restoreBankAccount,
  importBankStatement,
  listBankImports,
  getBankImport,
  deleteBankImport,
  listBankStatements,
  getBankStatement,
  listBankLines,
  getBankLine,
  suggestBankMatches,
  matchBankLine,
  matchBankLines,
  reconcilePayment,
  unmatchBankLine,
  excludeBankLine,
  restoreBankLine,
  listBankRules,
  getBankRule,
  listBankRuleProposals,
  previewBankRule,
  createBankRule,
  updateBankRule,
  reorderBankRules,
  archiveBankRule,
  restoreBankRule,
  applyBankRules,
  previewBankReconciliation,
  reconcileBankAccount,
  listBankReconciliations,
  getBankReconciliation,
  reopenBankReconciliation,
  getSupplierBankAccount,
  setSupplierBankAccount,
  listBillsToPay,
  listScheduledPayments,
  getScheduledPayment,
  createScheduledPayment,
  schedulePayments,
  updateScheduledPayment,
  cancelScheduledPayment,
  payScheduledPayment,
  returnScheduledPayment,
  confirmSupplierBankAccount,
  getPaymentForecast,
  listPaymentFiles,
  getPaymentFile,
  getPaymentFileContent,
  createPaymentFile,
  confirmPaymentFile,
  cancelPaymentFile,
];
