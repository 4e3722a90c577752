import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { type ClientsNamed, clientsNamed } from '../../clients/index.ts';
import { variantIdsBySku } from '../../products/index.ts';
import { ambiguousName } from '../../sales/index.ts';
import type { LineGiven } from '../expense-input.ts';

type Named = {
  readonly supplier_id?: string | null | undefined;
  readonly supplier?: string | undefined;
  readonly lines?: readonly LineGiven[] | undefined;
};

/** Matches for the names in an input: several are returned, and none is guessed at. */
export type NamesFound = {
  readonly suppliers: ClientsNamed | undefined;
  readonly variantIds: ReadonlyMap<string, string> | undefined;
};

/** Reads only what is named as people name it. */
export async function findNamed(context: Context, input: Named): Promise<NamesFound> {
  const skus = (input.lines ?? []).flatMap(({ sku }) => sku ?? []);
  const [suppliers, variantIds] = await Promise.all([
    input.supplier === undefined ? undefined : clientsNamed(context, input.supplier),
    skus.length === 0 ? undefined : variantIdsBySku(context, skus),
  ]);
  return { suppliers, variantIds };
}

/** Puts ids where a supplier or goods are named as people name them. */
export function withFound<Input extends Named>(input: Input, { suppliers, variantIds }: NamesFound): Input {
  const supplierId = suppliers && supplierAmong(suppliers, input.supplier_id);
  const lines = variantIds && input.lines?.map((line, index) => withVariant(line, `/lines/${index}`, variantIds));
  return { ...input, ...(supplierId && { supplier_id: supplierId }), ...(lines && { lines }) };
}

/** The same, of an input whose names are looked up first. */
export async function withNames<Input extends Named>(context: Context, input: Input): Promise<Input> {
  return withFound(input, await findNamed(context, input));
}

function supplierAmong({ ids, candidates }: ClientsNamed, id: string | null | undefined): string {
  if (id) throw fault('/supplier', 'sent_twice', 'Name the supplier by `supplier_id` or by `supplier`, not by both.');
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
