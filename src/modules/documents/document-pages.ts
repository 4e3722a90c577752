import { type Afterwards, afterwards } from '../../operation/afterwards.ts';
import type { Context } from '../../operation/operation.ts';
import type { FileOutput } from '../../wire/index.ts';
import { documentPdf, keptPagesOf } from './document-pdf.ts';
import { keptEInvoiceOf } from './e-invoice-of.ts';
import { keptLook, lookNow, plainLook } from './look.ts';
import { printedDocument } from './printed-document.ts';
import { readDocument } from './store.ts';

type Options = { readonly asIssued?: boolean | undefined };

/**
 * The pages of a document as a PDF, which are set or read when the transaction is over.
 *
 * @param options `asIssued`: without marks of what has become of it since
 */
export async function pagesOf(context: Context, id: string, options: Options = {}): Promise<Afterwards<FileOutput>> {
  const [document, kept, look, eInvoice] = await Promise.all([
    readDocument(context, id),
    keptPagesOf(context, id),
    keptLook(context, id),
    keptEInvoiceOf(context, id),
  ]);
  const { issued_at: issuedAt, updated_at: updatedAt } = document.row;
  const facts = await printedDocument(context, document);
  const order = {
    ...{ id, kept, made: issuedAt ?? updatedAt },
    facts: options.asIssued === true && issuedAt !== null ? { ...facts, marks: [] } : facts,
    look: look ?? (issuedAt === null ? await lookNow(context, facts) : plainLook),
    eInvoice: eInvoice?.format === 'facturx' ? eInvoice.xml : null,
  };
  return afterwards((aftermath) => documentPdf(aftermath, order));
}
