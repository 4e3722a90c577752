import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { hasHistory, invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ProductAtVersion, productDeleted } from './product.ts';
import { lockProduct, productFrom, wireProduct } from './product-row.ts';
import { deleting } from './violation.ts';

export const deleteProduct = operation({
  name: 'delete_product',
  summary: 'Delete a product that was never sold or stocked, such as one entered by mistake.',
  guidance: 'With sales or stock movements it cannot be deleted: archive it instead.',
  http: 'DELETE /products/{id}',
  effect: 'destructive',
  permission: 'products:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: ProductAtVersion,
  output: z.object({ id: Id('product'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, invalidStateTransition, hasHistory],
  emits: [productDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const current = await lockProduct(context, id, version);
    context.before(wireProduct(productFrom(context, current)));
    await deleting(
      hasHistory,
      db.run(sql`delete from products where organization_id = ${organization} and id = ${id}`),
    );
    context.emit(productDeleted({ ...current, variant_ids: current.variants.map((variant) => variant.id) }));
    return { id, deleted: true as const };
  },
});
