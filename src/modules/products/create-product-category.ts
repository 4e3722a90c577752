import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByDeleting } from '../../operation/undo.ts';
import { checkAccounts } from './accounts-named.ts';
import { pathBelow } from './category-place.ts';
import {
  categoryCreated,
  categoryExternalIdTaken,
  categoryNameTaken,
  categoryTooDeep,
  NewProductCategory,
  ProductCategory,
  readCategory,
} from './product-category.ts';
import { checkRates, writeRates } from './taxed-with.ts';

export const createProductCategory = operation({
  name: 'create_product_category',
  summary: 'Create a product category, top-level or below another.',
  http: 'POST /product-categories',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByDeleting('product_category'),
  input: NewProductCategory,
  output: ProductCategory,
  refuses: [notFound, validationFailed, categoryTooDeep, categoryNameTaken, categoryExternalIdTaken],
  emits: [categoryCreated],
  async run(context, input) {
    const { db, organization, now, newId } = context;
    const parentId = input.parent_id ?? null;
    const [path] = await Promise.all([
      pathBelow(context, parentId),
      checkRates(context, input),
      checkAccounts(context, input),
    ]);
    const id = newId();
    const stamp = JSON.stringify(actorStamp(context.actor));
    const written = db.run(sql`
      insert into product_categories (organization_id, id, name, name_key, parent_id, ancestor_ids, position,
        income_account_id, cogs_account_id, inventory_account_id, external_id, metadata, custom_fields, tags,
        created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${input.name}, ${nameKey(input.name)}, ${parentId}, ${path},
        ${input.position ?? 0}, ${input.income_account_id ?? null}, ${input.cogs_account_id ?? null},
        ${input.inventory_account_id ?? null},
        ${input.external_id ?? null}, ${JSON.stringify(input.metadata ?? {})},
        ${JSON.stringify(input.custom_fields ?? {})}, ${input.tags ?? []}, ${now}, ${now}, ${stamp}, ${stamp})`);
    writeRates(context, 'category', id, input);
    const [, created] = await Promise.all([written, readCategory(context, id)]);
    context.emit(categoryCreated(created));
    return created;
  },
});
