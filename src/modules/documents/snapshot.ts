import type { Client } from '../clients/index.ts';
import type { OrganizationValue } from '../organization/index.ts';
import type { Snapshot } from './document.ts';
import type { DocumentRow } from './document-row.ts';

export type Parties = {
  readonly organization: OrganizationValue;
  readonly client: Client;
  /** The quote that an invoice comes from. */
  readonly quote: Snapshot['quote'];
};

/** Who issues a document and to whom, and in which language: what is printed must not change when they do. */
export function snapshotOf({ language }: DocumentRow, { organization, client, quote }: Parties): Snapshot {
  const { name, legal_name, registration_number, tax_ids, address, email, phone, website } = organization;
  return {
    seller: { name, legal_name, registration_number, tax_ids, address, email, phone, website },
    buyer: {
      number: client.number,
      type: client.type,
      name: client.display_name,
      legal_name: client.legal_name,
      tax_ids: client.tax_ids.map(({ type, value }) => ({ type, value })),
      tax_status: client.tax_status,
      billing_address: client.billing_address,
      shipping_address: client.shipping_addresses[0] ?? null,
      email: client.email,
      phone: client.phone,
    },
    language: language ?? client.language ?? organization.invoice_defaults.language ?? organization.locale,
    ...{ date_format: organization.date_format, number_format: organization.number_format, quote },
  };
}
