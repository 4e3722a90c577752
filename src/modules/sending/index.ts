import type { Operation } from '../../operation/operation.ts';
import { acceptSharedDocument } from './accept-shared-document.ts';
import { bounceDocumentMail } from './bounce-document-mail.ts';
import { declineSharedDocument } from './decline-shared-document.ts';
import { getSharedDocumentAttachment } from './get-shared-document-attachment.ts';
import { getSharedDocument } from './get-shared-document.ts';
import { getSharedDocumentLogo } from './get-shared-document-logo.ts';
import { getSharedDocumentPdf } from './get-shared-document-pdf.ts';
import { listDocumentMails } from './list-document-mails.ts';
import { listDocumentShares } from './list-document-shares.ts';
import { revokeDocumentShare } from './revoke-document-share.ts';
import { sendDocument } from './send-document.ts';
import { shareDocument } from './share-document.ts';
import { viewSharedDocument } from './view-shared-document.ts';

export { checkPlaceholders, compose, type Letter, linkMark, reminderLetter } from './compose.ts';
export { eraseMails } from './erase-mails.ts';
export { mailStatuses } from './document-mail.ts';
export { beginMail, type MailToSend, noteAttempt, withdrawReminders } from './mail-to-send.ts';
export {
  distinct,
  HeaderText,
  noRecipient,
  placeholderHint,
  type Recipient,
  RecipientInputs,
  recipientsOf,
  subjectMax,
} from './recipients.ts';
export { documentShared, validDaysDefault } from './share.ts';
export { noteDocumentMail } from './note-document-mail.ts';
export { mailJob, type MailOrder, queueMails } from './queue-mails.ts';
export type { SharedDocument } from './shared-document.ts';
export const operations: readonly Operation[] = [
  sendDocument,
  listDocumentMails,
  bounceDocumentMail,
  shareDocument,
  listDocumentShares,
  revokeDocumentShare,
  getSharedDocument,
  getSharedDocumentPdf,
  getSharedDocumentLogo,
  getSharedDocumentAttachment,
  viewSharedDocument,
  acceptSharedDocument,
  declineSharedDocument,
];
