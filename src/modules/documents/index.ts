import type { Operation } from '../../operation/operation.ts';
import { acceptDocument } from './accept-document.ts';
import { convertDocument } from './convert-document.ts';
import { createDocument } from './create-document.ts';
import { declineDocument } from './decline-document.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument } from './get-document.ts';
import { issueDocument } from './issue-document.ts';
import { listDocuments } from './list-documents.ts';
import { updateDocument } from './update-document.ts';
import { voidDocument } from './void-document.ts';

export { acceptQuote, declineQuote } from './answer-quote.ts';
export { checks } from './checks/index.ts';
export {
  DeclineReason,
  Document,
  DocumentLine,
  type DocumentRecord,
  quoteAccepted,
  quoteDeclined,
  Snapshot,
} from './document.ts';
export { checkIssued, documentRecord } from './document-record.ts';
export type { DocumentRow } from './document-row.ts';
export { noteViewed } from './note-viewed.ts';
export { lockDocument, readDocument } from './store.ts';

export const operations: readonly Operation[] = [
  createDocument,
  listDocuments,
  getDocument,
  updateDocument,
  deleteDocument,
  issueDocument,
  acceptDocument,
  declineDocument,
  convertDocument,
  voidDocument,
];
