import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { productUpdated } from '../product.ts';
import { rewriteSearchText } from '../product-row.ts';
import { barcodeTaken, skuTaken, Variant, variantExternalIdTaken } from './variant.ts';
import { VariantPatch } from './variant-input.ts';
import { changedVariant, recordFrom, updateVariants } from './variant-record.ts';
import { variantFrom, wireVariant } from './variant-row.ts';
import { lockVariant, noticeOf, readVariant } from './variants.ts';

export const updateVariant = operation({
  name: 'update_variant',
  summary: 'Update the price, SKU, barcode or stock settings of a variant.',
  guidance: 'A new price applies to new sales only.',
  http: 'PATCH /variants/{id}',
  effect: 'write',
  permission: 'products:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_variant'),
  input: VariantPatch,
  output: Variant,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    skuTaken,
    barcodeTaken,
    variantExternalIdTaken,
  ],
  emits: [productUpdated],
  async run(context, { id, version, ...patch }) {
    const { product, variant } = await lockVariant(context, id, version);
    context.before(wireVariant(variantFrom(context, variant)));
    const next = changedVariant(context, recordFrom(variant), patch, { type: product.type, pointer: '' });
    const variants = product.variants.map((one) => (one.id === id ? next : one));
    if (next.search_text !== recordFrom(variant).search_text) rewriteSearchText(context, { ...product, variants });
    const [, changed] = await Promise.all([updateVariants(context, [next]), readVariant(context, id)]);
    context.emit(productUpdated(noticeOf(product, id)));
    return changed;
  },
});
