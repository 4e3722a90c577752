import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import {
  forbidden,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault, missing, needAllRecords } from '../../../operation/fault.ts';
import { movedBy } from '../../../operation/merging.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { checkAlike, checkStock, stockUnderWay } from './merge-obstacles.ts';
import { type Pairing, pairedVariants, VariantPairs } from '../variants/paired-variants.ts';
import { ProductAtVersion, productMerged, productUpdated } from '../product.ts';
import { keepProductMerge, ProductMerge, productMerges, type ProductPair } from './product-merge.ts';
import {
  lockProducts,
  productFrom,
  type ProductRow,
  readProduct,
  updateProductRow,
  wireProduct,
} from '../product-row.ts';

export const mergeProduct = operation({
  name: 'merge_product',
  summary: 'Merge a duplicate product into another, moving its sales, stock and price list prices.',
  guidance:
    'The surviving product keeps its prices and settings, and is also found by the id and SKU of the other. ' +
    'Use dry_run to preview what would move.',
  http: 'POST /products/{id}/merge',
  effect: 'destructive',
  permission: 'products:manage',
  mcp: 'action',
  cost: 10,
  undo: undoneBy('undo_product_merge'),
  input: ProductAtVersion.extend({
    into_id: Id('product').describe('The surviving product.'),
    variants: VariantPairs.optional(),
  }),
  output: ProductMerge,
  refuses: [notFound, forbidden, validationFailed, versionConflict, invalidStateTransition, stockUnderWay],
  emits: [productMerged, productUpdated],
  async run(context, { id, into_id: intoId, version, variants }) {
    needAllRecords(context, 'products:manage');
    const pair = checked(await lockProducts(context, [id, intoId]), { id, intoId, version });
    const pairing = pairedVariants(pair, variants);
    checkAlike(pair, pairing.pairs);
    await checkStock(context, pair, pairing.pairs);
    const merge = keepProductMerge(context, pair, pairing.pairs);
    const written = write(context, pair, pairing);
    context.before(wireProduct(productFrom(context, pair.from)));
    context.db.later(sql`select move_product(${merge})`);
    const [moved, product] = await Promise.all([
      movedBy(context, productMerges, merge),
      readProduct(context, pair.into.id),
      ...written,
    ]);
    const gone = pairing.pairs.map(({ from }) => from.id);
    const { from } = pair;
    context.emit(
      productMerged({ ...from, ...archived, variant_ids: gone, version: from.version + 1, into_id: intoId }),
    );
    context.emit(productUpdated({ ...product, variant_ids: pairing.pairs.map(({ into }) => into.id) }));
    const pairs = pairing.pairs.map((one) => ({ from: one.from.id, into: one.into.id }));
    return { id, merged_into_id: intoId, product, variants: pairs, moved };
  },
});

const archived = { status: 'archived' } as const;

type Asked = { readonly id: string; readonly intoId: string; readonly version: number | undefined };

function checked(found: ReadonlyMap<string, ProductRow>, { id, intoId, version }: Asked): ProductPair {
  const [from, into] = [found.get(id), found.get(intoId)];
  if (from === undefined) throw notFound();
  if (into === undefined) throw missing('/into_id', 'product');
  if (from.id === into.id) throw fault('/into_id', 'same', 'Choose a product other than the one being merged.');
  if (version !== undefined && version !== from.version) throw versionConflict({ current_version: from.version });
  if (from.merged_into_id !== null) throw invalidStateTransition({ status: 'merged', allowed: [] });
  if (into.merged_into_id !== null) {
    throw fault('/into_id', 'merged', 'That product was merged itself: name the one it was merged into.');
  }
  if (into.status === 'archived') throw fault('/into_id', 'archived', 'That product is archived: restore it first.');
  return { from, into };
}

/** Both products and their variants as they are from now on; what refers to them moves afterwards. */
function write(context: Context, { from, into }: ProductPair, { pairs, moved, options }: Pairing): Promise<number>[] {
  const { db, organization, actor, now } = context;
  const changed = sql`version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}`;
  const further = from.variants.filter(({ id }) => moved.some((one) => one.id === id));
  const gone = updateProductRow(context, { ...from, ...archived, archived_at: from.archived_at ?? now });
  const left = updateProductRow(context, {
    ...into,
    // The surviving product stays on sale if either was.
    status: from.status === 'active' ? 'active' : into.status,
    options,
    description: into.description ?? from.description,
    supplier_id: into.supplier_id ?? from.supplier_id,
    tags: [...new Set([...into.tags, ...from.tags])].slice(0, tagsMax),
    metadata: { ...from.metadata, ...into.metadata },
    custom_fields: { ...from.custom_fields, ...into.custom_fields },
    variants: [...into.variants, ...further],
  });
  db.later(sql`
    update products set merged_into_id = ${into.id} where organization_id = ${organization} and id = ${from.id}`);
  db.later(sql`
    update variants set merged_into_id = pair.becomes, archived_at = coalesce(archived_at, ${now}), ${changed}
    from unnest(${pairs.map((pair) => pair.from.id)}::uuid[], ${pairs.map((pair) => pair.into.id)}::uuid[])
      as pair (was, becomes)
    where organization_id = ${organization} and id = pair.was`);
  const restored = pairs.filter((pair) => pair.from.archived_at === null && pair.into.archived_at !== null);
  db.later(sql`
    update variants set archived_at = null, ${changed}
    where organization_id = ${organization} and id = any(${restored.map((pair) => pair.into.id)}::uuid[])`);
  db.later(sql`
    update variants set product_id = ${into.id}, position = given.position, ${changed},
      option_values = array(select jsonb_array_elements_text(given."values"))
    from jsonb_to_recordset(${JSON.stringify(moved)}) as given (id uuid, position int, "values" jsonb)
    where organization_id = ${organization} and variants.id = given.id`);
  return [gone, left];
}

const tagsMax = 50;
