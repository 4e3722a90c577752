import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import {
  CategoryAtVersion,
  categoryArchived,
  lockCategory,
  ProductCategory,
  readCategory,
  wireCategory,
} from './product-category.ts';

export const archiveProductCategory = operation({
  name: 'archive_product_category',
  summary: 'Archive a product category. Its products keep it.',
  http: 'POST /product-categories/{id}/archive',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_product_category'),
  input: CategoryAtVersion,
  output: ProductCategory,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [categoryArchived],
  async run(context, { id, version }) {
    const { db, organization, actor, now } = context;
    const current = await lockCategory(context, id, version);
    if (current.status === 'archived')
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_product_category'] });
    context.before(wireCategory(current));
    db.later(sql`
      update product_categories set archived_at = ${now}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const archived = await readCategory(context, id);
    context.emit(categoryArchived(archived));
    return archived;
  },
});
