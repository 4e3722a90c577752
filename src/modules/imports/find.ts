import { notFound } from '../../operation/errors.ts';
import type { Answered, ImportContext, Lookup } from './import-context.ts';
import type { Kind } from './fields.ts';
import type { CalledClients } from './find-called.ts';

/** Resolves references in files: by external id, by number or SKU, or by name. */

const pageSize = 100;

type FoundClient = CalledClients['clients'][number];

/** The client that a text calls, which is looked up once for the whole file. */
export function calledClient(context: ImportContext, text: string, field = 'client'): Promise<FoundClient> {
  return context.once(clientKey(text), async () => {
    const [found] = await context.calledClients([text]);
    return onlyOne(found?.clients ?? [], field, text);
  });
}

export async function clientId(context: ImportContext, text: string, field?: string): Promise<string> {
  return (await calledClient(context, text, field)).id;
}

export function variantId({ once, calledVariants }: ImportContext, text: string): Promise<string> {
  return once(variantKey(text), async () => {
    const [found] = await calledVariants([text]);
    return onlyOne(found?.variants ?? [], 'product', text);
  });
}

export const clientKey = (text: string): string => `client ${text}`;
export const variantKey = (text: string): string => `product ${text}`;

const lists: Readonly<Record<Kind, string>> = {
  clients: 'list_clients',
  product_categories: 'list_product_categories',
  products: 'list_products',
  price_lists: 'list_price_lists',
  sales: 'list_sales',
  bills: 'list_expenses',
  payments: 'list_payments',
  bill_payments: 'list_supplier_payments',
  accounts: 'list_accounts',
  opening_balances: 'list_journal_entries',
  journal: 'list_journal_entries',
  exchange_rates: 'list_exchange_rates',
};

/** Query that finds a record with that external_id, archived or not. */
export function lookup(kind: Kind, externalId: string): Lookup {
  const archived =
    kind === 'clients' || kind === 'products' || kind === 'price_lists' ? { include_archived: true } : {};
  return { operation: lists[kind], input: { external_id: externalId, ...archived, fields: ['id'], limit: 1 } };
}

export function isFound(answer: Answered | undefined): boolean {
  return answer !== undefined && rowsOf(answer).length > 0;
}

export async function allOf<Row>(read: ImportContext['read'], operation: string, input: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: unknown; cursor !== null;) {
    const page = await read(operation, { ...input, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...(page['data'] as readonly Row[]));
    cursor = page['next_cursor'];
  }
  return rows;
}

export function rowsOf(page: Answered): readonly (Answered & { readonly id: string })[] {
  return page['data'] as readonly (Answered & { readonly id: string })[];
}

export function onlyOne<Found>(found: readonly Found[], field: string, text: string): Found {
  const [one, ...others] = found;
  if (one === undefined) throw missing(field, `There is no ${field} "${text}".`);
  if (others.length > 0) throw missing(field, `Several match "${text}": send the id of one.`);
  return one;
}

export function missing(field: string, message: string): Error {
  return notFound({ detail: message, errors: [{ pointer: `/${field}`, code: 'not_found', message }] });
}
