import type { Check } from '../../../operation/check.ts';
import { closedPeriods } from './closed-periods.ts';
import { clientCurrencySums } from './client-currency-sums.ts';
import { clientFlows } from './client-flows.ts';
import { clientSums } from './client-sums.ts';
import { currencySums } from './currency-sums.ts';
import { daySums } from './day-sums.ts';
import { dimensionSums } from './dimension-sums.ts';
import { emptiedCurrencies } from './emptied-currencies.ts';
import { entriesBalance } from './entries-balance.ts';
import { entryNumbers } from './entry-numbers.ts';
import { lockHistory } from './lock-history.ts';
import { monthSums } from './month-sums.ts';
import { reversalsComplete } from './reversals-complete.ts';
import { trialBalance } from './trial-balance.ts';

export const checks: readonly Check[] = [
  entriesBalance,
  trialBalance,
  daySums,
  monthSums,
  clientSums,
  clientCurrencySums,
  clientFlows,
  currencySums,
  dimensionSums,
  emptiedCurrencies,
  reversalsComplete,
  entryNumbers,
  closedPeriods,
  lockHistory,
];
