import { writtenCountry } from './country-code.ts';
import type { InvoiceAddress, InvoiceParty, Payee, Scheme, TaxRepresentative } from './model.ts';
import { tag, text } from './xml.ts';

export function ciiParty(name: string, party: InvoiceParty, role: 'seller' | 'buyer'): string {
  const { contact, electronicAddress: endpoint } = party;
  return tag(
    name,
    // The schema wants all ids without a scheme before those that have one.
    party.ids.map((id) => (id.scheme === null ? identification(id) : '')).join(''),
    party.ids.map((id) => (id.scheme === null ? '' : identification(id))).join(''),
    text('ram:Name', party.name),
    role === 'seller' ? text('ram:Description', party.legalNote) : '',
    legalOrganization(party.registration, party.tradingName),
    contact === null
      ? ''
      : tag(
          'ram:DefinedTradeContact',
          text('ram:PersonName', contact.name),
          tag('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', contact.phone)),
          tag('ram:EmailURIUniversalCommunication', text('ram:URIID', contact.email)),
        ),
    ciiAddress(party.address),
    endpoint === null
      ? ''
      : tag('ram:URIUniversalCommunication', text('ram:URIID', endpoint.value, { schemeID: endpoint.scheme })),
    taxRegistration(party.vatId, 'VA'),
    role === 'seller' ? taxRegistration(party.taxNumber, 'FC') : '',
  );
}

export function ciiPayee({ name, id, registration }: Payee): string {
  return tag(
    'ram:PayeeTradeParty',
    id === null ? '' : identification(id),
    text('ram:Name', name),
    legalOrganization(registration, null),
  );
}

export function ciiTaxRepresentative({ name, vatId, address }: TaxRepresentative): string {
  return tag(
    'ram:SellerTaxRepresentativeTradeParty',
    text('ram:Name', name),
    ciiAddress(address),
    taxRegistration(vatId, 'VA'),
  );
}

export function ciiAddress(address: InvoiceAddress | null): string {
  if (address === null) return '';
  return tag(
    'ram:PostalTradeAddress',
    text('ram:PostcodeCode', address.postalCode),
    text('ram:LineOne', address.line1),
    text('ram:LineTwo', address.line2),
    text('ram:LineThree', address.line3),
    text('ram:CityName', address.city),
    text('ram:CountryID', writtenCountry(address.country)),
    text('ram:CountrySubDivisionName', address.region),
  );
}

function identification({ scheme, value }: Scheme): string {
  return text(scheme === null ? 'ram:ID' : 'ram:GlobalID', value, { schemeID: scheme });
}

function legalOrganization(registration: Scheme | null, tradingName: string | null): string {
  return tag(
    'ram:SpecifiedLegalOrganization',
    registration === null ? '' : text('ram:ID', registration.value, { schemeID: registration.scheme }),
    text('ram:TradingBusinessName', tradingName),
  );
}

function taxRegistration(id: string | null, scheme: 'VA' | 'FC'): string {
  return tag('ram:SpecifiedTaxRegistration', text('ram:ID', id, { schemeID: scheme }));
}
