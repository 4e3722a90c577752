import type { Client } from '../../clients/index.ts';
import type { FileEInvoice } from '../../files/index.ts';

export type SupplierFound = {
  /** By id where it is kept as a supplier, else as it calls itself. */
  readonly named: { readonly supplier_id: string } | { readonly payee_name: string | null };
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
};

/** Ids by which the tax office knows who sent an e-invoice. */
export function taxIdsOf({ supplier }: FileEInvoice): string[] {
  return [supplier.vat_id, supplier.tax_number].filter((id) => id !== null);
}

/** The sender of an e-invoice, among the clients with its tax id. */
export function supplierOf({ supplier }: FileEInvoice, found: readonly Client[]): SupplierFound {
  const active = found.filter(({ status }) => status === 'active');
  const [first, ...others] = active.filter(({ roles }) => roles.includes('supplier'));
  if (first !== undefined && others.length === 0) return { named: { supplier_id: first.id }, warnings: [] };
  const named = { payee_name: supplier.name?.slice(0, nameMax).toWellFormed() ?? null };
  if (first !== undefined) {
    const names = [first, ...others].map(({ display_name: name }) => name).join(', ');
    return {
      named,
      warnings: [{ code: 'supplier_ambiguous', message: `Several suppliers have this tax ID: ${names}.` }],
    };
  }
  const [client] = active;
  const message =
    client === undefined
      ? `No supplier has the tax ID ${taxIdsOfText(supplier)}. Create the client, or name one by supplier_id.`
      : `${client.display_name} has this tax ID but is not a supplier: add the role to the client.`;
  return { named, warnings: [{ code: client === undefined ? 'supplier_unknown' : 'not_a_supplier', message }] };
}

const nameMax = 255;

function taxIdsOfText({ vat_id: vatId, tax_number: taxNumber }: FileEInvoice['supplier']): string {
  return vatId ?? taxNumber ?? 'that it should name';
}
