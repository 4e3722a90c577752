import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { batchedByIds } from '../../../operation/batched.ts';
import type { Context } from '../../../operation/operation.ts';

export type CategoriesGiven = {
  readonly category_id?: string | null | undefined;
  readonly category_ids?: readonly string[] | undefined;
};

/** Refuses categories that are not there or archived, and keeps them from going away meanwhile. */
export async function checkCategories(context: Context, given: CategoriesGiven): Promise<void> {
  const pointers = new Map((given.category_ids ?? []).map((id, index) => [id, `/category_ids/${index}`]));
  if (given.category_id) pointers.set(given.category_id, '/category_id');
  if (pointers.size === 0) return;
  const found = await categoriesKept(context, [...pointers.keys()]);
  const missing = [...pointers].filter(([id]) => !found.has(id));
  if (missing.length > 0) {
    const message = 'The category was not found.';
    throw notFound({ errors: missing.map(([, pointer]) => ({ pointer, code: 'not_found', message })) });
  }
  const archived = [...pointers].find(([id]) => found.get(id)?.archived === true);
  if (archived !== undefined) throw fault(archived[1], 'archived', 'That category is archived.');
}

const categoriesKept = batchedByIds(async ({ db, organization }: Context, ids) => {
  const rows = await db.many<{ id: string; archived: boolean }>(sql`
    select id, archived_at is not null as archived from product_categories
    where organization_id = ${organization} and id = any(${ids}::uuid[])
    order by id for key share`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Writes which other categories a product is found in. */
export function writeOtherCategories(context: Context, productId: string, ids: readonly string[] | undefined): void {
  if (ids === undefined) return;
  const { db, organization } = context;
  db.later(sql`
    delete from product_other_categories where organization_id = ${organization} and product_id = ${productId}`);
  db.later(sql`
    insert into product_other_categories (organization_id, product_id, category_id)
    select distinct ${organization}::uuid, ${productId}::uuid, category from unnest(${ids}::uuid[]) as category`);
}
