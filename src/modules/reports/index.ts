import type { Operation } from '../../operation/operation.ts';
import { getBusinessOverview } from './get-business-overview.ts';
import { getPaymentsReport } from './get-payments-report.ts';
import { getProfitAndLoss } from './get-profit-and-loss.ts';
import { getReceivablesAging } from './get-receivables-aging.ts';
import { getReport } from './get-report.ts';
import { getRevenue } from './get-revenue.ts';
import { getTrialBalance } from './get-trial-balance.ts';

export const operations: readonly Operation[] = [
  getBusinessOverview,
  getProfitAndLoss,
  getRevenue,
  getPaymentsReport,
  getReceivablesAging,
  getTrialBalance,
  getReport,
];
