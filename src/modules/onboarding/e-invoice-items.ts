import { isSalesTaxId } from '../../wire/index.ts';
import type { ClientsInvoiced } from '../clients/index.ts';
import { faultsOfSeller, sellerOf } from '../documents/index.ts';
import type { OrganizationValue } from '../organization/index.ts';

type Facts = {
  readonly organization: OrganizationValue;
  readonly clients: ClientsInvoiced;
  readonly chargesTax: boolean;
};

type EInvoiceItem = {
  readonly code: string;
  readonly pointer: string;
  readonly hint: string;
  readonly change_with: string;
};

/** Rules of the formats in use that the organisation does not meet, each once. */
export function eInvoiceItems({ organization, clients, chargesTax }: Facts): EInvoiceItem[] {
  const { e_invoicing: sending, base_currency: currency, tax_ids } = organization;
  const formats = new Set([...(sending.format === null ? [] : [sending.format]), ...clients.formats]);
  const seller = { seller: sellerOf(organization), chargesTax: chargesTax || tax_ids.some(isSalesTaxId) };
  const faults = [...formats].flatMap((format) => faultsOfSeller({ format, ...seller }, currency));
  const distinct = new Map(faults.map((fault) => [`${fault.code} ${fault.pointer}`, fault]));
  return [...distinct.values()].map((fault) => ({ ...fault, change_with: 'update_organization' }));
}
