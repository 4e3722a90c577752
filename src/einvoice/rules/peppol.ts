import type { Decimal } from '../../core/decimal.ts';
import type { TaxCategory } from '../../render/facts.ts';
import { decimalText, distance, isSame, negated, order, percentOf, plus, times, total } from '../exact.ts';
import type { Invoice, InvoiceLine, LineAdjustment } from '../model.ts';
import { notInPeppol } from './code-lists.ts';
import type { Report } from './finding.ts';
import { peppolIdExample } from './peppol-id.ts';

/** The rules of Peppol BIS Billing 3.0 that a document of ours could break; XRechnung has most of them too. */
export function checkPeppol(invoice: Invoice, error: Report): void {
  checkAddresses(invoice, error);
  if (invoice.taxCurrency === invoice.currency) {
    error('PEPPOL-EN16931-R005', {
      pointer: '/taxCurrency',
      message: 'The tax is told twice in the currency of the document.',
      remedy: 'Leave the currency of the tax out where it is the same.',
    });
  }
  const told = invoice.totals.taxInTaxCurrency;
  if (told !== null && told.units < 0n !== invoice.totals.tax.units < 0n && told.units !== 0n) {
    error('PEPPOL-EN16931-R055', {
      pointer: '/taxCurrency/tax',
      message: 'The tax in the other currency has another sign.',
      remedy: 'Write it with the sign of the tax.',
    });
  }
  for (const [index, { code, debit }] of invoice.payment.means.entries()) {
    if ((code !== '49' && code !== '59') || (debit !== null && debit.mandate !== null)) continue;
    error('PEPPOL-EN16931-R061', {
      pointer: `/payment/means/${index}/mandate`,
      message: 'A direct debit needs its mandate.',
      remedy: 'Write the reference of the mandate that the client gave you.',
    });
  }
  for (const [index, one] of invoice.adjustments.entries()) checkPercentage(one, `/adjustments/${index}`, error);
  for (const [index, line] of invoice.lines.entries()) checkLine(invoice, line, { at: `/lines/${index}`, error });
}

/** Rules that Peppol has and XRechnung has not. */
export function checkPeppolOnly(invoice: Invoice, error: Report): void {
  const { references, notes, typeCode } = invoice;
  if (notes.length > 1) {
    error('PEPPOL-EN16931-R002', {
      pointer: '/texts/note',
      message: 'The document has several notes.',
      remedy: 'Write them as one.',
    });
  }
  if (references.buyer === null && references.order === null) {
    error('PEPPOL-EN16931-R003', {
      pointer: '/references/buyer',
      message: 'Neither a reference of the buyer nor an order is named.',
      remedy: 'Write what the client asked you to quote: its reference or the number of its order.',
    });
  }
  if (!typeCodes.has(typeCode)) {
    error('PEPPOL-EN16931-P0100', {
      pointer: '/type',
      message: `Peppol takes no document of type ${typeCode}.`,
      remedy: 'Send an invoice or a credit note.',
    });
  }
  checkExemptions(invoice, error);
  checkSchemes(invoice, error);
}

function checkSchemes({ seller, buyer }: Invoice, error: Report): void {
  const parties = [
    ['/seller', seller, 'your organisation'],
    ['/buyer', buyer, 'the client'],
  ] as const;
  for (const [at, party, who] of parties) {
    const scheme = party.electronicAddress?.scheme ?? '';
    if (!notInPeppol.has(scheme)) continue;
    const kind = scheme === 'EM' ? 'A mail address, scheme EM,' : `Scheme ${scheme}`;
    error('PEPPOL-EN16931-CL008', {
      pointer: `${at}/electronicAddress/scheme`,
      message: `${kind} is no address in Peppol, and there is no other of ${who}.`,
      remedy: `Write the Peppol id of ${who} with its scheme, ${peppolIdExample(party)}.`,
    });
  }
}

/** Codes of reasons that belong to one category. */
const exemptions: ReadonlyMap<string, readonly [rule: string, category: TaxCategory]> = new Map([
  ['VATEX-EU-G', ['PEPPOL-EN16931-P0104', 'G']],
  ['VATEX-EU-O', ['PEPPOL-EN16931-P0105', 'O']],
  ['VATEX-EU-IC', ['PEPPOL-EN16931-P0106', 'K']],
  ['VATEX-EU-AE', ['PEPPOL-EN16931-P0107', 'AE']],
  ['VATEX-EU-D', ['PEPPOL-EN16931-P0108', 'E']],
  ['VATEX-EU-F', ['PEPPOL-EN16931-P0109', 'E']],
  ['VATEX-EU-I', ['PEPPOL-EN16931-P0110', 'E']],
  ['VATEX-EU-J', ['PEPPOL-EN16931-P0111', 'E']],
]);

