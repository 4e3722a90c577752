import { z } from 'zod';
import { type Day, laterOf } from '../../../core/calendar.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day as DayInput, Id, Version } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { keepNumbers, readOrganization } from '../../organization/index.ts';
import { paymentAllocated, Refund } from '../../payments/index.ts';
import {
  confirmingRefusals,
  draftingRefusals,
  overrideInput,
  returnInput,
  saleConfirmed,
  saleCreated,
  withIds,
} from '../../sales/index.ts';
import { attachmentIdsInput, filesToAttach } from '../attachments/attachments.ts';
import { Document, documentExternalIdTaken, DocumentWithWarnings } from '../document.ts';
import {
  aboutInput,
  billInput,
  correctionReason,
  offerInput,
  printedInput,
  withoutEInvoiceInput,
} from '../document-input.ts';
import { documentRecord, warnedRecord } from '../document-record.ts';
import type { DocumentRow } from '../document-row.ts';
import { eInvoiceIncomplete } from '../e-invoices/e-invoice-refused.ts';
import { created, issued } from '../events.ts';
import { lockWithSale } from '../store.ts';
import { checkTemplate } from '../templates/choose-template.ts';
import { checkChanges, checkCorrectable } from './correctable-invoice.ts';
import { draftOf } from './draft-of-sale.ts';
import { creditNoteEvents, issueCreditNote } from './issue-credit-note.ts';
import { issueLocked } from './issue-of-sale.ts';
import { copyOf, freedFor, saleInstead } from './replacing-invoice.ts';

const { lines, discounts, charges, ...offerRest } = offerInput;

const changesInput = {
  ...offerRest,
  lines: lines
    .optional()
    .describe('All lines; they replace the existing ones, and fields left out of a line get their defaults.'),
  discounts: discounts.describe('All discounts; [] for none.'),
  charges: charges.describe('All charges; [] for none.'),
  ...billInput,
  supply_date: DayInput.optional().describe(
    'Date of supply, on which the new invoice is posted. Default: `issue_date`.',
  ),
  ...printedInput,
  attachment_ids: attachmentIdsInput,
  ...aboutInput,
};

export const correctInvoice = operation({
  name: 'correct_invoice',
  summary: 'Correct an issued invoice: credit the rest of it and issue a changed copy in its place.',
  guidance:
    'Fields left out stay. Payments move to the new invoice, and any excess becomes client credit; early-payment ' +
    'discounts do not (grant_discount). For a wrong name or address, update_client first.',
  http: 'POST /documents/{id}/correct',
  effect: 'write',
  permission: 'documents:void',
  mcp: 'action',
  risky: { override: true },
  keyRequired: true,
  posts: true,
  amount: ({ total, credit_note: { total: credited } }) =>
    total.currency === credited.currency && total.minor > credited.minor ? total : credited,
  noUndo: 'credited',
  input: z.strictObject({
    id: Id('document'),
    reason: returnInput.reason,
    correction_reason: correctionReason.describe('Reason for the correction, printed on both documents.'),
    issue_date: DayInput.optional().describe('Date of both documents and of the return. Default: today.'),
    ...changesInput,
    without_e_invoice: withoutEInvoiceInput,
    override: overrideInput,
    version: Version.optional().describe('Of the corrected invoice.'),
  }),
  output: DocumentWithWarnings.extend({
    credit_note: Document.describe('The credit note for the corrected invoice.'),
    refunds: z
      .array(Refund)
      .describe('Payments of the corrected invoice released as client credit, before they pay the new one.'),
  }),
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    documentExternalIdTaken,
    eInvoiceIncomplete,
    ...draftingRefusals,
    ...confirmingRefusals,
  ],
  emits: [...creditNoteEvents, saleCreated, saleConfirmed, created.invoice, issued.invoice, paymentAllocated],
  async run(context, { id, version, reason, correction_reason: why, issue_date: asked, override, ...rest }) {
    for (const permission of needed) needPermission(context, permission);
    const [{ document, sale }, organization] = await Promise.all([
      lockWithSale(context, { id, version }),
      readOrganization(context, { lock: false }),
    ]);
    const { without_e_invoice: withoutEInvoice, attachment_ids: fileIds, ...given } = rest;
    checkCorrectable(context, document.row);
    if (sale === undefined) throw new Error(`invoice ${id} has no sale`);
    const issueDate = issueDay(context, document.row, asked);
    await checkChanges(context, { document, sale, organization }, sent({ ...given, attachment_ids: fileIds }));
    const [changes, attachments] = await Promise.all([
      withIds(context, given),
      filesToAttach(context, fileIds),
      checkTemplate(context, 'invoice', given.template_id),
    ]);
    const day = laterOf(issueDate, sale.row.sale_date);
    const { buyer_reference, po_number, project, language, member_id } = document.row;
    const about = { buyer_reference, po_number, project, language, member_id, correction_reason: why };
    // The return is posted before the sale in its place and the invoice of that have their numbers.
    keepNumbers(context, 'sale', given.supply_date ?? day);
    keepNumbers(context, 'invoice', issueDate);
    const credit = await issueCreditNote(
      context,
      { id, sale, organization },
      {
        what: { reason, return_date: day },
        input: about,
        issueDate,
        withoutEInvoice,
      },
    );
    const made = await saleInstead(context, sale, { changes, day });
    const isSameClient = made.row.client_id === sale.row.client_id;
    // Another client does not learn whom the invoice was for before.
    const reasonTold = isSameClient ? { correction_reason: why } : {};
    const input = { ...copyOf(document.row, changes), ...sent({ attachments }), ...reasonTold };
    const drafted = { sale: made, organization, madeSale: true, correctsId: isSameClient ? id : null };
    const draft = draftOf(context, { type: 'invoice', ...input }, drafted);
    const instead = {
      returnId: credit.returned.row.id,
      freed: freedFor(made, { before: sale, refunds: credit.refunds }),
    };
    const invoice = await issueLocked(context, draft, { sale: made, organization, issueDate, override, instead });
    return {
      ...(await warnedRecord(context, invoice)),
      credit_note: documentRecord(context, credit.document),
      refunds: credit.refunds,
    };
  },
});

/** Those of credit_document, and of the invoice that takes its place. */
const needed = ['sales:void', 'documents:issue', 'sales:write', 'sales:confirm'];

function issueDay(context: Context, { issue_date: before }: DocumentRow, asked: Day = context.today): Day {
  if (asked > context.today) {
    const hint = 'Write today or an earlier date: a document cannot be dated in the future.';
    throw fault('/issue_date', 'in_future', hint);
  }
  if (before === null || asked >= before) return asked;
  throw fault('/issue_date', 'before_invoice', `The invoice is of ${before}: write that date or a later one.`);
}
