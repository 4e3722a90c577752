import { decimalText } from '../exact.ts';
import type { Invoice, InvoiceAddress, InvoiceParty } from '../model.ts';
import { isCreditNote } from '../type-code.ts';
import { usesOf } from './categories.ts';
import type { Report } from './finding.ts';
import { isNorwegian } from './register-numbers.ts';

/** Country rules of Peppol: by the seller's address, or by their VAT id first. */
export function checkCountries(invoice: Invoice, error: Report): void {
  const { seller, taxRepresentative } = invoice;
  const country = seller.address?.country ?? '';
  byAddress.get(country)?.(invoice, error);
  byVatId.get((seller.vatId ?? taxRepresentative?.vatId ?? country).slice(0, 2))?.(invoice, error);
}

type Check = (invoice: Invoice, error: Report) => void;

const byAddress: ReadonlyMap<string, Check> = new Map([
  ['DK', checkDanish],
  ['IS', checkIcelandic],
  ['NL', checkDutch],
  ['SE', checkSwedish],
]);
const byVatId: ReadonlyMap<string, Check> = new Map([
  ['EL', checkGreek],
  ['GR', checkGreek],
  ['IT', checkItalian],
  ['NO', checkNorwegian],
]);

function isIn(country: string, { address }: InvoiceParty): boolean {
  return address?.country === country;
}

function checkDanish({ seller, buyer, payment, typeCode }: Invoice, error: Report): void {
  if (seller.registration === null) error('DK-R-002', { pointer: '/seller/registration', ...noCvr });
  else if (seller.registration.scheme !== '0184') {
    error('DK-R-014', { pointer: '/seller/registration/scheme', ...noCvr });
  }
  if (!isIn('DK', buyer)) return;
  for (const [at, { ids }] of [['/seller', seller] as const, ['/buyer', buyer] as const]) {
    if (ids.every(({ scheme }) => scheme !== null)) continue;
    error('DK-R-013', {
      pointer: `${at}/ids`,
      message: 'A number of a Danish company does not say of which register it is.',
      remedy: 'Write its code of the ICD list, or leave the number out.',
    });
  }
  if (isCreditNote(typeCode)) return;
  checkCodes(payment, { rule: 'DK-R-005', codes: '1 10 31 42 48 49 50 58 59 93 97', error });
}

const noCvr = {
  message: 'A Danish seller names its CVR number.',
  remedy: 'Write the CVR number as the registration of your organisation, with scheme 0184.',
};

function checkIcelandic({ seller, buyer }: Invoice, error: Report): void {
  const parties = [
    ['/seller', seller, 'IS-R-002', 'IS-R-003'],
    ['/buyer', buyer, 'IS-R-004', 'IS-R-005'],
  ] as const;
  for (const [at, party, registered, addressed] of parties) {
    if (!isIn('IS', party)) continue;
    if (party.registration?.scheme !== '0196') {
      error(registered, {
        pointer: `${at}/registration`,
        message: 'An Icelandic company names its kennitala.',
        remedy: 'Write it as its registration, with scheme 0196.',
      });
    }
    checkAddress(party.address, { rule: addressed, at, fields: ['line1', 'postalCode'], error });
  }
}

function checkDutch({ seller, buyer, corrects, lines, payment, references, totals, typeCode }: Invoice, error: Report) {
  if (isCreditNote(typeCode) && corrects.length === 0) {
    error('NL-R-001', {
      pointer: '/references/corrects',
      message: 'A Dutch credit note names the invoice that it corrects.',
      remedy: 'Write the number of the invoice.',
    });
  }
  const parties = [
    ['/seller', seller, 'NL-R-003', 'NL-R-002'],
    ['/buyer', buyer, 'NL-R-005', 'NL-R-004'],
  ] as const;
  for (const [at, party, registered, addressed] of parties) {
    if (!isIn('NL', party)) continue;
    checkAddress(party.address, { rule: addressed, at, fields: ['line1', 'city', 'postalCode'], error });
    if (party.registration === null || ['0106', '0190'].includes(party.registration.scheme ?? '')) continue;
    error(registered, {
      pointer: `${at}/registration/scheme`,
      message: 'The registration of a Dutch company is a KVK number or an OIN.',
      remedy: 'Write scheme 0106 for the KVK number, or 0190 for the OIN.',
    });
  }
  if (!isCreditNote(typeCode) && totals.due.units > 0n && payment.means.length === 0) {
    error('NL-R-007', {
      pointer: '/payment/means',
      message: 'A Dutch invoice says how it is to be paid.',
      remedy: 'Write a way to pay, such as a transfer to the IBAN of your organisation.',
    });
  }
  checkCodes(payment, { rule: 'NL-R-008', codes: '30 48 49 57 58 59', error });
  if (references.order === null && lines.some(({ orderLine }) => orderLine !== null)) {
    error('NL-R-009', {
      pointer: '/references/order',
      message: 'A line names a line of an order, and nothing says of which order.',
      remedy: 'Write the number of the order.',
    });
  }
}

