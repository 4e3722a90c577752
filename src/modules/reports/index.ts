import type { Operation } from '../../operation/operation.ts';
import { exportLedger } from './export-ledger.ts';
import { getBalanceSheet } from './get-balance-sheet.ts';
import { getBusinessOverview } from './get-business-overview.ts';
import { getCashFlow } from './get-cash-flow.ts';
import { getClientStatement } from './get-client-statement.ts';
import { getExpensesByCategory } from './get-expenses-by-category.ts';
import { getGeneralLedger } from './get-general-ledger.ts';
import { getInventoryMovements } from './get-inventory-movements.ts';
import { getInventoryTurnover } from './get-inventory-turnover.ts';
import { getInventoryValuation } from './get-inventory-valuation.ts';
import { getJournal } from './get-journal.ts';
import { getPayablesAging } from './get-payables-aging.ts';
import { getPaymentsReport } from './get-payments-report.ts';
import { getProductMargin } from './get-product-margin.ts';
import { getProfitAndLoss } from './get-profit-and-loss.ts';
import { getReceivablesAging } from './get-receivables-aging.ts';
import { getReport } from './get-report.ts';
import { getReportDrilldown } from './get-report-drilldown.ts';
import { getRevenue } from './get-revenue.ts';
import { getTaxSummary } from './get-tax-summary.ts';
import { getTrends } from './get-trends.ts';
import { getTrialBalance } from './get-trial-balance.ts';
import { listTransactions } from './list-transactions.ts';

export { checks } from './checks/index.ts';

export const operations: readonly Operation[] = [
  getBusinessOverview,
  getProfitAndLoss,
  getRevenue,
  getTrends,
  getProductMargin,
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

export { clientStatement, Statement, statementTypes } from './client-statement.ts';
export { rangeInput, rangeOf } from './period-input.ts';
