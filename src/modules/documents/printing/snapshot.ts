import type { Client } from '../../clients/index.ts';
import type { OrganizationValue } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';
import type { DocumentRow } from '../document-row.ts';

export type Parties = {
  readonly organization: OrganizationValue;
  /** Null for whoever walked in. */
  readonly client: Client | null;
  /** The quote that an invoice comes from. */
  readonly quote: Snapshot['quote'];
  /** The invoice that a credit note corrects, or that an invoice takes the place of. */
  readonly corrects: Pick<NonNullable<Snapshot['corrects']>, 'number' | 'issue_date'> | null;
};

/** Parties and language of a document as issued: the print must not change when the records do. */
export function snapshotOf(
  { language, correction_reason: reason, attachments }: DocumentRow,
  { organization, client, quote, corrects }: Parties,
): NonNullable<DocumentRow['snapshot']> {
  return {
    seller: sellerOf(organization),
    buyer: client && buyerOf(client),
    e_invoice_format: client === null ? null : (client.e_invoicing.format ?? organization.e_invoicing.format),
    language: language ?? client?.language ?? organization.invoice_defaults.language ?? organization.locale,
    date_format: organization.date_format,
    number_format: organization.number_format,
    quote: quote && { number: quote.number, issue_date: quote.issue_date },
    corrects: corrects && { number: corrects.number, issue_date: corrects.issue_date, reason },
    ...(attachments.length > 0 && { attachments }),
    // It follows from the number, which is taken last.
    payment_reference: null,
  };
}

/** The organisation as the documents that it issues now name it. */
export function sellerOf(organization: OrganizationValue): Snapshot['seller'] {
  const { name, legal_name, registration_number, tax_ids, address, email, phone, website, bank_account } = organization;
  const { address: electronicAddress, contact_name } = organization.e_invoicing;
  return {
    name,
    legal_name,
    registration_number,
    tax_ids,
    address,
    email,
    phone,
    website,
    bank_account,
    electronic_address: electronicAddress,
    contact_name,
  };
}

function buyerOf(client: Client): NonNullable<Snapshot['buyer']> {
  return {
    number: client.number,
    type: client.type,
    name: client.display_name,
    legal_name: client.legal_name,
    tax_ids: client.tax_ids.map(({ type, value, country }) => ({ type, value, country })),
    tax_status: client.tax_status,
    billing_address: client.billing_address,
    shipping_address: client.shipping_addresses[0] ?? null,
    email: client.email,
    phone: client.phone,
    electronic_address: client.e_invoicing.address,
    buyer_reference: client.e_invoicing.buyer_reference,
  };
}

/** Fields that older snapshots lack. */
const notKept = {
  e_invoice_format: null,
  date_format: null,
  number_format: null,
  quote: null,
  corrects: null,
  payment_reference: null,
};
const notKeptOfSeller = { bank_account: null, electronic_address: null, contact_name: null };
const notKeptOfBuyer = { electronic_address: null, buyer_reference: null };

/** A snapshot as it was kept, with what was not yet kept of older documents. */
export function wholeSnapshot(kept: Snapshot): Snapshot {
  return {
    ...notKept,
    ...kept,
    seller: { ...notKeptOfSeller, ...kept.seller },
    buyer: kept.buyer && { ...notKeptOfBuyer, ...kept.buyer },
  };
}
