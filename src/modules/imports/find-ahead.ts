import type { Kind } from './fields.ts';
import { clientKey, variantKey } from './find.ts';
import type { ImportContext } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';

/** Fields in which records name clients and products that are there already. */
const named: Partial<Readonly<Record<Kind, { readonly client: string; readonly product?: string }>>> = {
  sales: { client: 'client', product: 'product' },
  bills: { client: 'supplier' },
  payments: { client: 'client' },
  bill_payments: { client: 'supplier' },
};

/**
 * Looks up what records name, all clients in one statement and all products in another, before each record looks for
 * its own. What is not found or not certain is left to the record, which says so.
 */
export async function findAhead(context: ImportContext, kind: Kind, records: readonly ImportRecord[]): Promise<void> {
  const { client, product } = named[kind] ?? {};
  const clients = textsIn(records, client);
  if (clients.length > 0) {
    for (const { text, clients: found } of await context.calledClients(clients)) keep(clientKey(text), found);
  }
  const products = textsIn(records, product);
  if (products.length > 0) {
    for (const { text, variants: found } of await context.calledVariants(products)) keep(variantKey(text), found);
  }

  function keep(key: string, [one, ...others]: readonly unknown[]): void {
    if (one !== undefined && others.length === 0) void context.once(key, () => Promise.resolve(one));
  }
}

function textsIn(records: readonly ImportRecord[], field: string | undefined): readonly string[] {
  if (field === undefined) return [];
  return [...new Set(records.flatMap(({ rows }) => rows.flatMap((values) => values[field] ?? [])))];
}
