import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { hasHistory, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { CategoryAtVersion, categoryDeleted, lockCategory, wireCategory } from './product-category.ts';
import { deleting } from './violation.ts';

export const deleteProductCategory = operation({
  name: 'delete_product_category',
  summary: 'Delete a product category with no products or subcategories.',
  http: 'DELETE /product-categories/{id}',
  effect: 'destructive',
  permission: 'products:manage',
  mcp: 'action',
  input: CategoryAtVersion,
  output: z.object({ id: Id('product_category'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, hasHistory],
  emits: [categoryDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const current = await lockCategory(context, id, version);
    context.before(wireCategory(current));
    await deleting(
      hasHistory,
      db.run(sql`delete from product_categories where organization_id = ${organization} and id = ${id}`),
    );
    context.emit(categoryDeleted(current));
    return { id, deleted: true as const };
  },
});
