import { readCountry } from './country-code.ts';
import type { InvoiceAddress, InvoiceParty, Scheme } from './model.ts';
import { isGiven } from './read-common.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { all, attribute, one, schemeAt, schemeIn, textAt, textOf, unlessEmpty } from './xml-value.ts';

export function ciiPartyIn(party: XmlElement | undefined, role: 'seller' | 'buyer'): InvoiceParty {
  const registrations = all(party, 'ram:SpecifiedTaxRegistration/ram:ID');
  const registered = (scheme: string) =>
    textOf(registrations.find((element) => attribute(element, 'schemeID') === scheme));
  const contact = one(party, 'ram:DefinedTradeContact');
  return {
    name: textAt(party, 'ram:Name'),
    tradingName: textAt(party, 'ram:SpecifiedLegalOrganization/ram:TradingBusinessName'),
    ids: ciiIdsIn(party),
    registration: schemeAt(party, 'ram:SpecifiedLegalOrganization/ram:ID'),
    vatId: registered('VA'),
    taxNumber: role === 'seller' ? registered('FC') : null,
    legalNote: role === 'seller' ? textAt(party, 'ram:Description') : null,
    electronicAddress: schemeAt(party, 'ram:URIUniversalCommunication/ram:URIID'),
    address: ciiAddressIn(one(party, 'ram:PostalTradeAddress')),
    contact: unlessEmpty({
      name: textAt(contact, 'ram:PersonName') ?? textAt(contact, 'ram:DepartmentName'),
      phone: textAt(contact, 'ram:TelephoneUniversalCommunication/ram:CompleteNumber'),
      email: textAt(contact, 'ram:EmailURIUniversalCommunication/ram:URIID'),
    }),
  };
}

export function ciiIdsIn(party: XmlElement | undefined): readonly Scheme[] {
  return [...all(party, 'ram:ID'), ...all(party, 'ram:GlobalID')].map((id) => schemeIn(id)).filter(isGiven);
}

export function ciiAddressIn(address: XmlElement | undefined): InvoiceAddress | null {
  return unlessEmpty({
    line1: textAt(address, 'ram:LineOne'),
    line2: textAt(address, 'ram:LineTwo'),
    line3: textAt(address, 'ram:LineThree'),
    city: textAt(address, 'ram:CityName'),
    postalCode: textAt(address, 'ram:PostcodeCode'),
    region: textAt(address, 'ram:CountrySubDivisionName'),
    country: readCountry(textAt(address, 'ram:CountryID')),
  });
}
