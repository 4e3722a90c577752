import type { Contact, Identifier, Party, PostalAddress } from '../../../render/facts.ts';
import { taxIdFrom } from '../../../render/tax-id.ts';
import type { Address } from '../../../wire/index.ts';
import type { Snapshot } from '../document.ts';

export function sellerFrom(seller: Snapshot['seller']): Party {
  const { registration_number: registration, website } = seller;
  return {
    ...namesOf(seller),
    ids: [],
    registration: registration === null ? null : { scheme: null, value: registration },
    legalNote: null,
    taxIds: seller.tax_ids.map(taxIdFrom),
    electronicAddress: seller.electronic_address ?? mailbox(seller.email),
    address: postalAddress(seller.address),
    contact: contactOf(seller, seller.contact_name),
    website,
    accountNumber: null,
  };
}

export function buyerFrom(buyer: NonNullable<Snapshot['buyer']>): Party {
  return {
    ...namesOf(buyer),
    ids: [],
    registration: null,
    legalNote: null,
    taxIds: buyer.tax_ids.map(taxIdFrom),
    electronicAddress: buyer.electronic_address ?? mailbox(buyer.email),
    address: postalAddress(buyer.billing_address),
    contact: contactOf(buyer),
    website: null,
    accountNumber: buyer.number,
  };
}

export function postalAddress(address: Address | null): PostalAddress {
  const { line1 = null, line2 = null, city = null, postal_code = null, region = null, country = null } = address ?? {};
  return { line1, line2, line3: null, city, postalCode: postal_code, region, country };
}

type Named = { readonly name: string; readonly legal_name: string | null };

function namesOf({ name, legal_name: legal }: Named): Pick<Party, 'legalName' | 'tradingName'> {
  return legal === null || legal === name
    ? { legalName: name, tradingName: null }
    : { legalName: legal, tradingName: name };
}

type Reachable = { readonly email: string | null; readonly phone: string | null };

function contactOf({ email, phone }: Reachable, name: string | null = null): Contact | null {
  return email === null && phone === null && name === null ? null : { name, phone, email };
}

/** Address for e-invoices outside a network: e-mail, scheme EM. */
function mailbox(email: string | null): Identifier | null {
  return email === null ? null : { scheme: 'EM', value: email };
}
