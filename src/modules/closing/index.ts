import type { Operation } from '../../operation/operation.ts';
import { closeMonth } from './close-month.ts';
import { getCloseChecklist } from './get-close-checklist.ts';

export const operations: readonly Operation[] = [getCloseChecklist, closeMonth];
