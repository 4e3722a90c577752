import type { Operation } from '../../operation/operation.ts';
import { getProfitAndLoss } from './get-profit-and-loss.ts';
import { getTrialBalance } from './get-trial-balance.ts';

export const operations: readonly Operation[] = [getProfitAndLoss, getTrialBalance];
