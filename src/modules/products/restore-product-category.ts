import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import {
  CategoryAtVersion,
  categoryNameTaken,
  categoryRestored,
  lockCategory,
  ProductCategory,
  readCategory,
  wireCategory,
} from './product-category.ts';

export const restoreProductCategory = operation({
  name: 'restore_product_category',
  summary: 'Restore an archived product category.',
  http: 'POST /product-categories/{id}/restore',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_product_category'),
  input: CategoryAtVersion,
  output: ProductCategory,
  refuses: [notFound, versionConflict, invalidStateTransition, categoryNameTaken],
  emits: [categoryRestored],
  async run(context, { id, version }) {
    const { db, organization, actor, now } = context;
    const current = await lockCategory(context, id, version);
    if (current.status === 'active')
      throw invalidStateTransition({ status: 'active', allowed: ['archive_product_category'] });
    context.before(wireCategory(current));
    db.later(sql`
      update product_categories set archived_at = null, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const restored = await readCategory(context, id);
    context.emit(categoryRestored(restored));
    return restored;
  },
});
