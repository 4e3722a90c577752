import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByDeleting } from '../../../operation/undo.ts';
import { valuesOfRecord } from '../../dimensions/index.ts';
import { checkDefaultRate, kindOn } from './category-books.ts';
import {
  budgetFrom,
  expenseCategories,
  ExpenseCategory,
  expenseCategoryExternalIdTaken,
  expenseCategoryNameTaken,
  expenseCategoryTooDeep,
  expenseCategoryTree,
  NewExpenseCategory,
} from './expense-category.ts';

export const createExpenseCategory = operation({
  name: 'create_expense_category',
  summary: 'Create an expense category, top-level or below another, and the account it posts to.',
  http: 'POST /expense-categories',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByDeleting('expense_category'),
  input: NewExpenseCategory,
  output: ExpenseCategory,
  refuses: [
    notFound,
    validationFailed,
    expenseCategoryTooDeep,
    expenseCategoryNameTaken,
    expenseCategoryExternalIdTaken,
  ],
  emits: [expenseCategories.events.created],
  async run(context, input) {
    const [path, kind, values = []] = await Promise.all([
      expenseCategoryTree.pathBelow(context, input.parent_id ?? null),
      kindOn(context, input.account_id, input.kind),
      valuesOfRecord(context, input),
      checkDefaultRate(context, input.default_tax_rate_id),
    ]);
    const { budget_monthly: budget, position = 0, excluded_from_reports: excluded = false, ...given } = input;
    return expenseCategories.create(context, context.newId(), {
      ...given,
      ancestor_ids: path,
      position,
      kind,
      dimension_value_ids: values,
      budget_monthly: budget ? budgetFrom(context, budget) : null,
      excluded_from_reports: excluded,
      system: false,
    });
  },
});
