import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByDeleting } from '../../../operation/undo.ts';
import { valuesOfRecord } from '../../dimensions/index.ts';
import { checkAccounts } from '../tax-rates/accounts-named.ts';
import {
  categoryExternalIdTaken,
  categoryNameTaken,
  categoryTooDeep,
  categoryTree,
  NewProductCategory,
  productCategories,
  ProductCategory,
} from './product-category.ts';
import { checkRates, writeRates } from '../tax-rates/taxed-with.ts';

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
  emits: [productCategories.events.created],
  async run(context, input) {
    const parentId = input.parent_id ?? null;
    const [path, values = []] = await Promise.all([
      categoryTree.pathBelow(context, parentId),
      valuesOfRecord(context, input),
      checkRates(context, input),
      checkAccounts(context, input),
    ]);
    const id = context.newId();
    const { tax_rate_ids: _, purchase_tax_rate_ids: __, ...own } = input;
    const placed = { ancestor_ids: path, position: input.position ?? 0 };
    await productCategories.create(context, id, { ...own, ...placed, dimension_value_ids: values });
    writeRates(context, 'category', id, input);
    return productCategories.find(context, id);
  },
});
