import type { Invoice } from './model.ts';
import { xmlInPdf } from './pdf-attachment.ts';
import type { Syntax } from './profile.ts';
import { readCii } from './read-cii.ts';
import { readUbl } from './read-ubl.ts';
import { type ReadWarning, warningsIn } from './read-warnings.ts';
import { UnreadableInvoice } from './unreadable.ts';
import { parseXml } from './xml-tree.ts';
import { asCii, zugferd1Root } from './zugferd-1.ts';

export type ReadInvoice = {
  readonly invoice: Invoice;
  readonly syntax: Syntax;
  /** Embedded in a PDF. */
  readonly isHybrid: boolean;
  readonly warnings: readonly ReadWarning[];
};

/**
 * Reads the e-invoice that somebody sent: UBL, CII of D16B or of ZUGFeRD 1, or a PDF with one of them inside. It says
 * what the file says; whether that is right is another question. Throws
 * {@link UnreadableInvoice} where nothing can be made of it.
 */
export function readInvoice(bytes: Uint8Array): ReadInvoice {
  const isHybrid = isPdf(bytes);
  const told = parseXml(isHybrid ? xmlInPdf(bytes) : bytes);
  const root = told.name === zugferd1Root ? asCii(told) : told;
  const isUbl = root.name === 'ubl:Invoice' || root.name === 'ubl:CreditNote';
  if (isUbl || root.name === 'rsm:CrossIndustryInvoice') {
    const invoice = measured(isUbl ? readUbl(root) : readCii(root));
    return { invoice, syntax: isUbl ? 'ubl' : 'cii', isHybrid, warnings: warningsIn(root, invoice) };
  }
  throw new UnreadableInvoice(
    'not_an_invoice',
    `the XML is no invoice of UBL 2.1 or CII D16B: it begins with ${root.name.replace('?:', '').slice(0, 60)}`,
  );
}

const linesMax = 20_000;
const rowsMax = 500;

/** Sums are compared row by row, so that there must not be too many. */
function measured(invoice: Invoice): Invoice {
  const rows = [invoice.taxes, invoice.adjustments, invoice.attachments, invoice.payment.means, invoice.corrects];
  if (invoice.lines.length > linesMax || rows.some(({ length }) => length > rowsMax)) {
    throw new UnreadableInvoice(
      'too_large',
      `the invoice has over ${linesMax} lines, or ${rowsMax} taxes or discounts`,
    );
  }
  return invoice;
}

/** Rubbish before the mark is allowed, up to here. */
const headBytes = 1_024;

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, headBytes)).includes('%PDF-');
}
