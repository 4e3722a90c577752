import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { runRecurring } from '../../recurring/index.ts';
import {
  clientNotActive,
  confirmingRefusals,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  termsOf,
  termsOfToday,
  untaxedWarnings,
  variantNotSold,
  Warning,
} from '../../sales/index.ts';
import { stockEvents } from '../../stock/index.ts';
import { needToMake } from './create-recurring-document.ts';
import type { StoredDocument } from '../document-row.ts';
import type { DocumentGiven } from '../document-input.ts';
import { pricedSaleOf } from '../document-record.ts';
import { draftOfSale } from '../invoices/draft-of-sale.ts';
import { eInvoiceIncomplete } from '../e-invoices/e-invoice-refused.ts';
import { created, issued } from '../events.ts';
import {
  RecurringAtVersion,
  RecurringDocument,
  type RecurringDocumentRow,
  recurringDocuments,
  recurringRecord,
} from './recurring-document.ts';
import { sendWhenIssued } from '../issuing/send-when-issued.ts';
import { readDocument } from '../store.ts';

export const runRecurringDocument = operation({
  name: 'run_recurring_document',
  summary: 'Run a recurring document now if it is due, creating its next document.',
  guidance: 'This happens automatically on the date. If none is due, nothing happens and `made_document_id` is null.',
  http: 'POST /recurring-documents/{id}/run',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'due',
  input: RecurringAtVersion,
  output: RecurringDocument.extend({
    made_document_id: Id('document').nullable(),
    warnings: z.array(Warning).describe('The document created.'),
  }),
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    exchangeRateMissing,
    clientNotActive,
    variantNotSold,
    eInvoiceIncomplete,
    ...confirmingRefusals,
  ],
  emits: [
    created.invoice,
    issued.invoice,
    recurringDocuments.events.completed,
    saleCreated,
    saleConfirmed,
    saleCompleted,
    ...stockEvents,
  ],
  async run(context, which) {
    let lines: StoredDocument['lines'] = [];
    const { row, made } = await runRecurring(recurringDocuments, context, which, async (recurring, day) => {
      const invoice = await makeInvoice(context, recurring, day);
      ({ lines } = invoice);
      return invoice.row.id;
    });
    const warnings = await untaxedWarnings(context, lines);
    return { ...recurringRecord(context, row), made_document_id: made, warnings };
  },
});

/** A copy of the invoice that is repeated, of a sale of this day, at its prices or at those of today. */
async function makeInvoice(
  context: Context,
  { id, document_id: sourceId, ...row }: RecurringDocumentRow,
  day: string,
): Promise<StoredDocument> {
  needToMake(context, row.mode);
  const source = await readDocument(context, sourceId);
  const sold = pricedSaleOf(source);
  const { title, buyer_reference, po_number, project, notes, terms, footer, language, member_id } = source.row;
  const input: DocumentGiven = {
    type: 'invoice',
    ...(row.prices === 'same' ? termsOf(sold) : termsOfToday(sold)),
    location_id: sold.row.location_id,
    supply_date: day,
    due_terms: row.due_in_days === null ? undefined : { type: 'days_after_issue', value: row.due_in_days },
    title,
    buyer_reference,
    po_number,
    project,
    notes,
    terms,
    footer,
    language,
    member_id,
    tags: row.tags,
  };
  const issue = row.mode !== 'draft';
  const made = await draftOfSale(context, input, { issue, override: undefined, occurrence: { id, day } });
  if (row.mode === 'issue_and_send') sendWhenIssued(context, made.row.id);
  return made;
}
