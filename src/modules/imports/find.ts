import { nameKey } from '../../core/fold.ts';
import { notFound } from '../../operation/errors.ts';
import type { Answered, ImportContext, Lookup } from './import-context.ts';
import type { Kind } from './fields.ts';

/** Resolves references in files: by external id, by number or SKU, or by name. */

type Named = { readonly id: string; readonly name: string; readonly external_id: string | null };

const pageSize = 100;

export function clientId({ once, read }: ImportContext, text: string, field = 'client'): Promise<string> {
  return once(`${field} ${text}`, async () => {
    for (const filter of [{ external_id: text }, { number: text }]) {
      const [found] = rowsOf(await read('list_clients', { ...filter, fields: ['id'], limit: 1 }));
      if (found !== undefined) return found.id;
    }
    const named = rowsOf(await read('list_clients', { q: text, fields: ['id', 'display_name'], limit: pageSize }));
    const same = named.filter((one) => nameKey(String(one['display_name'])) === nameKey(text));
    return onlyOne(same, field, text).id;
  });
}

/** True for a client with taxes of its own, or with an exemption. */
export function hasTaxes({ once, read }: ImportContext, id: string): Promise<boolean> {
  return once(`taxes of client ${id}`, async () => {
    const client = await read('get_client', { id });
    const { tax_status: status, default_tax_rate_ids: own } = client;
    return status !== 'taxable' || (Array.isArray(own) && own.length > 0);
  });
}

export function variantId({ once, read }: ImportContext, text: string): Promise<string> {
  return once(`product ${text}`, async () => {
    const [bySku] = rowsOf(await read('list_variants', { sku: text, fields: ['id'], limit: 1 }));
    if (bySku !== undefined) return bySku.id;
    const products = rowsOf(await read('list_products', { external_id: text, fields: ['id', 'variants'], limit: 1 }));
    const variants = products.flatMap((product) => product['variants'] as readonly { readonly id: string }[]);
    return onlyOne(variants, 'product', text).id;
  });
}

export async function categoryId(context: ImportContext, text: string, field = 'category'): Promise<string> {
  const id = await findCategory(context, text);
  if (id === undefined) throw missing(field, `There is no category "${text}".`);
  return id;
}

/** The category, made where there is none of that name. A trial makes none and does without. */
export async function categoryIdOrNew(context: ImportContext, text: string): Promise<string | undefined> {
  const id = await findCategory(context, text);
  if (id !== undefined || context.isTrial) return id;
  const made = await context.once(`new category ${nameKey(text)}`, () =>
    context.write('create_product_category', { name: text }),
  );
  return String(made['id']);
}

async function findCategory({ once, read }: ImportContext, text: string): Promise<string | undefined> {
  return once(`category ${text}`, async () => {
    const rows = await allOf<Named>(read, 'list_product_categories', { fields: ['id', 'name', 'external_id'] });
    const found =
      rows.find((one) => one.external_id === text) ?? rows.find((one) => nameKey(one.name) === nameKey(text));
    return found?.id;
  });
}

const lists: Readonly<Record<Kind, string>> = {
  clients: 'list_clients',
  product_categories: 'list_product_categories',
  products: 'list_products',
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
  const archived = kind === 'clients' || kind === 'products' ? { include_archived: true } : {};
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
