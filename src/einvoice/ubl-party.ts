import { writtenCountry } from './country-code.ts';
import type { InvoiceAddress, InvoiceParty, Payee, Scheme, TaxRepresentative } from './model.ts';
import { tag, text } from './xml.ts';

type Role = { readonly role: 'seller' | 'buyer'; readonly creditorId: string | null };

export function ublParty(party: InvoiceParty, { role, creditorId }: Role): string {
  const { electronicAddress: endpoint, contact, registration } = party;
  return tag(
    'cac:Party',
    endpoint === null ? '' : text('cbc:EndpointID', endpoint.value, { schemeID: endpoint.scheme }),
    party.ids.map(identification).join(''),
    creditor(creditorId),
    tag('cac:PartyName', text('cbc:Name', party.tradingName)),
    ublAddress('cac:PostalAddress', party.address),
    taxScheme(party.vatId, 'VAT'),
    role === 'seller' ? taxScheme(party.taxNumber, 'FC') : '',
    tag(
      'cac:PartyLegalEntity',
      text('cbc:RegistrationName', party.name),
      registration === null ? '' : text('cbc:CompanyID', registration.value, { schemeID: registration.scheme }),
      role === 'seller' ? text('cbc:CompanyLegalForm', party.legalNote) : '',
    ),
    contact === null
      ? ''
      : tag(
          'cac:Contact',
          text('cbc:Name', contact.name),
          text('cbc:Telephone', contact.phone),
          text('cbc:ElectronicMail', contact.email),
        ),
  );
}

export function ublPayee(payee: Payee, creditorId: string | null): string {
  const { registration } = payee;
  return tag(
    'cac:PayeeParty',
    payee.id === null ? '' : identification(payee.id),
    creditor(creditorId),
    tag('cac:PartyName', text('cbc:Name', payee.name)),
    registration === null
      ? ''
      : tag('cac:PartyLegalEntity', text('cbc:CompanyID', registration.value, { schemeID: registration.scheme })),
  );
}

export function ublTaxRepresentative({ name, vatId, address }: TaxRepresentative): string {
  return tag(
    'cac:TaxRepresentativeParty',
    tag('cac:PartyName', text('cbc:Name', name)),
    ublAddress('cac:PostalAddress', address),
    taxScheme(vatId, 'VAT'),
  );
}

export function ublAddress(name: string, address: InvoiceAddress | null): string {
  if (address === null) return '';
  return tag(
    name,
    text('cbc:StreetName', address.line1),
    text('cbc:AdditionalStreetName', address.line2),
    text('cbc:CityName', address.city),
    text('cbc:PostalZone', address.postalCode),
    text('cbc:CountrySubentity', address.region),
    tag('cac:AddressLine', text('cbc:Line', address.line3)),
    tag('cac:Country', text('cbc:IdentificationCode', writtenCountry(address.country))),
  );
}

function identification({ scheme, value }: Scheme): string {
  return tag('cac:PartyIdentification', text('cbc:ID', value, { schemeID: scheme }));
}

function creditor(creditorId: string | null): string {
  return creditorId === null ? '' : identification({ scheme: 'SEPA', value: creditorId });
}

function taxScheme(id: string | null, scheme: string): string {
  if (id === null) return '';
  return tag('cac:PartyTaxScheme', text('cbc:CompanyID', id), tag('cac:TaxScheme', text('cbc:ID', scheme)));
}
