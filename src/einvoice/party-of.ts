import type { Contact, Identifier, Party, PostalAddress } from '../render/facts.ts';
import type { InvoiceAddress, InvoiceContact, InvoiceParty, Scheme } from './model.ts';
import type { Profile } from './profile.ts';
import { speakable } from './xml.ts';

type Rules = { readonly profile: Profile; readonly isGerman: boolean };

export function partyOf(party: Party | null, role: 'seller' | 'buyer', { profile, isGerman }: Rules): InvoiceParty {
  if (party === null) return nobody;
  const given = contactOf(party.contact);
  const contact = role === 'seller' && isGerman ? withName(given, party) : given;
  return {
    name: speakable(party.legalName),
    tradingName: speakable(party.tradingName),
    ids: idsOf(party, role),
    registration: schemeOf(party.registration),
    vatId:
      taxIdOf(party, 'vat')
        ?.replaceAll(/[\s.-]/g, '')
        .toUpperCase() ?? null,
    taxNumber: role === 'buyer' ? null : (taxIdOf(party, 'local') ?? taxIdOf(party, 'other')),
    legalNote: role === 'buyer' ? null : speakable(party.legalNote),
    electronicAddress: schemeOf(party.electronicAddress) ?? mailAddress(contact, profile),
    address: addressOf(party.address),
    contact,
  };
}

export function schemeOf(id: Identifier | null): Scheme | null {
  const value = speakable(id?.value ?? null);
  return id === null || value === null ? null : { scheme: speakable(id.scheme), value };
}

export function addressOf(address: PostalAddress | null): InvoiceAddress | null {
  if (address === null) return null;
  const said = {
    line1: speakable(address.line1),
    line2: speakable(address.line2),
    line3: speakable(address.line3),
    city: speakable(address.city),
    postalCode: speakable(address.postalCode),
    region: speakable(address.region),
    country: speakable(address.country),
  };
  return isEmpty(said) ? null : said;
}

const nobody: InvoiceParty = {
  name: null,
  tradingName: null,
  ids: [],
  registration: null,
  vatId: null,
  taxNumber: null,
  legalNote: null,
  electronicAddress: null,
  address: null,
  contact: null,
};

/** A buyer may have one id only; without one in a register, the seller's number for it is one. */
function idsOf(party: Party, role: 'seller' | 'buyer'): readonly Scheme[] {
  const account = schemeOf(party.accountNumber === null ? null : { scheme: null, value: party.accountNumber });
  const all = [...party.ids.map(schemeOf), account].filter((id) => id !== null);
  const inOrder = all.toSorted((a, b) => Number(a.scheme !== null) - Number(b.scheme !== null));
  return role === 'buyer' ? all.slice(0, 1) : inOrder;
}

function taxIdOf(party: Party, scheme: 'vat' | 'local' | 'other'): string | null {
  return speakable(party.taxIds.find((id) => id.scheme === scheme)?.value ?? null);
}

/** In Germany an e-invoice may go by mail, and then the mail address is the electronic one. */
function mailAddress(contact: InvoiceContact | null, profile: Profile): Scheme | null {
  if (profile !== 'xrechnung' || contact?.email === null || contact === null) return null;
  return { scheme: 'EM', value: contact.email };
}

/** Germany wants a name to ask for, and a small company has no other than its own. */
function withName(contact: InvoiceContact | null, { legalName }: Party): InvoiceContact | null {
  return contact === null || contact.name !== null ? contact : { ...contact, name: speakable(legalName) };
}

function contactOf(contact: Contact | null): InvoiceContact | null {
  if (contact === null) return null;
  const said = {
    name: speakable(contact.name),
    phone: speakable(contact.phone),
    email: speakable(contact.email),
  };
  return isEmpty(said) ? null : said;
}

function isEmpty(values: Readonly<Record<string, string | null>>): boolean {
  return Object.values(values).every((value) => value === null);
}
