import { sql } from '../../../db/sql.ts';
import { type Afterwards, afterwards } from '../../../operation/afterwards.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import type { FileOutput } from '../../../wire/index.ts';
import { paymentsOfSale } from '../../payments/index.ts';
import { documentPdf, documentSvg, keptPagesOf, type PagesOrder } from './document-pdf.ts';
import { keptEInvoiceOf } from '../e-invoices/e-invoice-of.ts';
import { keptLook, lookNow, plainLook } from './look.ts';
import { printedDocument } from './printed-document.ts';
import type { StoredDocument } from '../document-row.ts';
import type { UnsavedParties } from './unsaved-parties.ts';
import { readDocument } from '../store.ts';

type Options = { readonly asIssued?: boolean | undefined };

/**
 * The pages of a document as a PDF, which are set or read when the transaction is over.
 *
 * @param options `asIssued`: without marks of what has become of it since
 */
export async function pagesOf(context: Context, id: string, options: Options = {}): Promise<Afterwards<FileOutput>> {
  const order = await orderOf(context, id, options);
  return afterwards((afterCommit) => documentPdf(afterCommit, order));
}

/** The same pages as one picture, for a screen. Nothing is kept of it. */
export async function pictureOf(context: Context, id: string): Promise<Afterwards<FileOutput>> {
  const order = await orderOf(context, id, {});
  return afterwards((afterCommit) => documentSvg(afterCommit, order));
}

/** The pages of a draft that is not kept, as they would be if it were, and its parties. */
export async function orderOfUnsaved(
  context: Context,
  document: StoredDocument,
  unsaved: UnsavedParties,
): Promise<PagesOrder> {
  const { row } = document;
  const facts = await printedDocument(context, document, unsaved);
  const look = await lookNow(context, facts, row);
  return { id: row.id, kept: [], made: row.updated_at, facts, look, eInvoice: null };
}

async function orderOf(context: Context, id: string, options: Options): Promise<PagesOrder> {
  const saleId = sql`(select sale_id from documents where organization_id = ${context.organization} and id = ${id})`;
  const [document, payments, kept, look, eInvoice] = await Promise.all([
    readDocument(context, id),
    paymentsOfSale(context, saleId),
    keptPagesOf(context, id),
    keptLook(context, id),
    keptEInvoiceOf(context, id),
  ]);
  const { issued_at: issuedAt, updated_at: updatedAt } = document.row;
  const facts = await printedDocument(context, document);
  return {
    id,
    kept,
    made: issuedAt ?? updatedAt,
    facts: options.asIssued === true && issuedAt !== null ? { ...facts, marks: [] } : paid(facts, payments),
    look: look ?? (issuedAt === null ? await lookNow(context, facts, document.row) : plainLook),
    eInvoice: eInvoice?.format === 'facturx' ? eInvoice.xml : null,
  };
}

/** Of a paid invoice, when and how: its stamp has the day. */
function paid(facts: DocumentFacts, payments: Awaited<ReturnType<typeof paymentsOfSale>>): DocumentFacts {
  if (!facts.marks.includes('paid')) return facts;
  return { ...facts, payments: payments.map((payment) => ({ ...payment, tendered: null, change: null })) };
}
