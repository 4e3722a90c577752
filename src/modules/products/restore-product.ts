import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Product, ProductAtVersion, productRestored } from './product.ts';
import { lockProduct, productFrom, readProduct, updateProductRow, wireProduct } from './product-row.ts';

export const restoreProduct = operation({
  name: 'restore_product',
  summary: 'Restore an archived product, so that it can be sold again.',
  http: 'POST /products/{id}/restore',
  effect: 'write',
  permission: 'products:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_product'),
  input: ProductAtVersion,
  output: Product,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [productRestored],
  async run(context, { id, version }) {
    const current = await lockProduct(context, id, version);
    if (current.status !== 'archived')
      throw invalidStateTransition({ status: current.status, allowed: ['archive_product'] });
    context.before(wireProduct(productFrom(context, current)));
    const active = { ...current, status: 'active', archived_at: null } as const;
    const [, product] = await Promise.all([updateProductRow(context, active), readProduct(context, id)]);
    context.emit(productRestored({ ...product, variant_ids: product.variants.map((variant) => variant.id) }));
    return product;
  },
});
