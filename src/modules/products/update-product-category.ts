import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { sent } from '../../wire/patch.ts';
import { checkAccounts } from './accounts-named.ts';
import { lockTree, moveCategory } from './category-place.ts';
import {
  categoryCycle,
  categoryExternalIdTaken,
  categoryNameTaken,
  categoryTooDeep,
  categoryUpdated,
  lockCategory,
  ProductCategory,
  ProductCategoryPatch,
  readCategory,
  wireCategory,
} from './product-category.ts';
import { checkRates, writeRates } from './taxed-with.ts';

export const updateProductCategory = operation({
  name: 'update_product_category',
  summary: 'Update a product category, or move it with its subcategories.',
  http: 'PATCH /product-categories/{id}',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_product_category'),
  input: ProductCategoryPatch,
  output: ProductCategory,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    categoryTooDeep,
    categoryCycle,
    categoryNameTaken,
    categoryExternalIdTaken,
  ],
  emits: [categoryUpdated],
  async run(context, { id, version, ...patch }) {
    const { parent_id: parentId, ...fields } = patch;
    if (parentId !== undefined) await lockTree(context);
    const current = await lockCategory(context, id, version);
    await Promise.all([checkRates(context, fields), checkAccounts(context, fields)]);
    if (parentId !== undefined && parentId !== current.parent_id) await moveCategory(context, current, parentId);
    context.before(wireCategory(current));
    const written = write(context, { ...current, ...sent(fields) });
    writeRates(context, 'category', id, fields);
    const [, changed] = await Promise.all([written, readCategory(context, id)]);
    context.emit(categoryUpdated(changed));
    return changed;
  },
});

function write({ db, organization, actor, now }: Context, next: ProductCategory): Promise<number> {
  return db.run(sql`
    update product_categories set name = ${next.name}, name_key = ${nameKey(next.name)}, position = ${next.position},
      income_account_id = ${next.income_account_id}, cogs_account_id = ${next.cogs_account_id},
      inventory_account_id = ${next.inventory_account_id}, external_id = ${next.external_id},
      metadata = ${JSON.stringify(next.metadata)}, custom_fields = ${JSON.stringify(next.custom_fields)},
      tags = ${next.tags}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id}`);
}
