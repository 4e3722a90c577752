import type { Check } from '../../../operation/check.ts';
import { cashFlowClasses } from './cash-flow-classes.ts';
import { cashSums } from './cash-sums.ts';
import { saleDays } from './sale-days.ts';
import { settledDays } from './settled-days.ts';

export const checks: readonly Check[] = [cashSums, settledDays, saleDays, cashFlowClasses];
