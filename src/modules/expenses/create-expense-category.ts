import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByDeleting } from '../../operation/undo.ts';
import { amountFrom } from '../sales/index.ts';
import { checkDefaultRate, kindOn } from './category-books.ts';
import { pathBelow } from './category-place.ts';
import {
  categoryRecord,
  ExpenseCategory,
  expenseCategoryCreated,
  expenseCategoryExternalIdTaken,
  expenseCategoryNameTaken,
  expenseCategoryTooDeep,
  NewExpenseCategory,
  readCategory,
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
  emits: [expenseCategoryCreated],
  async run(context, input) {
    const { db, organization, now } = context;
    const currency = context.actor.organization?.baseCurrency ?? '';
    const parentId = input.parent_id ?? null;
    const [path, kind] = await Promise.all([
      pathBelow(context, parentId),
      kindOn(context, input.account_id, input.kind),
      checkDefaultRate(context, input.default_tax_rate_id),
    ]);
    const budget = input.budget_monthly ?? null;
    const id = context.newId();
    const stamp = JSON.stringify(actorStamp(context.actor));
    const written = db.run(sql`
      insert into expense_categories (organization_id, id, name, name_key, parent_id, ancestor_ids, position, kind,
        account_id, default_tax_rate_id, color, budget_monthly, excluded_from_reports, external_id, metadata,
        custom_fields, tags, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${input.name}, ${nameKey(input.name)}, ${parentId}, ${path},
        ${input.position ?? 0}, ${kind}, ${input.account_id}, ${input.default_tax_rate_id ?? null},
        ${input.color ?? null}, ${budget === null ? null : amountFrom(budget, '/budget_monthly', currency)},
        ${input.excluded_from_reports ?? false}, ${input.external_id ?? null},
        ${JSON.stringify(input.metadata ?? {})}, ${JSON.stringify(input.custom_fields ?? {})}, ${input.tags ?? []},
        ${now}, ${now}, ${stamp}, ${stamp})`);
    const [, created] = await Promise.all([written, readCategory(context, id)]);
    context.emit(expenseCategoryCreated(created));
    return categoryRecord(context, created);
  },
});
