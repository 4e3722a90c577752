import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import {
  categoryRecord,
  type CategoryRow,
  ExpenseCategory,
  expenseCategoryArchived,
  ExpenseCategoryAtVersion,
  keepCategoryBefore,
  lockCategory,
  readCategory,
} from './expense-category.ts';

export const archiveExpenseCategory = operation({
  name: 'archive_expense_category',
  summary: 'Archive an expense category. Existing expenses keep it.',
  http: 'POST /expense-categories/{id}/archive',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_expense_category'),
  input: ExpenseCategoryAtVersion,
  output: ExpenseCategory,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [expenseCategoryArchived],
  async run(context, { id, version }) {
    const current = await lockCategory(context, id, version);
    const { status } = current;
    if (status !== 'active') {
      throw invalidStateTransition({ status, allowed: status === 'archived' ? ['restore_expense_category'] : [] });
    }
    const archived = await setArchived(context, current, context.now);
    context.emit(expenseCategoryArchived(archived));
    return categoryRecord(context, archived);
  },
});

export async function setArchived(
  context: Context,
  current: CategoryRow,
  archivedAt: string | null,
): Promise<CategoryRow> {
  const { db, organization, actor, now } = context;
  keepCategoryBefore(context, current);
  // Awaited together with the reading: the name may be taken, which is refused where it is written.
  const [, changed] = await Promise.all([
    db.run(sql`
      update expense_categories set archived_at = ${archivedAt}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${current.id}`),
    readCategory(context, current.id),
  ]);
  return changed;
}
