import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { categoryCycle, categoryLevelsMax, categoryTooDeep, type ProductCategory } from './product-category.ts';
import { unknownReference } from './tax-rate.ts';

type Place = { readonly ancestor_ids: readonly string[]; readonly archived: boolean };

/** The way from the root to a new child of the parent. The parent is locked, so that it cannot move away meanwhile. */
export async function pathBelow(context: Context, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  const parent = await context.db.maybe<Place>(sql`
    select ancestor_ids, archived_at is not null as archived from product_categories
    where organization_id = ${context.organization} and id = ${parentId} for update`);
  if (parent === undefined) throw unknownReference('/parent_id', 'category');
  if (parent.archived) throw archivedReference('/parent_id', 'category');
  if (parent.ancestor_ids.length + 2 > categoryLevelsMax) throw categoryTooDeep();
  return [...parent.ancestor_ids, parentId];
}

/** The id at the pointer is of a record that takes nothing new. */
export function archivedReference(pointer: string, what: string): Error {
  return validationFailed({ errors: [{ pointer, code: 'archived', message: `That ${what} is archived.` }] });
}

/**
 * Makes moves take turns, by locking every category of the organisation in the order of their ids: two moves that each
 * look right could otherwise close a circle together. They are rare.
 */
export async function lockTree({ db, organization }: Context): Promise<void> {
  await db.run(sql`
    select id from product_categories where organization_id = ${organization} order by id for update`);
}

/** Moves a category with all that is below it, in a tree that is locked. */
export async function moveCategory(context: Context, moved: ProductCategory, parentId: string | null): Promise<void> {
  const { db, organization } = context;
  const path = await pathBelow(context, parentId);
  if (path.includes(moved.id)) throw categoryCycle();
  // A parent cannot be its own child's child at any moment, so both columns of the moved row change in one statement.
  db.later(sql`
    update product_categories set parent_id = case when id = ${moved.id} then ${parentId}::uuid else parent_id end,
      ancestor_ids = ${path}::uuid[] || ancestor_ids[${moved.ancestor_ids.length + 1}:]
    where organization_id = ${organization} and (id = ${moved.id} or ancestor_ids @> ${[moved.id]}::uuid[])`);
}
