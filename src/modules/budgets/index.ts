import type { Operation } from '../../operation/operation.ts';
import { archiveBudget, listBudgets, restoreBudget } from './budget.ts';
import { createBudget } from './create-budget.ts';
import { getBudget } from './get-budget.ts';
import { updateBudget } from './update-budget.ts';

export const operations: readonly Operation[] = [
  listBudgets,
  getBudget,
  createBudget,
  updateBudget,
  archiveBudget,
  restoreBudget,
];
