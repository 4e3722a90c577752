import { isCountry } from '../../core/country.ts';
import { minorDigits } from '../../core/currency.ts';
import type { Invoice, InvoiceLine, InvoiceParty, LineAdjustment, Scheme } from '../model.ts';
import {
  addressSchemes,
  chargeReasons,
  classificationLists,
  discountReasons,
  exemptionCodes,
  fileTypes,
  paymentMeansCodes,
  registerSchemes,
} from './code-lists.ts';
import type { Report } from './finding.ts';
import { unitCodes } from './unit-codes.ts';

/** BR-CL-03 to BR-CL-26: codes are of the lists that the standard names. */
export function checkCodes(invoice: Invoice, error: Report): void {
  const known = checkerOf(error);
  known('BR-CL-04', '/currency', invoice.currency, isCurrency);
  known('BR-CL-05', '/taxCurrency/currency', invoice.taxCurrency, isCurrency);
  checkParty(invoice.seller, '/seller', known);
  checkParty(invoice.buyer, '/buyer', known);
  known('BR-CL-14', '/deliverTo/address/country', invoice.delivery?.address?.country ?? null, isCountryCode);
  known('BR-CL-26', '/deliverTo/locationId/scheme', invoice.delivery?.location?.scheme ?? null, isRegister);
  for (const [index, { code }] of invoice.payment.means.entries()) {
    known(
      'BR-CL-16',
      `/payment/means/${index}/code`,
      code === '' ? null : code,
      oneOf(paymentMeansCodes, 'UNTDID 4461'),
    );
  }
  for (const [index, row] of invoice.taxes.entries()) {
    known('BR-CL-22', `/taxes/${index}/exemption/code`, row.exemptionCode, isExemption);
  }
  for (const [index, one] of invoice.adjustments.entries()) checkReason(one, `/adjustments/${index}`, known);
  for (const [index, { file }] of invoice.attachments.entries()) {
    if (file === null || fileTypes.has(file.type)) continue;
    error('BR-CL-24', {
      pointer: `/attachments/${index}/file/type`,
      message: `"${file.name}" is ${file.type}, which no e-invoice takes.`,
      remedy: 'Attach it as PDF, PNG, JPEG, CSV, XLSX or ODS, or leave it out.',
    });
  }
  for (const [index, line] of invoice.lines.entries()) checkLine(line, `/lines/${index}`, known);
}

type List = { readonly name: string; readonly has: (code: string) => boolean };
type Known = (rule: string, pointer: string, code: string | null, list: List) => void;

function checkerOf(error: Report): Known {
  return (rule, pointer, code, list) => {
    if (code === null || list.has(code)) return;
    error(rule, {
      pointer,
      message: `"${code}" is not a code of ${list.name}.`,
      remedy: `Write a code of ${list.name}.`,
    });
  };
}

function checkParty(party: InvoiceParty, at: string, known: Known): void {
  known('BR-CL-14', `${at}/address/country`, party.address?.country ?? null, isCountryCode);
  known('BR-CL-25', `${at}/electronicAddress/scheme`, party.electronicAddress?.scheme ?? null, isAddressScheme);
  known('BR-CL-11', `${at}/registration/scheme`, party.registration?.scheme ?? null, isRegister);
  for (const [index, id] of party.ids.entries()) checkScheme(id, { rule: 'BR-CL-10', at: `${at}/ids/${index}` }, known);
}

function checkScheme({ scheme }: Scheme, { rule, at }: { rule: string; at: string }, known: Known): void {
  known(rule, `${at}/scheme`, scheme, isRegister);
}

function checkLine(line: InvoiceLine, at: string, known: Known): void {
  known('BR-CL-23', `${at}/unit/code`, line.unit, oneOf(unitCodes, 'UNECE Recommendation 20, such as C62'));
  known('BR-CL-14', `${at}/originCountry`, line.originCountry, isCountryCode);
  known('BR-CL-21', `${at}/gtin`, line.standardId?.scheme ?? null, isRegister);
  for (const [index, { scheme }] of line.classifications.entries()) {
    known('BR-CL-13', `${at}/classifications/${index}/scheme`, scheme, oneOf(classificationLists, 'UNTDID 7143'));
  }
  for (const [index, one] of line.adjustments.entries()) checkReason(one, `${at}/adjustments/${index}`, known);
}

function checkReason({ kind, reasonCode }: LineAdjustment, at: string, known: Known): void {
  if (kind === 'discount') known('BR-CL-19', `${at}/reasonCode`, reasonCode, oneOf(discountReasons, 'UNTDID 5189'));
  else known('BR-CL-20', `${at}/reasonCode`, reasonCode, oneOf(chargeReasons, 'UNTDID 7161'));
}

function oneOf(codes: ReadonlySet<string>, name: string): List {
  return { name, has: (code) => codes.has(code) };
}

const isCurrency: List = { name: 'ISO 4217', has: (code) => minorDigits(code) !== undefined };
/** Northern Ireland is in no list of ISO, and on invoices. */
const isCountryCode: List = { name: 'ISO 3166-1', has: (code) => isCountry(code) || code === 'XI' };
const isRegister: List = oneOf(registerSchemes, 'ISO/IEC 6523');
const isAddressScheme: List = oneOf(addressSchemes, 'the EAS list');
const isExemption: List = oneOf(exemptionCodes, 'the VATEX list');
