import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  limitExceeded,
  notFound,
  validationFailed,
} from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { creditedInvoice } from './invoices/credited-invoice.ts';
import { undoneByStatus } from '../../operation/undo.ts';
import {
  confirmingRefusals,
  draftingRefusals,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  withIds,
} from '../sales/index.ts';
import { stockEvents } from '../stock/index.ts';
import {
  documentExternalIdTaken,
  DocumentWithWarnings,
  isOffer,
  paymentReceipted,
  returnCredited,
  saleInvoiced,
  saleNotInvoiced,
} from './document.ts';
import { filesToAttach } from './attachments/attachments.ts';
import { checkTemplate } from './templates/choose-template.ts';
import { depositNotDeductible, depositsExceedTotal } from './deposits/deposit.ts';
import { checkAsked, documentInput } from './document-input.ts';
import { factsOf, warnedRecord } from './document-record.ts';
import type { StoredDocument } from './document-row.ts';
import { draftOfSale } from './invoices/draft-of-sale.ts';
import { draftOffer } from './quotes/draft-offer.ts';
import { eInvoiceIncomplete } from './e-invoices/e-invoice-refused.ts';
import { created, depositEvents, issued, issueRefused } from './events.ts';
import { issueOffer } from './quotes/issue-offer.ts';
import { issueReceipt } from './receipts-and-statements/issue-receipt.ts';
import { issueStatement } from './receipts-and-statements/issue-statement.ts';
import { scheduleIssue } from './issuing/scheduled-issue.ts';
import { sendWhenIssued } from './issuing/send-when-issued.ts';

export const createDocument = operation({
  name: 'create_document',
  summary: 'Create a draft invoice, deposit invoice, quote, credit or delivery note; `issue` issues it.',
  guidance:
    'Invoice an existing sale by `sale_id`, or send `client` and `lines` of `sku` and `quantity` to create one. ' +
    'To credit one, use credit_document. Receipts and statements are issued at once.',
  http: 'POST /documents',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'tool',
  creates: true,
  postsLater: { issue_at: true },
  risky: { override: true, send_when_issued: [true] },
  seldom: [
    'statement_type',
    'payment_schedule',
    'early_discounts',
    'exchange_rate',
    'cash_rounding',
    'location_id',
    'template_id',
    'member_id',
    'override',
    'project',
    'deposit_ids',
    'attachment_ids',
    'issue_at',
    'send_when_issued',
  ],
  posts: true,
  amount: ({ total }) => total,
  undo: (written) => [...undoneByStatus({ draft: 'delete_document' })(written), ...creditedInvoice(written)],
  input: z.strictObject(documentInput),
  output: DocumentWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    documentExternalIdTaken,
    saleInvoiced,
    saleNotInvoiced,
    returnCredited,
    paymentReceipted,
    limitExceeded,
    depositNotDeductible,
    depositsExceedTotal,
    eInvoiceIncomplete,
    ...draftingRefusals,
    ...confirmingRefusals,
  ],
  emits: [
    ...Object.values(created),
    ...Object.values(issued),
    issueRefused,
    saleCreated,
    saleConfirmed,
    saleCompleted,
    ...depositEvents,
    ...stockEvents,
  ],
  async run(context, { issue, override, issue_at: day, send_when_issued: send, attachment_ids: files, ...given }) {
    checkAsked(context, { issue, issue_at: day, ...given });
    const [named, attachments] = await Promise.all([
      withIds(context, given),
      filesToAttach(context, files),
      checkTemplate(context, given.type, given.template_id),
    ]);
    const input = { ...named, attachments };
    const when = { day, given: { ...given, send_when_issued: issue ? undefined : send } };
    const asked = issue && send === true;
    if (input.type === 'receipt') return told(context, await issueReceipt(context, input), send === true);
    if (input.type === 'statement') return told(context, await issueStatement(context, input), send === true);
    if (!isOffer(given.type)) {
      const made = await draftOfSale(context, input, { issue, override });
      return told(context, scheduled(context, made, when), asked);
    }
    const draft = await draftOffer(context, input);
    context.emit(created[draft.row.type]({ ...draft.row, ...factsOf(context, draft.row) }));
    return told(
      context,
      issue ? await issueOffer(context, draft, { override }) : scheduled(context, draft, when),
      asked,
    );
  },
});

/** The document as it is answered, and mailed where it is issued and that is asked. */
function told(
  context: Context,
  document: StoredDocument,
  sends: boolean,
): Promise<z.output<typeof DocumentWithWarnings>> {
  if (sends) sendWhenIssued(context, document.row.id);
  return warnedRecord(context, document);
}

type Planned = Parameters<typeof scheduleIssue>[2];

function scheduled(context: Context, { row, lines }: StoredDocument, planned: Planned): StoredDocument {
  return { row: scheduleIssue(context, row, planned), lines };
}
