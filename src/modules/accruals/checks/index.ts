import type { Check } from '../../../operation/check.ts';
import { accrualsReversed } from './accruals-reversed.ts';
import { schedulesMoved } from './schedules-moved.ts';

export const checks: readonly Check[] = [accrualsReversed, schedulesMoved];
