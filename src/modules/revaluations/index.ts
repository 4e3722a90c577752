import type { Operation } from '../../operation/operation.ts';
import { getRevaluation } from './get-revaluation.ts';
import { listRevaluations } from './list-revaluations.ts';
import { revalueCurrency } from './revalue-currency.ts';
import { voidRevaluation } from './void-revaluation.ts';

export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';

export const operations: readonly Operation[] = [listRevaluations, getRevaluation, revalueCurrency, voidRevaluation];
