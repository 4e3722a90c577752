import type { Operation } from '../../operation/operation.ts';
import { acceptSharedDocument } from './accept-shared-document.ts';
import { declineSharedDocument } from './decline-shared-document.ts';
import { getSharedDocument } from './get-shared-document.ts';
import { getSharedDocumentPdf } from './get-shared-document-pdf.ts';
import { listDocumentShares } from './list-document-shares.ts';
import { revokeDocumentShare } from './revoke-document-share.ts';
import { shareDocument } from './share-document.ts';
import { viewSharedDocument } from './view-shared-document.ts';

export type { SharedDocument } from './shared-document.ts';
export const operations: readonly Operation[] = [
  shareDocument,
  listDocumentShares,
  revokeDocumentShare,
  getSharedDocument,
  getSharedDocumentPdf,
  viewSharedDocument,
  acceptSharedDocument,
  declineSharedDocument,
];
