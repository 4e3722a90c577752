import type { Context } from '../../operation/operation.ts';
import { clientsNamed } from '../clients/index.ts';
import { variantIdsBySku } from '../products/index.ts';
import { ambiguousName, fault, missing } from '../sales/index.ts';
import type { LineGiven } from './expense-input.ts';

type Named = {
  readonly supplier_id?: string | null | undefined;
  readonly supplier?: string | undefined;
  readonly lines?: readonly LineGiven[] | undefined;
};

/** Puts ids where a supplier or goods are named as people name them. Reads only if one is, and never guesses. */
export async function withNames<Input extends Named>(context: Context, input: Input): Promise<Input> {
  const skus = (input.lines ?? []).flatMap(({ sku }) => sku ?? []);
  const [supplierId, variantIds] = await Promise.all([
    input.supplier === undefined ? undefined : supplierNamed(context, input.supplier, input.supplier_id),
    skus.length === 0 ? undefined : variantIdsBySku(context, skus),
  ]);
  const lines = variantIds && input.lines?.map((line, index) => withVariant(line, `/lines/${index}`, variantIds));
  return { ...input, ...(supplierId && { supplier_id: supplierId }), ...(lines && { lines }) };
}

async function supplierNamed(context: Context, name: string, id?: string | null): Promise<string> {
  if (id) throw fault('/supplier', 'sent_twice', 'Name the supplier by `supplier_id` or by `supplier`, not by both.');
  const { ids, candidates } = await clientsNamed(context, name);
  const [only] = ids;
  if (only === undefined) throw missing('/supplier', 'client');
  if (ids.length > 1) throw ambiguousName({ candidates });
  return only;
}

function withVariant({ sku, ...line }: LineGiven, pointer: string, ids: ReadonlyMap<string, string>): LineGiven {
  if (sku === undefined) return line;
  if (line.variant_id) {
    throw fault(`${pointer}/sku`, 'sent_twice', 'Name the variant by `variant_id` or by `sku`, not by both.');
  }
  const id = ids.get(sku);
  if (id === undefined) throw missing(`${pointer}/sku`, 'variant');
  return { ...line, variant_id: id };
}
