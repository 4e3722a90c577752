import type { InvoiceLine, LineAdjustment } from '../model.ts';
import type { Invoice } from '../model.ts';
import { checkPeriod } from './document.ts';
import type { Report } from './finding.ts';

/** BR-21 to BR-30, BR-33 to BR-44, BR-54, BR-64, BR-65 and BR-CO-04: what each line and each adjustment must say. */
export function checkLines(invoice: Invoice, error: Report): void {
  for (const [index, line] of invoice.lines.entries()) {
    checkLine(line, `/lines/${index}`, error);
    checkItem(line, `/lines/${index}`, error);
    for (const [position, one] of line.adjustments.entries()) {
      checkReason(one, { at: `/lines/${index}/adjustments/${position}`, rules: lineReasons }, error);
    }
  }
  for (const [index, one] of invoice.adjustments.entries()) {
    checkReason(one, { at: `/adjustments/${index}`, rules: documentReasons }, error);
  }
}

function checkLine(line: InvoiceLine, at: string, error: Report): void {
  if (line.id === '') {
    error('BR-21', { pointer: `${at}/id`, message: 'The line has no number.', remedy: 'Number the lines: 1, 2, 3.' });
  }
  if (line.unit === null) {
    error('BR-23', {
      pointer: `${at}/unit/code`,
      message: 'The quantity has no unit.',
      remedy: 'Write a code of UNECE Recommendation 20: C62 for pieces, HUR for hours, KGM for kilograms.',
    });
  }
  if (line.price.net.units < 0n) {
    error('BR-27', {
      pointer: `${at}/unitPrice`,
      message: 'The price is negative.',
      remedy: 'Write a price of zero or more; what is taken off is a discount or a credit note.',
    });
  }
  if (line.price.gross !== null && line.price.gross.units < 0n) {
    error('BR-28', {
      pointer: `${at}/grossUnitPrice`,
      message: 'The price before its discount is negative.',
      remedy: 'Write a price of zero or more.',
    });
  }
  checkPeriod(line.period, { rule: 'BR-30', at: `${at}/period` }, error);
  if (line.tax === null) {
    error('BR-CO-04', {
      pointer: `${at}/taxes`,
      message: 'The line has no VAT category, or has more than one tax.',
      remedy: 'Choose exactly one tax for it: one of zero percent where there is none to pay.',
    });
  }
}

function checkItem(line: InvoiceLine, at: string, error: Report): void {
  if (line.name === null) {
    error('BR-25', { pointer: `${at}/name`, message: 'The line names nothing.', remedy: 'Write what is charged for.' });
  }
  for (const { name, value } of line.properties) {
    if (name !== '' && value !== '') continue;
    error('BR-54', {
      pointer: `${at}/properties`,
      message: 'A property of the item has no name or no value.',
      remedy: 'Write both, or leave the property out.',
    });
  }
  if (line.standardId !== null && line.standardId.scheme === null) {
    error('BR-64', {
      pointer: `${at}/gtin`,
      message: 'The standard number of the item does not say what kind it is.',
      remedy: 'Write a code of the ICD list: 0160 for a GTIN.',
    });
  }
  for (const [index, { scheme }] of line.classifications.entries()) {
    if (scheme !== null) continue;
    error('BR-65', {
      pointer: `${at}/classifications/${index}/scheme`,
      message: 'A classification does not say of which list it is.',
      remedy: 'Write a code of UNTDID 7143: HS for customs, STI for CPV.',
    });
  }
}

const documentReasons = { discount: 'BR-33', charge: 'BR-38' };
const lineReasons = { discount: 'BR-42', charge: 'BR-44' };

type ReasonPlace = { readonly at: string; readonly rules: typeof documentReasons };

function checkReason(one: LineAdjustment, { at, rules }: ReasonPlace, error: Report): void {
  if (one.reason !== null || one.reasonCode !== null) return;
  error(rules[one.kind], {
    pointer: `${at}/reason`,
    message: `Nothing says what the ${one.kind} is for.`,
    remedy: 'Write a reason, such as "Loyalty discount" or "Freight".',
  });
}
