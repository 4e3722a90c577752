import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { sent } from '../../wire/patch.ts';
import { amountFrom } from '../sales/index.ts';
import { checkDefaultRate, kindOn } from './category-books.ts';
import { lockTree, moveCategory } from './category-place.ts';
import {
  categoryRecord,
  type CategoryRow,
  ExpenseCategory,
  expenseCategoryCycle,
  expenseCategoryExternalIdTaken,
  expenseCategoryNameTaken,
  ExpenseCategoryPatch,
  expenseCategoryTooDeep,
  expenseCategoryUpdated,
  keepCategoryBefore,
  lockCategory,
  readCategory,
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
  emits: [expenseCategoryUpdated],
  async run(context, { id, version, budget_monthly: budget, ...patch }) {
    const { parent_id: parentId, ...fields } = patch;
    if (parentId !== undefined) await lockTree(context);
    const current = await lockCategory(context, id, version);
    const isPosted = fields.account_id !== undefined || fields.kind !== undefined;
    const [kind] = await Promise.all([
      isPosted ? kindOn(context, fields.account_id ?? current.account_id, fields.kind) : current.kind,
      checkDefaultRate(context, fields.default_tax_rate_id),
    ]);
    if (parentId !== undefined && parentId !== current.parent_id) await moveCategory(context, current, parentId);
    keepCategoryBefore(context, current);
    const currency = context.actor.organization?.baseCurrency ?? '';
    const minor = budget === undefined || budget === null ? budget : amountFrom(budget, '/budget_monthly', currency);
    const next = { ...current, ...sent(fields), kind, ...sent({ budget_monthly: minor }) };
    const [, changed] = await Promise.all([write(context, next), readCategory(context, id)]);
    context.emit(expenseCategoryUpdated(changed));
    return categoryRecord(context, changed);
  },
});

function write({ db, organization, actor, now }: Context, next: CategoryRow): Promise<number> {
  return db.run(sql`
    update expense_categories set name = ${next.name}, name_key = ${nameKey(next.name)}, position = ${next.position},
      kind = ${next.kind}, account_id = ${next.account_id}, default_tax_rate_id = ${next.default_tax_rate_id},
      color = ${next.color}, budget_monthly = ${next.budget_monthly},
      excluded_from_reports = ${next.excluded_from_reports}, external_id = ${next.external_id},
      metadata = ${JSON.stringify(next.metadata)}, custom_fields = ${JSON.stringify(next.custom_fields)},
      tags = ${next.tags}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id}`);
}
