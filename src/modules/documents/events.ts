import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { paymentAllocated, paymentRefunded } from '../payments/index.ts';
import { saleReturned, saleUpdated } from '../sales/index.ts';
import { Document, type DocumentType } from './document.ts';

/** Event payload: the facts without the lines and without personal data; read the document for more. */
const DocumentFacts = Document.pick({
  id: true,
  type: true,
  status: true,
  number: true,
  client_id: true,
  issue_date: true,
  valid_until: true,
  currency: true,
  total: true,
  member_id: true,
  sale_id: true,
  external_id: true,
  version: true,
});

/** One event for each type of document. */
function eachType(done: string) {
  return {
    invoice: event(`invoice.${done}`, DocumentFacts),
    deposit_invoice: event(`deposit_invoice.${done}`, DocumentFacts),
    quote: event(`quote.${done}`, DocumentFacts),
    credit_note: event(`credit_note.${done}`, DocumentFacts),
    debit_note: event(`debit_note.${done}`, DocumentFacts),
    proforma: event(`proforma.${done}`, DocumentFacts),
    delivery_note: event(`delivery_note.${done}`, DocumentFacts),
    receipt: event(`receipt.${done}`, DocumentFacts),
    statement: event(`statement.${done}`, DocumentFacts),
  };
}

export const created = eachType('created');
export const updated = eachType('updated');
export const issued = eachType('issued');

type OfSome = { readonly [Type in DocumentType]?: ReturnType<typeof eachType>['invoice'] };

/** Receipts and statements are never drafts, and a statement is never void. */
const { receipt: _, statement: __, ...ofDrafts } = eachType('deleted');
const { invoice, deposit_invoice, credit_note, debit_note, receipt } = eachType('voided');
export const deleted: OfSome = ofDrafts;
export const voided: OfSome = {
  quote: event('quote.cancelled', DocumentFacts),
  invoice,
  deposit_invoice,
  credit_note,
  debit_note,
  receipt,
  proforma: event('proforma.cancelled', DocumentFacts),
  delivery_note: event('delivery_note.cancelled', DocumentFacts),
};

const byNumber = { called: 'number', others: true } as const;

export const issueRefused = event('document.issue_refused', DocumentFacts.extend({ issue_problem: z.string() }), {
  title: 'A document could not be issued',
  called: 'issue_problem',
});
/** For whoever submitted it, under whichever name. */
const toSubmitter = { to: 'named', names: 'submitted_by', others: true, page: 'documents' } as const;
const SubmittedFacts = DocumentFacts.extend({ submitted_by: Document.shape.submitted_by });

export const documentSubmitted = event(
  'document.submitted',
  SubmittedFacts.extend({ submit_note: Document.shape.submit_note }),
  {
    title: 'Draft awaiting approval',
    called: 'submit_note',
    needs: 'documents:issue',
    others: true,
    page: 'documents',
  },
);
export const documentWithdrawn = event('document.withdrawn', DocumentFacts);
export const documentRejected = event('document.rejected', SubmittedFacts.extend({ reject_reason: z.string() }), {
  title: 'Your draft was rejected',
  called: 'reject_reason',
  ...toSubmitter,
});
export const documentApproved = event('document.approved', SubmittedFacts, {
  title: 'Your draft was approved and issued',
  called: 'number',
  ...toSubmitter,
});
export const quoteAccepted = event('quote.accepted', DocumentFacts, { title: 'Quote accepted', ...byNumber });
export const quoteDeclined = event('quote.declined', DocumentFacts, { title: 'Quote declined', ...byNumber });
export const quoteExpired = event('quote.expired', DocumentFacts, { title: 'A quote has expired', called: 'number' });
export const quoteConverted = event('quote.converted', DocumentFacts);
export const proformaConverted = event('proforma.converted', DocumentFacts);
export const goodsDelivered = event('delivery_note.delivered', DocumentFacts);

/** Events of other modules when an invoice deducts deposits. */
export const depositEvents = [saleReturned, saleUpdated, paymentRefunded, paymentAllocated];
