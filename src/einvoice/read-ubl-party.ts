import { readCountry } from './country-code.ts';
import type { InvoiceAddress, InvoiceParty } from './model.ts';
import { isGiven } from './read-common.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { all, attribute, one, schemeAt, schemeIn, textAt, unlessEmpty } from './xml-value.ts';

export function ublPartyIn(party: XmlElement | undefined, role: 'seller' | 'buyer'): InvoiceParty {
  const schemes = all(party, 'cac:PartyTaxScheme');
  const vat = schemes.find((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT');
  const local = schemes.find((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID') !== 'VAT');
  const entity = one(party, 'cac:PartyLegalEntity');
  const tradingName = textAt(party, 'cac:PartyName/cbc:Name');
  const registered = textAt(entity, 'cbc:RegistrationName');
  return {
    name: registered ?? tradingName,
    tradingName: registered === null ? null : tradingName,
    ids: all(party, 'cac:PartyIdentification/cbc:ID')
      .filter((id) => attribute(id, 'schemeID') !== 'SEPA')
      .map((id) => schemeIn(id))
      .filter(isGiven),
    registration: schemeAt(entity, 'cbc:CompanyID'),
    vatId: textAt(vat, 'cbc:CompanyID'),
    taxNumber: role === 'seller' ? textAt(local, 'cbc:CompanyID') : null,
    legalNote: role === 'seller' ? textAt(entity, 'cbc:CompanyLegalForm') : null,
    electronicAddress: schemeAt(party, 'cbc:EndpointID'),
    address: ublAddressIn(one(party, 'cac:PostalAddress')),
    contact: unlessEmpty({
      name: textAt(party, 'cac:Contact/cbc:Name'),
      phone: textAt(party, 'cac:Contact/cbc:Telephone'),
      email: textAt(party, 'cac:Contact/cbc:ElectronicMail'),
    }),
  };
}

export function ublAddressIn(address: XmlElement | undefined): InvoiceAddress | null {
  return unlessEmpty({
    line1: textAt(address, 'cbc:StreetName'),
    line2: textAt(address, 'cbc:AdditionalStreetName'),
    line3: textAt(address, 'cac:AddressLine/cbc:Line'),
    city: textAt(address, 'cbc:CityName'),
    postalCode: textAt(address, 'cbc:PostalZone'),
    region: textAt(address, 'cbc:CountrySubentity'),
    country: readCountry(textAt(address, 'cac:Country/cbc:IdentificationCode')),
  });
}
