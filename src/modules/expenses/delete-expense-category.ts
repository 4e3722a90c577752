import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { hasHistory, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import {
  ExpenseCategoryAtVersion,
  expenseCategoryDeleted,
  expenseCategoryIsSystem,
  keepCategoryBefore,
  lockCategory,
} from './expense-category.ts';

export const deleteExpenseCategory = operation({
  name: 'delete_expense_category',
  summary: 'Delete an expense category with no expenses or subcategories.',
  http: 'DELETE /expense-categories/{id}',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  input: ExpenseCategoryAtVersion,
  output: z.object({ id: Id('expense_category'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, hasHistory, expenseCategoryIsSystem],
  emits: [expenseCategoryDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const current = await lockCategory(context, id, version);
    if (current.system) throw expenseCategoryIsSystem();
    keepCategoryBefore(context, current);
    // Whatever refers to it keeps it: the database knows all of that.
    await db.run(sql`delete from expense_categories where organization_id = ${organization} and id = ${id}`);
    context.emit(expenseCategoryDeleted(current));
    return { id, deleted: true as const };
  },
});
