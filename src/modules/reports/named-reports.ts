import type { Operation } from '../../operation/operation.ts';
import { comparePeriods } from './revenue/compare-periods.ts';
import { getBudgetVariance } from './books/get-budget-variance.ts';
import { getBalanceSheet } from './books/get-balance-sheet.ts';
import { getCashFlow } from './cash-flow/get-cash-flow.ts';
import { getClientStatement } from './aging/get-client-statement.ts';
import { getExpensesByCategory } from './expenses/get-expenses-by-category.ts';
import { getGeneralLedger } from './books/get-general-ledger.ts';
import { getInventoryMovements } from './stock/get-inventory-movements.ts';
import { getInventoryTurnover } from './stock/get-inventory-turnover.ts';
import { getInventoryValuation } from './stock/get-inventory-valuation.ts';
import { getJournal } from './books/get-journal.ts';
import { getPayablesAging } from './aging/get-payables-aging.ts';
import { getPaymentsReport } from './cash-basis/get-payments-report.ts';
import { getProductMargin } from './revenue/get-product-margin.ts';
import { getProfitAndLoss } from './books/get-profit-and-loss.ts';
import { getProfitByDimension } from './books/get-profit-by-dimension.ts';
import { getReceivablesAging } from './aging/get-receivables-aging.ts';
import { getRevenue } from './revenue/get-revenue.ts';
import { getTaxSummary } from './tax/get-tax-summary.ts';
import { getTrends } from './revenue/get-trends.ts';
import { getTrialBalance } from './books/get-trial-balance.ts';

/** Reports by the names that they have in addresses. Each is a table, and so a file as well. */
export const namedReports = {
  'profit-and-loss': getProfitAndLoss,
  'profit-by-dimension': getProfitByDimension,
  'budget-variance': getBudgetVariance,
  revenue: getRevenue,
  trends: getTrends,
  'product-margin': getProductMargin,
  'period-comparison': comparePeriods,
  'expenses-by-category': getExpensesByCategory,
  payments: getPaymentsReport,
  'receivables-aging': getReceivablesAging,
  'payables-aging': getPayablesAging,
  'client-statement': getClientStatement,
  'tax-summary': getTaxSummary,
  'cash-flow': getCashFlow,
  'inventory-valuation': getInventoryValuation,
  'inventory-movements': getInventoryMovements,
  'inventory-turnover': getInventoryTurnover,
  'balance-sheet': getBalanceSheet,
  'trial-balance': getTrialBalance,
  'general-ledger': getGeneralLedger,
  journal: getJournal,
} as const satisfies Record<string, Operation>;

export type ReportName = keyof typeof namedReports;
// The object is written above, so its keys are exactly these.
export const reportNames = Object.keys(namedReports) as [ReportName, ...ReportName[]];
