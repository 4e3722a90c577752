import type { Check } from '../../../operation/check.ts';
import { quoteNumbers } from './quote-numbers.ts';

export const checks: readonly Check[] = [quoteNumbers];
