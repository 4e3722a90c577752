import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/patch.ts';
import { valuesOfRecord } from '../../dimensions/index.ts';
import { checkDefaultRate, kindOn } from './category-books.ts';
import {
  budgetFrom,
  expenseCategories,
  ExpenseCategory,
  expenseCategoryCycle,
  expenseCategoryExternalIdTaken,
  expenseCategoryNameTaken,
  ExpenseCategoryPatch,
  expenseCategoryTooDeep,
  expenseCategoryTree,
} from './expense-category.ts';

export const updateExpenseCategory = operation({
  name: 'update_expense_category',
  summary: 'Update an expense category, or move it with its subcategories.',
  guidance: 'A new account applies to expenses posted from now on.',
  http: 'PATCH /expense-categories/{id}',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_expense_category'),
  input: ExpenseCategoryPatch,
  output: ExpenseCategory,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    expenseCategoryTooDeep,
    expenseCategoryCycle,
    expenseCategoryNameTaken,
    expenseCategoryExternalIdTaken,
  ],
  emits: [expenseCategories.events.updated],
  async run(context, { id, version, budget_monthly: budget, ...patch }) {
    const { parent_id: parentId, ...fields } = patch;
    if (parentId !== undefined) await expenseCategoryTree.lock(context);
    const current = await expenseCategories.lock(context, id, version);
    const isPosted = fields.account_id !== undefined || fields.kind !== undefined;
    const [kind, values] = await Promise.all([
      isPosted ? kindOn(context, fields.account_id ?? current.account_id, fields.kind) : current.kind,
      valuesOfRecord(context, fields, { kept: current.dimension_value_ids }),
      checkDefaultRate(context, fields.default_tax_rate_id),
    ]);
    const moves = parentId !== undefined && parentId !== current.parent_id;
    const place = moves ? await expenseCategoryTree.move(context, current, parentId) : {};
    const own = sent({ budget_monthly: budget && budgetFrom(context, budget), dimension_value_ids: values });
    return expenseCategories.update(context, current, { ...current, ...sent(fields), kind, ...own, ...place });
  },
});
