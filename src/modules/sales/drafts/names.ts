import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { clientsNamed } from '../../clients/index.ts';
import { variantIdsBySku } from '../../products/index.ts';
import { ambiguousName } from '../sale.ts';
import type { LineGiven } from './sale-input.ts';

type Named = {
  readonly client_id?: string | null | undefined;
  readonly client?: string | undefined;
  readonly lines?: readonly LineGiven[] | undefined;
};

/** Puts ids where a client or variants are named as people name them. Reads only if they are, and never guesses. */
export async function withIds<Input extends Named>(context: Context, input: Input): Promise<Input> {
  const skus = (input.lines ?? []).flatMap(({ sku }) => sku ?? []);
  if (input.client === undefined && skus.length === 0) return input;
  const [clientId, variantIds] = await Promise.all([
    input.client === undefined ? undefined : clientNamed(context, input.client, input.client_id),
    skus.length === 0 ? undefined : variantIdsBySku(context, skus),
  ]);
  const lines = input.lines?.map((line, index) => withVariant(line, `/lines/${index}`, variantIds));
  return { ...input, ...(clientId && { client_id: clientId }), ...(lines && { lines }) };
}

async function clientNamed(context: Context, name: string, id?: string | null): Promise<string> {
  if (id) throw fault('/client', 'sent_twice', 'Name the client by `client_id` or by `client`, not both.');
  const { ids, candidates } = await clientsNamed(context, name);
  const [only] = ids;
  if (only === undefined) throw missing('/client', 'client');
  if (ids.length > 1) throw ambiguousName({ candidates });
  return only;
}

function withVariant(line: LineGiven, pointer: string, ids: ReadonlyMap<string, string> | undefined): LineGiven {
  const { sku, ...rest } = line;
  if (sku === undefined) return line;
  if (line.variant_id !== undefined)
    throw fault(`${pointer}/sku`, 'sent_twice', 'Name the variant by `variant_id` or by `sku`, not both.');
  const id = ids?.get(sku);
  if (id === undefined) throw missing(`${pointer}/sku`, 'variant');
  return { ...rest, variant_id: id };
}
