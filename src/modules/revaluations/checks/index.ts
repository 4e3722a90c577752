import type { Check } from '../../../operation/check.ts';
import { revaluationsReversed } from './revaluations-reversed.ts';

export const checks: readonly Check[] = [revaluationsReversed];
