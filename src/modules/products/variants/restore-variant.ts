import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { productUpdated } from '../product.ts';
import { Variant, VariantAtVersion } from './variant.ts';
import { changedVariant, recordFrom, updateVariants } from './variant-record.ts';
import { variantFrom, wireVariant } from './variant-row.ts';
import { lockVariant, noticeOf, readVariant } from './variants.ts';

export const restoreVariant = operation({
  name: 'restore_variant',
  summary: 'Restore an archived variant, so that it can be sold again.',
  http: 'POST /variants/{id}/restore',
  effect: 'write',
  permission: 'products:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_variant'),
  input: VariantAtVersion,
  output: Variant,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [productUpdated],
  async run(context, { id, version }) {
    const { product, variant } = await lockVariant(context, id, version);
    if (variant.archived_at === null) throw invalidStateTransition({ status: 'active', allowed: ['archive_variant'] });
    context.before(wireVariant(variantFrom(context, variant)));
    const touched = changedVariant(context, recordFrom(variant), {}, { type: product.type, pointer: '' });
    const next = { ...touched, archived_at: null };
    const [, restored] = await Promise.all([updateVariants(context, [next]), readVariant(context, id)]);
    context.emit(productUpdated(noticeOf(product, id)));
    return restored;
  },
});
