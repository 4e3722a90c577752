import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict, type OperationName } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Product, productArchived, ProductAtVersion } from './product.ts';
import { lockProduct, productFrom, readProduct, updateProductRow, wireProduct } from './product-row.ts';
import { fullName, type VariantRow } from './variants/variant-row.ts';

export const archiveProduct = operation({
  name: 'archive_product',
  summary: 'Archive a product: it can no longer be sold, and its history is kept.',
  guidance: '`warnings` lists any stock still on hand.',
  http: 'POST /products/{id}/archive',
  effect: 'write',
  sideBySide: ({ id }) => [`product ${id}`],
  permission: 'products:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_product'),
  input: ProductAtVersion,
  output: Product.extend({ warnings: z.array(z.string()) }),
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [productArchived],
  async run(context, { id, version }) {
    const current = await lockProduct(context, id, version);
    if (current.status !== 'active') {
      const allowed: OperationName[] =
        current.status === 'draft' ? ['update_product', 'delete_product'] : ['restore_product'];
      throw invalidStateTransition({ status: current.status, allowed });
    }
    context.before(wireProduct(productFrom(context, current)));
    const archived = { ...current, status: 'archived', archived_at: context.now } as const;
    const [, product] = await Promise.all([updateProductRow(context, archived), readProduct(context, id)]);
    context.emit(productArchived({ ...product, variant_ids: product.variants.map((variant) => variant.id) }));
    return { ...product, warnings: current.variants.filter(isStocked).map(warning) };
  },
});

function isStocked({ stock_quantity: quantity }: VariantRow): boolean {
  return quantity !== null && quantity !== '0';
}

function warning({ product_name: name, option_values: values }: VariantRow): string {
  return `There is still stock of ${fullName(name, values)}.`;
}
