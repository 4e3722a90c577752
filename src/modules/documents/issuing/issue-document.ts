import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { creditedInvoice } from '../invoices/credited-invoice.ts';
import { Day, Id, Version } from '../../../wire/index.ts';
import { readOrganization } from '../../organization/index.ts';
import {
  clientNotActive,
  confirmingRefusals,
  overrideInput,
  saleCompleted,
  saleConfirmed,
  variantNotSold,
} from '../../sales/index.ts';
import { stockEvents } from '../../stock/index.ts';
import { DocumentWithWarnings } from '../document.ts';
import { depositNotDeductible, depositsExceedTotal } from '../deposits/deposit.ts';
import { checkFields, sendInput, withoutEInvoiceInput } from '../document-input.ts';
import { factsOf, keepBefore, warnedRecord } from '../document-record.ts';
import { eInvoiceIncomplete } from '../e-invoices/e-invoice-refused.ts';
import { depositEvents, documentApproved, issued } from '../events.ts';
import { issueLocked } from '../invoices/issue-of-sale.ts';
import { issueOffer } from '../quotes/issue-offer.ts';
import { unschedule } from './scheduled-issue.ts';
import { sendWhenIssued } from './send-when-issued.ts';
import { checkStatus } from '../status.ts';
import { lockWithSale } from '../store.ts';

export const issueDocument = operation({
  name: 'issue_document',
  summary: 'Issue a draft document. It gets its permanent number, and its printed content is final.',
  guidance:
    'Issuing an invoice also confirms its draft sale. A quote is valid for 30 days by default, ' +
    'and can then be accepted or declined. Issuing a submitted draft approves it.',
  http: 'POST /documents/{id}/issue',
  effect: 'write',
  permission: 'documents:issue',
  mcp: 'action',
  risky: { override: true, send_when_issued: [true] },
  keyRequired: true,
  undo: creditedInvoice,
  posts: true,
  amount: ({ total }) => total,
  input: z.strictObject({
    id: Id('document'),
    issue_date: Day.optional().describe('Default: today.'),
    valid_until: Day.optional().describe(
      'Quotes only: last day to accept it. Default: the draft’s, else 30 days after issue.',
    ),
    send_when_issued: sendInput,
    without_e_invoice: withoutEInvoiceInput,
    override: overrideInput,
    version: Version.optional(),
  }),
  output: DocumentWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    clientNotActive,
    depositNotDeductible,
    depositsExceedTotal,
    eInvoiceIncomplete,
    variantNotSold,
    ...confirmingRefusals,
  ],
  emits: [...Object.values(issued), documentApproved, saleConfirmed, saleCompleted, ...depositEvents, ...stockEvents],
  async run(context, { id, version, issue_date: asked, valid_until, send_when_issued: send, override, ...how }) {
    const [{ document: before, sale }, organization] = await Promise.all([
      lockWithSale(context, { id, version }),
      readOrganization(context, { lock: false }),
    ]);
    checkStatus(context, before.row, ['draft']);
    const { without_e_invoice: withoutEInvoice } = how;
    checkFields(before.row.type, { valid_until, without_e_invoice: withoutEInvoice });
    const issueDate = asked ?? context.today;
    if (issueDate > context.today)
      throw fault(
        '/issue_date',
        'in_future',
        'Write today or an earlier date: a document cannot be dated in the future.',
      );
    keepBefore(context, before);
    if (before.row.schedule !== null) unschedule(context, id);
    const draft = { ...before, row: { ...before.row, schedule: null } };
    const document = await (sale === undefined
      ? issueOffer(context, draft, { organization, issueDate, validUntil: valid_until, override })
      : issueLocked(context, draft, { sale, organization, issueDate, override, withoutEInvoice }));
    if (before.row.submitted_at !== null) {
      context.emit(documentApproved({ ...document.row, ...factsOf(context, document.row) }));
    }
    if (send ?? before.row.schedule?.send ?? false) sendWhenIssued(context, id);
    return warnedRecord(context, document);
  },
});
