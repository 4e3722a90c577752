import type { Invoice, Period } from '../model.ts';
import type { Report } from './finding.ts';

/** BR-02, BR-03, BR-16, BR-29, BR-52 to BR-57, BR-CL-08, BR-CO-25: what a document must say beside who and how much. */
export function checkDocument(invoice: Invoice, error: Report): void {
  if (invoice.number === null) {
    error('BR-02', {
      pointer: '/number',
      message: 'The document has no number.',
      remedy: 'Issue it: a draft gets its number then.',
    });
  }
  if (invoice.issued === null) {
    error('BR-03', { pointer: '/dates/issued', message: 'The document has no day of issue.', remedy: 'Issue it.' });
  }
  if (invoice.lines.length === 0) {
    error('BR-16', { pointer: '/lines', message: 'The document has no lines.', remedy: 'Write at least one line.' });
  }
  checkPeriod(invoice.period, { rule: 'BR-29', at: '/dates/period' }, error);
  checkReferences(invoice, error);
  if (invoice.taxCurrency !== null && invoice.totals.taxInTaxCurrency === null) {
    error('BR-53', {
      pointer: '/taxCurrency/tax',
      message: `The tax is not told in ${invoice.taxCurrency}.`,
      remedy: 'Write the tax in that currency too, or leave the currency out.',
    });
  }
  if (invoice.taxCurrency === invoice.currency) {
    error('BR-53', {
      pointer: '/taxCurrency/currency',
      message: `The document is in ${invoice.currency} anyway.`,
      remedy: 'Leave the currency of the tax out.',
    });
  }
  if (invoice.notes.some((note) => /^[^#]*#[^#]{3}#/.test(note))) {
    error('BR-CL-08', {
      pointer: '/texts/note',
      message: 'Three characters between two # would be read as a code of the subject of the note.',
      remedy: 'Write the note without # on both sides of three characters.',
    });
  }
  const { delivery, due, payment, totals } = invoice;
  if (delivery?.address !== null && delivery?.address !== undefined && delivery.address.country === null) {
    error('BR-57', {
      pointer: '/deliverTo/address/country',
      message: 'The address of delivery has no country.',
      remedy: 'Write its ISO 3166-1 code of two letters, or leave the address out.',
    });
  }
  if (totals.due.units > 0n && due === null && payment.terms === null) {
    error('BR-CO-25', {
      pointer: '/dates/due',
      message: 'Something is to be paid, and nothing says when.',
      remedy: 'Write a due date, or terms of payment.',
    });
  }
}

function checkReferences(invoice: Invoice, error: Report): void {
  for (const [index, { number }] of invoice.corrects.entries()) {
    if (number !== '') continue;
    error('BR-55', {
      pointer: `/references/corrects/${index}/number`,
      message: 'A document that this one corrects has no number.',
      remedy: 'Write the number of the invoice.',
    });
  }
  for (const [index, attachment] of invoice.attachments.entries()) {
    if (attachment.id !== '') continue;
    error('BR-52', {
      pointer: `/attachments/${index}/id`,
      message: 'An attachment has no reference.',
      remedy: 'Write one, such as its number or its file name.',
    });
  }
}

export function checkPeriod(period: Period | null, place: { rule: string; at: string }, error: Report): void {
  if (period === null || period.from === null || period.to === null || period.from <= period.to) return;
  error(place.rule, {
    pointer: `${place.at}/to`,
    message: `The period ends on ${period.to}, before it begins on ${period.from}.`,
    remedy: 'Write an end that is not before the beginning.',
  });
}
