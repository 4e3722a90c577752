import {
  invalidStateTransition,
  limitExceeded,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { sent } from '../../wire/patch.ts';
import { valuesOfRecord } from '../dimensions/index.ts';
import { checkPictures, writePictures } from '../files/index.ts';
import { checkAccounts } from './tax-rates/accounts-named.ts';
import { checkComponents, writeComponents } from './variants/components.ts';
import { Product, productExternalIdTaken, productUpdated } from './product.ts';
import { checkCategories, writeOtherCategories } from './categories/product-categories.ts';
import { ProductPatch } from './product-input.ts';
import {
  lockProduct,
  productFrom,
  readProduct,
  referencesUnknown,
  updateProductRow,
  wireProduct,
} from './product-row.ts';
import { regenerated } from './variants/regenerated.ts';
import { checkRates, writeRates } from './tax-rates/taxed-with.ts';
import { skuTaken } from './variants/variant.ts';
import { insertVariants, updateVariants } from './variants/variant-record.ts';
import { refusing } from './violation.ts';

export const updateProduct = operation({
  name: 'update_product',
  summary: 'Update a product. Price, SKU and stock settings belong to its variants.',
  guidance: 'New values in `options` create the missing variants; variants of removed values are archived.',
  http: 'PATCH /products/{id}',
  effect: 'write',
  permission: 'products:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_product'),
  input: ProductPatch,
  output: Product,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    limitExceeded,
    productExternalIdTaken,
    skuTaken,
  ],
  emits: [productUpdated],
  async run(context, { id, version, ...patch }) {
    const current = await lockProduct(context, id, version);
    if (patch.status !== undefined && current.status === 'archived') {
      throw invalidStateTransition({ status: current.status, allowed: ['restore_product'] });
    }
    const [values] = await Promise.all([
      valuesOfRecord(context, patch, { kept: current.dimension_value_ids }),
      checkCategories(context, patch),
      checkRates(context, patch),
      checkAccounts(context, patch),
      checkComponents(context, current.type, patch.components),
      checkPictures(context, patch.picture_ids),
    ]);
    context.before(wireProduct(productFrom(context, current)));
    const { components: _, ...plain } = patch;
    const next = { ...current, ...sent({ ...plain, dimension_value_ids: values }) };
    const { changed, added } = regenerated(context, current, next);
    const written = [updateProductRow(context, { ...next, variants: [...current.variants, ...added] })];
    if (changed.length > 0) written.push(updateVariants(context, changed));
    if (added.length > 0) written.push(insertVariants(context, added));
    writeOtherCategories(context, id, patch.category_ids);
    writeRates(context, 'product', id, patch);
    writeComponents(context, id, patch.components);
    writePictures(context, id, patch.picture_ids);
    const [product] = await refusing(referencesUnknown, Promise.all([readProduct(context, id), ...written]));
    const about = [...changed, ...added].map((variant) => variant.id);
    context.emit(productUpdated({ ...product, variant_ids: about }));
    return product;
  },
});
