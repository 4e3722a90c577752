import type { Operation } from '../../operation/operation.ts';
import { acceptSharedDocument } from './accept-shared-document.ts';
import { declineSharedDocument } from './decline-shared-document.ts';
import { getSharedDocument } from './get-shared-document.ts';
import { getSharedDocumentPdf } from './get-shared-document-pdf.ts';
import { listDocumentMails } from './list-document-mails.ts';
import { listDocumentShares } from './list-document-shares.ts';
import { revokeDocumentShare } from './revoke-document-share.ts';
import { sendDocument } from './send-document.ts';
import { shareDocument } from './share-document.ts';
import { viewSharedDocument } from './view-shared-document.ts';

export { linkMark } from './compose.ts';
export { beginMail, type MailToSend, noteAttempt } from './mail-to-send.ts';
export { noteDocumentMail } from './note-document-mail.ts';
export { mailJob, type MailOrder } from './queue-mails.ts';
export type { SharedDocument } from './shared-document.ts';
export const operations: readonly Operation[] = [
  sendDocument,
  listDocumentMails,
  shareDocument,
  listDocumentShares,
  revokeDocumentShare,
  getSharedDocument,
  getSharedDocumentPdf,
  viewSharedDocument,
  acceptSharedDocument,
  declineSharedDocument,
];
