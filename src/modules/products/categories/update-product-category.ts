import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/patch.ts';
import { valuesOfRecord } from '../../dimensions/index.ts';
import { checkAccounts } from '../tax-rates/accounts-named.ts';
import {
  categoryCycle,
  categoryExternalIdTaken,
  categoryNameTaken,
  categoryTooDeep,
  categoryTree,
  productCategories,
  ProductCategory,
  ProductCategoryPatch,
} from './product-category.ts';
import { checkRates, writeRates } from '../tax-rates/taxed-with.ts';

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
  emits: [productCategories.events.updated],
  async run(context, { id, version, ...patch }) {
    const { parent_id: parentId, ...fields } = patch;
    if (parentId !== undefined) await categoryTree.lock(context);
    const current = await productCategories.lock(context, id, version);
    const [values] = await Promise.all([
      valuesOfRecord(context, fields, { kept: current.dimension_value_ids }),
      checkRates(context, fields),
      checkAccounts(context, fields),
    ]);
    const moves = parentId !== undefined && parentId !== current.parent_id;
    const place = moves ? await categoryTree.move(context, current, parentId) : {};
    writeRates(context, 'category', id, fields);
    const valued = sent({ dimension_value_ids: values });
    return productCategories.update(context, current, { ...current, ...sent(fields), ...valued, ...place });
  },
});