function checkExemptions({ taxes }: Invoice, error: Report): void {
  for (const [index, { category, exemptionCode }] of taxes.entries()) {
    const [rule, wanted] = exemptions.get(exemptionCode ?? '') ?? [];
    if (rule === undefined || wanted === category) continue;
    error(rule, {
      pointer: `/taxes/${index}/exemption/code`,
      message: `${exemptionCode} is the reason of category ${wanted}, and the tax is of category ${category}.`,
      remedy: `Write another code, or choose category ${wanted} for the tax.`,
    });
  }
}

const invoices = '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877';
const creditNotes = '381 396 532';
const typeCodes = new Set(`${invoices} ${creditNotes}`.split(' '));

function checkAddresses({ seller, buyer }: Invoice, error: Report): void {
  const parties = [
    ['PEPPOL-EN16931-R010', '/buyer', buyer, 'the client'],
    ['PEPPOL-EN16931-R020', '/seller', seller, 'your organisation'],
  ] as const;
  for (const [rule, at, party, who] of parties) {
    if (party.electronicAddress !== null) continue;
    error(rule, {
      pointer: `${at}/electronicAddress`,
      message: `There is no electronic address of ${who}.`,
      remedy: `Write the Peppol id of ${who} with its scheme, ${peppolIdExample(party)}.`,
    });
  }
}

/** Two hundredths either way. */
const slack: Decimal = { units: 2n, scale: 2 };

function checkPercentage(one: LineAdjustment, at: string, error: Report): void {
  const { base, percent, amount } = one;
  if (percent !== null && base === null) {
    error('PEPPOL-EN16931-R041', {
      pointer: `${at}/base`,
      message: 'A percentage does not say of what.',
      remedy: 'Write what it was taken from, or leave the percentage out.',
    });
  }
  if (base !== null && percent === null) {
    error('PEPPOL-EN16931-R042', {
      pointer: `${at}/percent`,
      message: 'There is an amount to take a percentage of, and no percentage.',
      remedy: 'Write the percentage, or leave the amount out.',
    });
  }
  if (base === null || percent === null) return;
  const comesTo = percentOf(base, percent, base.scale + percent.scale + 2);
  if (order(distance(comesTo, amount), slack) <= 0) return;
  const share = `${decimalText(percent)} % of ${decimalText(base)}`;
  error('PEPPOL-EN16931-R040', {
    pointer: `${at}/amount`,
    message: `${decimalText(amount)} is not ${share}, which comes to ${decimalText(comesTo)}.`,
    remedy: 'Put the percentage right, or leave it out.',
  });
}

type FieldLocation = { readonly at: string; readonly error: Report };

function checkLine({ period }: Invoice, line: InvoiceLine, { at, error }: FieldLocation): void {
  const { price, adjustments } = line;
  for (const [index, one] of adjustments.entries()) checkPercentage(one, `${at}/adjustments/${index}`, error);
  if (price.per !== null && price.per.units <= 0n) {
    error('PEPPOL-EN16931-R121', {
      pointer: `${at}/unitPrice`,
      message: 'The price is for a quantity that is not more than zero.',
      remedy: 'Write the price of one.',
    });
  } else if (!followsFromPrice(line)) {
    error('PEPPOL-EN16931-R120', {
      pointer: `${at}/net`,
      message: `${decimalText(line.net)} does not follow from the price and the quantity.`,
      remedy: 'Put the price, the quantity or the discounts of the line right.',
    });
  }
  if (price.gross !== null && order(price.gross, price.net) < 0) {
    error('PEPPOL-EN16931-R046', {
      pointer: `${at}/grossUnitPrice`,
      message: 'The price before its discount is lower than the price.',
      remedy: 'Write a price that is not lower, or none.',
    });
  }
  if (period === null || line.period === null) return;
  if (line.period.from !== null && period.from !== null && line.period.from < period.from) {
    error('PEPPOL-EN16931-R110', { pointer: `${at}/period/from`, ...outside });
  }
  if (line.period.to !== null && period.to !== null && line.period.to > period.to) {
    error('PEPPOL-EN16931-R111', { pointer: `${at}/period/to`, ...outside });
  }
}

const outside = {
  message: 'The period of the line is not inside of that of the document.',
  remedy: 'Write a period for the document that has all those of its lines in it.',
};

/** Both sides times the quantity that the price is for, since decimals do not divide. */
function followsFromPrice({ net, price, quantity, adjustments }: InvoiceLine): boolean {
  const per = price.per ?? { units: 1n, scale: 0 };
  const charged = total(adjustments.map((one) => (one.kind === 'charge' ? one.amount : negated(one.amount))));
  const expected = plus(times(quantity, price.net), times(charged, per));
  const said = times(net, per);
  return isSame(said, expected) || order(distance(said, expected), times(slack, per)) <= 0;
}
