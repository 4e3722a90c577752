import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { needAllRecords } from '../../../operation/fault.ts';
import { mergeChangedSince, obstaclesTo } from '../../../operation/merging.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Product, productUnmerged, productUpdated } from '../product.ts';
import { type KeptProductMerge, lastProductMerge, productMerges } from './product-merge.ts';
import { loadProducts, lockProducts, productFrom, wireProduct } from '../product-row.ts';

export const undoProductMerge = operation({
  name: 'undo_product_merge',
  summary: 'Undo a merge of products, restoring both with their records.',
  guidance: 'Possible until moved stock is sold or counted, or a moved record or either product is changed.',
  http: 'POST /products/{id}/undo-merge',
  effect: 'destructive',
  permission: 'products:manage',
  mcp: 'action',
  cost: 10,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('product').describe('The product that was merged into another.') }),
  output: z.object({ id: Id('product'), product: Product, from_product: Product }),
  refuses: [notFound, forbidden, invalidStateTransition, mergeChangedSince],
  emits: [productUnmerged, productUpdated],
  async run(context, { id }) {
    needAllRecords(context, 'products:manage');
    const merge = await mergeOf(context, id);
    // Sent together, and looked at in this order: nothing comes between the lock and what stands against it.
    const [products, changed] = await Promise.all([
      lockProducts(context, [merge.from_id, merge.into_id]),
      obstaclesTo(context, productMerges, merge.id),
    ]);
    const from = products.get(merge.from_id);
    if (from === undefined) throw notFound();
    // Another call may have come first.
    if (from.merged_into_id !== merge.into_id) throw invalidStateTransition({ status: from.status, allowed: [] });
    if (changed.length > 0) throw mergeChangedSince({ changed });
    context.before(wireProduct(productFrom(context, from)));
    putBack(context, merge);
    const now = await loadProducts(context, [merge.from_id, merge.into_id]);
    const [back, left] = [now.get(merge.from_id), now.get(merge.into_id)];
    if (back === undefined || left === undefined) throw notFound();
    context.emit(productUnmerged({ ...back, variant_ids: back.variants.map((one) => one.id), into_id: left.id }));
    context.emit(productUpdated({ ...left, variant_ids: left.variants.map((one) => one.id) }));
    return { id, product: left, from_product: back };
  },
});

async function mergeOf(context: Context, id: string): Promise<KeptProductMerge> {
  const [products, merge] = await Promise.all([loadProducts(context, [id]), lastProductMerge(context, id)]);
  const product = products.get(id);
  if (product === undefined) throw notFound();
  if (product.merged_into_id === null || merge === undefined) {
    throw invalidStateTransition({ status: product.status, allowed: [] });
  }
  if (product.merged_into_id !== merge.into_id) throw mergeChangedSince({ changed: ['products'] });
  return merge;
}

function putBack({ db, organization, actor, now }: Context, { id, from_id, into_id }: KeptProductMerge): void {
  const changed = sql`version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}`;
  const both = sql`${[from_id, into_id]}::uuid[]`;
  db.later(sql`select move_product_back(${id})`);
  db.later(sql`update products set ${changed} where organization_id = ${organization} and id = any(${both})`);
  db.later(sql`update variants set ${changed} where organization_id = ${organization} and product_id = any(${both})`);
  db.later(sql`update product_merges set undone_at = ${now} where organization_id = ${organization} and id = ${id}`);
}
