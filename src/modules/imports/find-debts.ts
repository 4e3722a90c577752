import { clientId, onlyOne, rowsOf } from './find.ts';
import type { ImportContext } from './import-context.ts';
import type { Values } from './import-record.ts';
import { billIdOf } from './known-again.ts';

/** A sale or a bill that a payment names. */
export type FoundDebt = { readonly id: string; readonly currency: string };

const foundMax = 2;

/** By the number of the old program, which is its external id; by its own number, or that of its invoice. */
export function saleNamed(context: ImportContext, text: string): Promise<FoundDebt> {
  const { once, read } = context;
  return once(`sale ${text}`, async () => {
    for (const filter of [{ external_id: text }, { number: text }]) {
      const [found] = await debtsIn(context, 'list_sales', filter);
      if (found !== undefined) return found;
    }
    const documents = rowsOf(
      await read('list_documents', { number: text, fields: ['id', 'sale_id', 'currency'], limit: foundMax }),
    );
    const sales = documents.flatMap(({ sale_id: id, currency }) =>
      typeof id === 'string' ? [{ id, currency: String(currency) }] : [],
    );
    return onlyOne(sales, 'invoice', text);
  });
}

/** By the id that its import gave it, by the number of the supplier, or by its own. */
export function billNamed(context: ImportContext, values: Values): Promise<FoundDebt> {
  const { bill = '', supplier } = values;
  return context.once(`bill ${bill} of ${supplier}`, async () => {
    const whose = supplier === undefined ? {} : { supplier_id: await clientId(context, supplier, 'supplier') };
    const ids = [bill, ...(supplier === undefined ? [] : [billIdOf(supplier, bill)])];
    for (const id of ids) {
      const [found] = await debtsIn(context, 'list_expenses', { external_id: id, ...whose });
      if (found !== undefined) return found;
    }
    const ofSupplier = { supplier_invoice_number: bill, status: ['posted'], kind: ['expense'], ...whose };
    const named = await debtsIn(context, 'list_expenses', ofSupplier);
    const found = named.length > 0 ? named : await debtsIn(context, 'list_expenses', { number: bill, ...whose });
    return onlyOne(found, 'bill', bill);
  });
}

async function debtsIn({ read }: ImportContext, list: string, filter: object): Promise<FoundDebt[]> {
  const found = rowsOf(await read(list, { ...filter, fields: ['id', 'currency'], limit: foundMax }));
  return found.map(({ id, currency }) => ({ id, currency: String(currency) }));
}
