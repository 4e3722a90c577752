import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { productUpdated } from '../product.ts';
import { lastVariant, Variant, VariantAtVersion } from './variant.ts';
import { changedVariant, recordFrom, updateVariants } from './variant-record.ts';
import { variantFrom, wireVariant } from './variant-row.ts';
import { lockVariant, noticeOf, readVariant } from './variants.ts';

export const archiveVariant = operation({
  name: 'archive_variant',
  summary: 'Archive one variant of a product, so that it can no longer be sold.',
  http: 'POST /variants/{id}/archive',
  effect: 'write',
  permission: 'products:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_variant'),
  input: VariantAtVersion,
  output: Variant,
  refuses: [notFound, versionConflict, invalidStateTransition, lastVariant],
  emits: [productUpdated],
  async run(context, { id, version }) {
    const { product, variant } = await lockVariant(context, id, version);
    if (variant.archived_at !== null)
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_variant'] });
    if (!product.variants.some((one) => one.id !== id && one.archived_at === null)) throw lastVariant();
    context.before(wireVariant(variantFrom(context, variant)));
    const touched = changedVariant(context, recordFrom(variant), {}, { type: product.type, pointer: '' });
    const next = { ...touched, archived_at: context.now };
    const [, archived] = await Promise.all([updateVariants(context, [next]), readVariant(context, id)]);
    context.emit(productUpdated(noticeOf(product, id)));
    return archived;
  },
});
