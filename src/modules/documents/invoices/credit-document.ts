import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, SignedQuantity, Version } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { readOrganization } from '../../organization/index.ts';
import { methodArchived, Refund, refundExceedsRefundable, RefundGiven } from '../../payments/index.ts';
import { ambiguousName, returnExceedsSold, returnInput, ReturnReason, type StoredSale } from '../../sales/index.ts';
import { locationNotActive } from '../../stock/index.ts';
import { attachmentIdsInput, filesToAttach } from '../attachments/attachments.ts';
import { checkTemplate } from '../templates/choose-template.ts';
import { Document, documentExternalIdTaken } from '../document.ts';
import { aboutInput, correctionReason, printedInput, withoutEInvoiceInput } from '../document-input.ts';
import { documentRecord } from '../document-record.ts';
import { eInvoiceIncomplete } from '../e-invoices/e-invoice-refused.ts';
import { creditNoteEvents, issueCreditNote } from './issue-credit-note.ts';
import { checkStatus, checkType } from '../status.ts';
import { lockWithSale } from '../store.ts';

const linesMax = 500;

const CreditLine = z.strictObject({
  position: z.int().min(1).max(linesMax).describe('Position of the line on the invoice.'),
  quantity: SignedQuantity.optional().describe(
    'With the sign of the line. Default: the whole quantity not yet credited.',
  ),
  reason: ReturnReason.optional(),
  restock: z.boolean().default(true).describe('Return the goods to stock; otherwise they count as lost.'),
  location_id: Id('location')
    .optional()
    .describe('Location that receives the goods. Default: where they were issued from.'),
});

const { charges, reason, return_date } = returnInput;

export const creditDocument = operation({
  name: 'credit_document',
  summary: 'Credit an invoice in full or by line: return the goods and issue the credit note.',
  guidance:
    'Default: all that is not yet credited. Any overpayment becomes client credit, or is repaid with `refund`. ' +
    'If the e-invoice cannot be created, send `without_e_invoice`.',
  http: 'POST /documents/{id}/credit',
  effect: 'write',
  permission: 'documents:void',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ total }) => total,
  noUndo: 'credited',
  input: z.strictObject({
    id: Id('document'),
    lines: z.array(CreditLine).max(linesMax).optional(),
    charges,
    reason,
    return_date,
    correction_reason: correctionReason,
    refund: RefundGiven.optional(),
    ...printedInput,
    attachment_ids: attachmentIdsInput,
    without_e_invoice: withoutEInvoiceInput,
    ...aboutInput,
    version: Version.optional().describe('Of the credited invoice.'),
  }),
  output: Document.extend({
    refunds: z.array(Refund).describe('Amount returned to the client, as money or as credit.'),
  }),
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    returnExceedsSold,
    refundExceedsRefundable,
    ambiguousName,
    methodArchived,
    locationNotActive,
    documentExternalIdTaken,
    eInvoiceIncomplete,
    exchangeRateMissing,
  ],
  emits: creditNoteEvents,
  async run(context, { id, version, lines, charges: back, reason: why, return_date: day, refund, ...rest }) {
    needPermission(context, 'sales:void');
    needPermission(context, 'documents:issue');
    const [{ document, sale }, organization] = await Promise.all([
      lockWithSale(context, { id, version }),
      readOrganization(context, { lock: false }),
    ]);
    const { attachment_ids: fileIds, without_e_invoice: withoutEInvoice, ...about } = rest;
    await checkTemplate(context, 'credit_note', about.template_id);
    const attachments = await filesToAttach(context, fileIds);
    checkType(document.row, ['invoice', 'deposit_invoice', 'debit_note']);
    checkStatus(context, document.row, ['open', 'overdue', 'paid', 'uncollectible']);
    if (sale === undefined) throw new Error(`invoice ${id} has no sale`);
    const what = { lines: lines && linesOf(sale, lines), charges: back, reason: why, return_date: day, refund };
    const input = { ...about, attachments };
    const note = await issueCreditNote(context, { id, sale, organization }, { what, input, withoutEInvoice });
    return { ...documentRecord(context, note.document), refunds: note.refunds };
  },
});

type Asked = z.output<typeof CreditLine>;

/** The lines of the sale that lines of its invoice are. */
function linesOf({ lines }: StoredSale, asked: readonly Asked[]) {
  return asked.map(({ position, ...rest }, index) => {
    const line = lines.find((one) => one.position === position);
    if (line !== undefined) return { line_id: line.id, ...rest };
    throw fault(
      `/lines/${index}/position`,
      'no_such_line',
      `Write the position of a line on the invoice, 1 to ${lines.length}.`,
    );
  });
}
