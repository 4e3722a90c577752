import { sql } from '../../db/sql.ts';
import { fault, missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import {
  type CategoryRow,
  categoryLevelsMax,
  expenseCategoryCycle,
  expenseCategoryTooDeep,
} from './expense-category.ts';

type Place = { readonly ancestor_ids: readonly string[]; readonly archived: boolean };

/** The way from the root to a new child of the parent. The parent is locked, so that it cannot move away meanwhile. */
export async function pathBelow(context: Context, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  const parent = await context.db.maybe<Place>(sql`
    select ancestor_ids, archived_at is not null as archived from expense_categories
    where organization_id = ${context.organization} and id = ${parentId} for update`);
  if (parent === undefined) throw missing('/parent_id', 'expense category');
  if (parent.archived) throw fault('/parent_id', 'archived', 'That expense category is archived.');
  if (parent.ancestor_ids.length + 2 > categoryLevelsMax) throw expenseCategoryTooDeep();
  return [...parent.ancestor_ids, parentId];
}

/**
 * Makes moves take turns, by locking every category of the organisation in the order of their ids: two moves that each
 * look right could otherwise close a circle together. They are rare.
 */
export async function lockTree({ db, organization }: Context): Promise<void> {
  await db.run(sql`
    select id from expense_categories where organization_id = ${organization} order by id for update`);
}

/** Moves a category with all that is below it, in a tree that is locked. */
export async function moveCategory(context: Context, moved: CategoryRow, parentId: string | null): Promise<void> {
  const { db, organization } = context;
  const path = await pathBelow(context, parentId);
  if (path.includes(moved.id)) throw expenseCategoryCycle();
  // A parent cannot be its own child's child at any moment, so both columns of the moved row change in one statement.
  db.later(sql`
    update expense_categories set parent_id = case when id = ${moved.id} then ${parentId}::uuid else parent_id end,
      ancestor_ids = ${path}::uuid[] || ancestor_ids[${moved.ancestor_ids.length + 1}:]
    where organization_id = ${organization} and (id = ${moved.id} or ancestor_ids @> ${[moved.id]}::uuid[])`);
}
