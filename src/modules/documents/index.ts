import type { Operation } from '../../operation/operation.ts';
import { acceptDocument } from './quotes/accept-document.ts';
import { convertDocument } from './quotes/convert-document.ts';
import { createDocument } from './create-document.ts';
import { correctInvoice } from './invoices/correct-invoice.ts';
import { creditDocument } from './invoices/credit-document.ts';
import { declineDocument } from './quotes/decline-document.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument } from './get-document.ts';
import { getDocumentEinvoice } from './e-invoices/get-document-einvoice.ts';
import { getDocumentPages } from './printing/get-document-pages.ts';
import { getDocumentPdf } from './printing/get-document-pdf.ts';
import { issueDocument } from './issuing/issue-document.ts';
import { rejectDocument } from './approval/reject-document.ts';
import { submitDocument } from './approval/submit-document.ts';
import { withdrawDocument } from './approval/withdraw-document.ts';
import { previewDocument } from './preview-document.ts';
import { listDocuments } from './list-documents.ts';
import { updateDocument } from './update-document.ts';
import { cancelRecurringDocument } from './recurring/cancel-recurring-document.ts';
import { createRecurringDocument } from './recurring/create-recurring-document.ts';
import { getRecurringDocument } from './recurring/get-recurring-document.ts';
import { listRecurringDocuments } from './recurring/list-recurring-documents.ts';
import { pauseRecurringDocument } from './recurring/pause-recurring-document.ts';
import { resumeRecurringDocument } from './recurring/resume-recurring-document.ts';
import { runRecurringDocument } from './recurring/run-recurring-document.ts';
import { updateRecurringDocument } from './recurring/update-recurring-document.ts';
import { getDocumentAttachment } from './attachments/get-document-attachment.ts';
import { voidDocument } from './void-document.ts';
import { createOtherDocument } from './other-documents/create-other-document.ts';
import { listOtherDocuments } from './other-documents/list-other-documents.ts';
import { getOtherDocument } from './other-documents/get-other-document.ts';
import { updateOtherDocument } from './other-documents/update-other-document.ts';
import { archiveOtherDocument } from './other-documents/archive-other-document.ts';
import { restoreOtherDocument } from './other-documents/restore-other-document.ts';
import { getOtherDocumentContent } from './other-documents/get-other-document-content.ts';
import { getOtherDocumentText } from './other-documents/get-other-document-text.ts';
import { archiveDocumentTemplate } from './templates/archive-document-template.ts';
import { createDocumentTemplate } from './templates/create-document-template.ts';
import { deleteDocumentTemplate } from './templates/delete-document-template.ts';
import { duplicateDocumentTemplate } from './templates/duplicate-document-template.ts';
import { getClientTemplates } from './templates/get-client-templates.ts';
import { getDocumentDesigns } from './templates/get-document-designs.ts';
import { getDocumentTemplate } from './templates/get-document-template.ts';
import { listDocumentTemplates } from './templates/list-document-templates.ts';
import { previewDocumentTemplate } from './templates/preview-document-template.ts';
import { previewTemplateChanges } from './templates/preview-template-changes.ts';
import { publishDocumentTemplate } from './templates/publish-document-template.ts';
import { restoreDocumentTemplate } from './templates/restore-document-template.ts';
import { setClientTemplates } from './templates/set-client-templates.ts';
import { updateDocumentTemplate } from './templates/update-document-template.ts';

export { attachedFile } from './attachments/attached-file.ts';
export { acceptQuote, declineQuote } from './quotes/answer-quote.ts';
export { checks } from './checks/index.ts';
export { DeclineReason, Document, DocumentLine, type DocumentRecord, Snapshot } from './document.ts';
export { createDocument } from './create-document.ts';
export { draftOfSale } from './invoices/draft-of-sale.ts';
export { documentRecord } from './document-record.ts';
export { pagesOf } from './printing/document-pages.ts';
export { eraseSeriesNames, eraseUploads, uploadsOf } from './other-documents/erase-of-client.ts';
export { quoteAccepted, quoteDeclined } from './events.ts';
export { logoBytes, pagesFile } from './printing/document-pdf.ts';
export { hasIssuedInvoice } from './has-issued-invoice.ts';
export { hasLogo } from './templates/has-logo.ts';
export { faultsOfSeller } from './e-invoices/e-invoice-of.ts';
export { sellerOf } from './printing/snapshot.ts';
export { keptLook, plainLook } from './printing/look.ts';
export { indexText } from './other-documents/other-document-store.ts';
export { printedDocument } from './printing/printed-document.ts';
export { Receipt } from './receipts-and-statements/receipt.ts';
export { Statement } from './receipts-and-statements/statement.ts';
export { searchedDocuments, searchedOtherDocuments } from './searched-documents.ts';
export { newlyExpired, noteExpiredQuote } from './quotes/note-expired-quote.ts';
export { noteIssueRefused } from './issuing/note-issue-refused.ts';
export {
  type IssueOrder,
  queueIssue,
  scheduledIssue,
  type ScheduledIssue,
  scheduledIssueJob,
} from './issuing/scheduled-issue.ts';
export { sendIssuedJob, type SendingOrder } from './issuing/send-when-issued.ts';
export { noteSent, noteViewed } from './note-reach.ts';
export type { StoredDocument } from './document-row.ts';
export { checkIssued } from './status.ts';
export { lockDocument, lockDocumentsByIds, readDocument } from './store.ts';

export const operations: readonly Operation[] = [
  createDocument,
  previewDocument,
  listDocuments,
  getDocument,
  getDocumentPages,
  getDocumentPdf,
  getDocumentEinvoice,
  getDocumentAttachment,
  updateDocument,
  deleteDocument,
  issueDocument,
  submitDocument,
  withdrawDocument,
  rejectDocument,
  acceptDocument,
  declineDocument,
  convertDocument,
  correctInvoice,
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
  previewTemplateChanges,
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
export { recurringDocuments } from './recurring/recurring-document.ts';
