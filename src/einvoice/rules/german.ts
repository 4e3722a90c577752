import type { Invoice, InvoiceParty } from '../model.ts';
import type { Report, Reports } from './finding.ts';
import { checkGermanPayment } from './german-payment.ts';

/** The types that XRechnung takes. */
const typeCodes = new Set(['326', '380', '381', '384', '389', '875', '876', '877']);

/** BR-DE-1 to BR-DE-31: what XRechnung 3.0 wants beyond the standard. */
export function checkGerman(invoice: Invoice, { error, warn }: Reports): void {
  checkSeller(invoice.seller, error);
  checkAddresses(invoice, error);
  if (invoice.references.buyer === null) {
    error('BR-DE-15', {
      pointer: '/references/buyer',
      message: 'The reference of the buyer is missing.',
      remedy: 'Write the Leitweg-ID that the authority gave you; to a company, its own reference or its order.',
    });
  }
  for (const [index, { percent }] of invoice.taxes.entries()) {
    if (percent !== null) continue;
    error('BR-DE-14', {
      pointer: `/taxes/${index}/percent`,
      message: 'A tax has no rate.',
      remedy: 'Write 0 where there is no tax to pay.',
    });
  }
  if (invoice.taxes.some(({ category }) => category !== 'O') && isUnknownToTaxOffice(invoice)) {
    error('BR-DE-16', {
      pointer: '/seller/taxIds',
      message: 'Your organisation has neither a VAT id nor a number at the tax office.',
      remedy: 'Write one of the two.',
    });
  }
  if (!typeCodes.has(invoice.typeCode)) {
    warn('BR-DE-17', {
      pointer: '/type',
      message: `XRechnung knows no document of type ${invoice.typeCode}.`,
      remedy: 'Send an invoice, a corrected invoice or a credit note.',
    });
  }
  if (invoice.typeCode === '384' && invoice.corrects.length === 0) {
    warn('BR-DE-26', {
      pointer: '/references/corrects',
      message: 'A corrected invoice names no invoice that it corrects.',
      remedy: 'Write the number of the invoice.',
    });
  }
  checkAttachments(invoice, { error, warn });
  checkGermanPayment(invoice, { error, warn });
  checkContact(invoice.seller, warn);
  if (hasNoSupply(invoice)) {
    warn('BR-DE-TMP-32', {
      pointer: '/dates/supplied',
      message: 'Nothing says when it was delivered or done.',
      remedy: 'Write the day of supply, or the period that is invoiced.',
    });
  }
}

function checkSeller({ contact }: InvoiceParty, error: Report): void {
  if (contact === null) {
    error('BR-DE-2', {
      pointer: '/seller/contact',
      message: 'Nobody at your organisation can be asked.',
      remedy: 'Write a contact with a name, a telephone and a mail address.',
    });
    return;
  }
  const fields = [
    ['BR-DE-5', 'name', 'Write the name of a person or a department.'],
    ['BR-DE-6', 'phone', 'Write a telephone number.'],
    ['BR-DE-7', 'email', 'Write a mail address.'],
  ] as const;
  for (const [rule, field, remedy] of fields) {
    if (contact[field] !== null) continue;
    error(rule, { pointer: `/seller/contact/${field}`, message: `The contact of the seller has no ${field}.`, remedy });
  }
}

function checkAddresses({ seller, buyer, delivery }: Invoice, error: Report): void {
  const places = [
    ['/seller', seller.address, 'BR-DE-3', 'BR-DE-4'],
    ['/buyer', buyer.address, 'BR-DE-8', 'BR-DE-9'],
    ['/deliverTo', delivery?.address ?? null, 'BR-DE-10', 'BR-DE-11'],
  ] as const;
  for (const [at, address, city, postalCode] of places) {
    if (address === null) continue;
    if (address.city === null) {
      error(city, { pointer: `${at}/address/city`, message: 'The address has no city.', remedy: 'Write it.' });
    }
    if (address.postalCode === null) {
      error(postalCode, {
        pointer: `${at}/address/postalCode`,
        message: 'The address has no post code.',
        remedy: 'Write it.',
      });
    }
  }
}

function isUnknownToTaxOffice({ seller, taxRepresentative }: Invoice): boolean {
  return seller.vatId === null && seller.taxNumber === null && taxRepresentative === null;
}

function checkAttachments({ attachments }: Invoice, { error, warn }: Reports): void {
  const seen = new Set<string>();
  for (const [index, { file, url }] of attachments.entries()) {
    if (url !== null && !/^[A-Za-z][A-Za-z0-9+.-]+:/.test(url)) {
      warn('BR-TMP-2', {
        pointer: `/attachments/${index}/url`,
        message: `The address of an attachment is not whole: "${url}".`,
        remedy: 'Write it with its beginning, such as https://.',
      });
    }
    if (file === null) continue;
    const name = file.name.toLowerCase();
    if (seen.has(name)) {
      error('BR-DE-22', {
        pointer: `/attachments/${index}/file/name`,
        message: `Two attachments are called "${file.name}".`,
        remedy: 'Give each file a name of its own.',
      });
    }
    seen.add(name);
  }
}

function checkContact({ contact }: InvoiceParty, warn: Report): void {
  if (contact === null) return;
  if (contact.phone !== null && (contact.phone.match(/[0-9]/g) ?? []).length < phoneDigitsMin) {
    warn('BR-DE-27', {
      pointer: '/seller/contact/phone',
      message: 'The telephone number of the seller has fewer than three digits.',
      remedy: 'Write the whole number.',
    });
  }
  if (contact.email !== null && !isMailAddress(contact.email)) {
    warn('BR-DE-28', {
      pointer: '/seller/contact/email',
      message: 'The mail address of the seller is none.',
      remedy: 'Write one such as invoices@example.com.',
    });
  }
}

const phoneDigitsMin = 3;

/** As XRechnung has it: one @, two characters or more on each side, and no dot at an end of either. */
function isMailAddress(text: string): boolean {
  const sides = text.split('@');
  return sides.length === 2 && !/\s/.test(text) && sides.every((side) => side.length > 1 && !/^\.|\.$/.test(side));
}

function hasNoSupply({ delivery, period, lines }: Invoice): boolean {
  return (delivery === null || delivery.day === null) && period === null && lines.some((line) => line.period === null);
}
