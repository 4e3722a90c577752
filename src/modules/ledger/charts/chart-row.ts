import type { AccountType, LedgerRole } from '../accounts/chart.ts';

/**
 * An account of a chart: code, name, name in English, type, and what the service posts there. The English name says
 * what the account is for: it is the same in every chart, and once in each.
 */
export type ChartRow = readonly [
  code: string,
  name: string,
  english: string | null,
  type: AccountType,
  role?: LedgerRole,
];