function checkNorwegian({ seller }: Invoice, error: Report): void {
  const { vatId } = seller;
  if (vatId === null || !vatId.startsWith('NO')) return;
  if (/^NO[0-9]{9}MVA$/.test(vatId) && isNorwegian(vatId.slice(2, 11))) return;
  error('NO-R-001', {
    pointer: '/seller/taxIds',
    message: `"${vatId}" is no Norwegian VAT id.`,
    remedy: 'Write NO, the nine digits of the organisation number, and MVA.',
  });
}

function checkSwedish(invoice: Invoice, error: Report): void {
  const { vatId, taxNumber, registration } = invoice.seller;
  if (registration !== null && taxNumber !== null && taxNumber.toUpperCase() !== 'GODKÄND FÖR F-SKATT') {
    error('SE-R-005', {
      pointer: '/seller/taxIds',
      message: 'The number at the tax office of a Swedish seller is the words "Godkänd för F-skatt".',
      remedy: 'Write these words in its place, or leave it out.',
    });
  }
  if (vatId === null || !vatId.startsWith('SE')) return;
  const rule = vatId.length !== 14 ? 'SE-R-001' : /^SE[0-9]{12}$/.test(vatId) ? null : 'SE-R-002';
  if (rule !== null) {
    error(rule, {
      pointer: '/seller/taxIds',
      message: `"${vatId}" is no Swedish VAT id.`,
      remedy: 'Write SE, the ten digits of the organisation number, and 01.',
    });
  }
  const rates = ['6', '12', '25'];
  const odd = usesOf(invoice).find(
    ({ tax }) => tax.category === 'S' && tax.percent !== null && !rates.includes(decimalText(tax.percent)),
  );
  if (odd === undefined) return;
  error('SE-R-006', {
    pointer: `${odd.at}/percent`,
    message: 'Sweden has no such rate.',
    remedy: 'Write one of 6, 12 or 25, or choose zero rated, exempt or reverse charge.',
  });
}

function checkItalian({ seller }: Invoice, error: Report): void {
  const { address, taxNumber } = seller;
  if (taxNumber !== null && !/^[A-Z0-9]{11,16}$/.test(taxNumber)) {
    error('IT-R-001', {
      pointer: '/seller/taxIds',
      message: `"${taxNumber}" is no codice fiscale.`,
      remedy: 'Write its 11 to 16 digits and capital letters, or leave it out.',
    });
  }
  checkAddress(address, { rule: 'IT-R-002', at: '/seller', fields: ['line1'], error });
  checkAddress(address, { rule: 'IT-R-003', at: '/seller', fields: ['city'], error });
  checkAddress(address, { rule: 'IT-R-004', at: '/seller', fields: ['postalCode'], error });
}

/** A Greek invoice has what myDATA gave to it: six parts of its number, and its MARK as a document. */
function checkGreek({ attachments, number, seller }: Invoice, error: Report): void {
  if (number !== null && number.split('|').length !== 6) {
    error('GR-R-001-1', {
      pointer: '/number',
      message: 'The number of a Greek invoice has six parts in Peppol.',
      remedy: 'Send the invoice in another format.',
    });
  }
  if (!isIn('GR', seller) || attachments.some(({ description }) => description === '##M.AR.K##')) return;
  error('GR-R-004-1', {
    pointer: '/attachments',
    message: 'A Greek invoice has the MARK of myDATA in Peppol.',
    remedy: 'Send the invoice in another format.',
  });
}

type Wanted = {
  readonly rule: string;
  readonly at: string;
  readonly fields: readonly (keyof InvoiceAddress)[];
  readonly error: Report;
};

function checkAddress(address: InvoiceAddress | null, { rule, at, fields, error }: Wanted): void {
  for (const field of fields) {
    if (address === null || address[field] !== null) continue;
    error(rule, {
      pointer: `${at}/address/${field}`,
      message: 'The address is not whole.',
      remedy: 'Write the street, the post code and the city.',
    });
  }
}

type Codes = { readonly rule: string; readonly codes: string; readonly error: Report };

function checkCodes({ means }: Invoice['payment'], { rule, codes, error }: Codes): void {
  for (const [index, { code }] of means.entries()) {
    if (codes.split(' ').includes(code)) continue;
    error(rule, {
      pointer: `/payment/means/${index}/code`,
      message: `Payment of code ${code} is not usual in the country of the seller.`,
      remedy: `Write one of ${codes.replaceAll(' ', ', ')}.`,
    });
  }
}
