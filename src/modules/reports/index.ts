import type { Operation } from '../../operation/operation.ts';
import { comparePeriods } from './revenue/compare-periods.ts';
import { exportLedger } from './books/export-ledger.ts';
import { getBudgetVariance } from './books/get-budget-variance.ts';
import { getBalanceSheet } from './books/get-balance-sheet.ts';
import { getBusinessOverview } from './revenue/get-business-overview.ts';
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
import { getReport } from './get-report.ts';
import { getReportDrilldown } from './drilldown/get-report-drilldown.ts';
import { getRevenue } from './revenue/get-revenue.ts';
import { getTaxSummary } from './tax/get-tax-summary.ts';
import { getTrends } from './revenue/get-trends.ts';
import { getTrialBalance } from './books/get-trial-balance.ts';
import { listTransactions } from './books/list-transactions.ts';

export { exportLedger } from './books/export-ledger.ts';
export { checks } from './checks/index.ts';

export const operations: readonly Operation[] = [
  getBusinessOverview,
  getProfitAndLoss,
  getProfitByDimension,
  getBudgetVariance,
  getRevenue,
  getTrends,
  getProductMargin,
  comparePeriods,
  getExpensesByCategory,
  getPaymentsReport,
  getReceivablesAging,
  getPayablesAging,
  getClientStatement,
  getTaxSummary,
  getCashFlow,
  getInventoryValuation,
  getInventoryMovements,
  getInventoryTurnover,
  getBalanceSheet,
  getTrialBalance,
  getGeneralLedger,
  getJournal,
  getReport,
  getReportDrilldown,
  listTransactions,
  exportLedger,
];

export { clientStatement, Statement, statementTypes } from './aging/client-statement.ts';
export { openForeignDebts } from './aging/open-foreign-debts.ts';
export { namedReports, type ReportName, reportNames } from './named-reports.ts';
export { xlsxFile, xlsxType } from './printing/report-file.ts';
export { rangeInput, rangeOf } from './period-input.ts';
