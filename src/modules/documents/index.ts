import type { Operation } from '../../operation/operation.ts';
import { acceptDocument } from './accept-document.ts';
import { convertDocument } from './convert-document.ts';
import { createDocument } from './create-document.ts';
import { creditDocument } from './credit-document.ts';
import { declineDocument } from './decline-document.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument } from './get-document.ts';
import { getDocumentEinvoice } from './get-document-einvoice.ts';
import { getDocumentPdf } from './get-document-pdf.ts';
import { issueDocument } from './issue-document.ts';
import { listDocuments } from './list-documents.ts';
import { updateDocument } from './update-document.ts';
import { cancelRecurringDocument } from './cancel-recurring-document.ts';
import { createRecurringDocument } from './create-recurring-document.ts';
import { getRecurringDocument } from './get-recurring-document.ts';
import { listRecurringDocuments } from './list-recurring-documents.ts';
import { pauseRecurringDocument } from './pause-recurring-document.ts';
import { resumeRecurringDocument } from './resume-recurring-document.ts';
import { runRecurringDocument } from './run-recurring-document.ts';
import { updateRecurringDocument } from './update-recurring-document.ts';
import { getDocumentAttachment } from './get-document-attachment.ts';
import { voidDocument } from './void-document.ts';
import { createOtherDocument } from './create-other-document.ts';
import { listOtherDocuments } from './list-other-documents.ts';
import { getOtherDocument } from './get-other-document.ts';
import { updateOtherDocument } from './update-other-document.ts';
import { archiveOtherDocument } from './archive-other-document.ts';
import { restoreOtherDocument } from './restore-other-document.ts';
import { getOtherDocumentContent } from './get-other-document-content.ts';
import { getOtherDocumentText } from './get-other-document-text.ts';
import { archiveDocumentTemplate } from './archive-document-template.ts';
import { createDocumentTemplate } from './create-document-template.ts';
import { deleteDocumentTemplate } from './delete-document-template.ts';
import { duplicateDocumentTemplate } from './duplicate-document-template.ts';
import { getClientTemplates } from './get-client-templates.ts';
import { getDocumentDesigns } from './get-document-designs.ts';
import { getDocumentTemplate } from './get-document-template.ts';
import { listDocumentTemplates } from './list-document-templates.ts';
import { previewDocumentTemplate } from './preview-document-template.ts';
import { publishDocumentTemplate } from './publish-document-template.ts';
import { restoreDocumentTemplate } from './restore-document-template.ts';
import { setClientTemplates } from './set-client-templates.ts';
import { updateDocumentTemplate } from './update-document-template.ts';

export { attachedFile } from './attached-file.ts';
export { acceptQuote, declineQuote } from './answer-quote.ts';
export { checks } from './checks/index.ts';
export { DeclineReason, Document, DocumentLine, type DocumentRecord, Snapshot } from './document.ts';
export { createDocument } from './create-document.ts';
export { draftOfSale } from './draft-of-sale.ts';
export { documentRecord } from './document-record.ts';
export { pagesOf } from './document-pages.ts';
export { eraseSeriesNames, eraseUploads, uploadsOf } from './erase-of-client.ts';
export { quoteAccepted, quoteDeclined } from './events.ts';
export { logoBytes, pagesFile } from './document-pdf.ts';
export { keptLook, plainLook } from './look.ts';
export { indexText } from './other-document-store.ts';
export { printedDocument } from './printed-document.ts';
export { Receipt } from './receipt.ts';
export { Statement } from './statement.ts';
export { searchedDocuments, searchedOtherDocuments } from './searched-documents.ts';
export { newlyExpired, noteExpiredQuote } from './note-expired-quote.ts';
export { noteIssueRefused } from './note-issue-refused.ts';
export {
  type IssueOrder,
  queueIssue,
  scheduledIssue,
  type ScheduledIssue,
  scheduledIssueJob,
} from './scheduled-issue.ts';
export { sendIssuedJob, type SendingOrder } from './send-when-issued.ts';
export { noteSent, noteViewed } from './note-reach.ts';
export type { StoredDocument } from './document-row.ts';
export { checkIssued } from './status.ts';
export { lockDocument, readDocument } from './store.ts';

export const operations: readonly Operation[] = [
  createDocument,
  listDocuments,
  getDocument,
  getDocumentPdf,
  getDocumentEinvoice,
  getDocumentAttachment,
  updateDocument,
  deleteDocument,
  issueDocument,
  acceptDocument,
  declineDocument,
  convertDocument,
  creditDocument,
  voidDocument,
  createOtherDocument,
  listOtherDocuments,
  getOtherDocument,
  updateOtherDocument,
  archiveOtherDocument,
  restoreOtherDocument,
  getOtherDocumentContent,
  getOtherDocumentText,
  getDocumentDesigns,
  createDocumentTemplate,
  listDocumentTemplates,
  getDocumentTemplate,
  updateDocumentTemplate,
  publishDocumentTemplate,
  previewDocumentTemplate,
  duplicateDocumentTemplate,
  archiveDocumentTemplate,
  restoreDocumentTemplate,
  deleteDocumentTemplate,
  getClientTemplates,
  setClientTemplates,
  createRecurringDocument,
  listRecurringDocuments,
  getRecurringDocument,
  updateRecurringDocument,
  pauseRecurringDocument,
  resumeRecurringDocument,
  cancelRecurringDocument,
  runRecurringDocument,
];
export { recurringDocuments } from './recurring-document.ts';
