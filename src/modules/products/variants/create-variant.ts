import { invalidStateTransition, limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { settingsOf } from '../../organization/index.ts';
import { optionsWith, valuesOf } from './options.ts';
import { productUpdated } from '../product.ts';
import { lockProduct, rewriteSearchText, updateProductRow } from '../product-row.ts';
import { barcodeTaken, combinationTaken, skuTaken, Variant, variantExternalIdTaken, variantsMax } from './variant.ts';
import { NewVariant } from './variant-input.ts';
import { insertVariants, newVariant } from './variant-record.ts';
import { noticeOf, readVariant } from './variants.ts';

export const createVariant = operation({
  name: 'create_variant',
  summary: 'Create a variant of a product that has options, such as another size.',
  guidance: 'A new option value is added to the option.',
  http: 'POST /products/{id}/variants',
  effect: 'write',
  permission: 'products:write',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('variant'),
  input: NewVariant,
  output: Variant,
  refuses: [
    notFound,
    validationFailed,
    invalidStateTransition,
    limitExceeded,
    skuTaken,
    barcodeTaken,
    combinationTaken,
    variantExternalIdTaken,
  ],
  emits: [productUpdated],
  async run(context, { id: productId, ...input }) {
    const [settings, product] = await Promise.all([settingsOf(context), lockProduct(context, productId)]);
    if (product.status === 'archived')
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_product'] });
    if (product.variants.length >= variantsMax) throw limitExceeded({ max: variantsMax });
    const given = input.option_values ?? {};
    if (product.options.length === 0) throw withoutOptions();
    const options = optionsWith(product.options, [given]);
    const variant = newVariant(context, input, {
      productId,
      type: product.type,
      position: Math.max(...product.variants.map(({ position }) => position)) + 1,
      values: valuesOf(options, given, '/option_values'),
      priceIncludesTax: settings.taxInclusiveDefault,
      pointer: '',
    });
    const hasGrown = options.some((option, index) => option.values.length !== product.options[index]?.values.length);
    const grown = { ...product, options, variants: [...product.variants, variant] };
    if (!hasGrown) rewriteSearchText(context, grown);
    const [, , created] = await Promise.all([
      hasGrown ? updateProductRow(context, grown) : undefined,
      insertVariants(context, [variant]),
      readVariant(context, variant.id),
    ]);
    context.emit(productUpdated(noticeOf(product, variant.id)));
    return created;
  },
});

function withoutOptions(): Error {
  const message = 'The product has no options. Give it some with PATCH /api/products/{id} first.';
  return validationFailed({ errors: [{ pointer: '/option_values', code: 'no_options', message }], hint: message });
}
