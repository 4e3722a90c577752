import type { Operation } from '../../operation/operation.ts';
import { cancelDocumentExport } from './cancel-document-export.ts';
import { createExport } from './create-export.ts';
import { createDocumentExport } from './create-document-export.ts';
import { deleteDocumentExport } from './delete-document-export.ts';
import { deleteExport } from './delete-export.ts';
import { getExport } from './get-export.ts';
import { getDocumentExport } from './get-document-export.ts';
import { listExports } from './list-exports.ts';
import { listDocumentExports } from './list-document-exports.ts';

export {
  announceArchive,
  archiveJob,
  archiveSweepJob,
  beginArchive,
  expireArchive,
  isWanted,
  type RunningArchive,
} from './archive-run.ts';
export { finishExport } from './finish-export.ts';
export { noteRestore } from './note-restore.ts';
export { finishDocumentExport } from './finish-document-export.ts';
export {
  announceFile,
  beginExport,
  type ExportItem,
  expireExport,
  exportJob,
  exportSweepJob,
  itemsAfter,
  keepItems,
  noteDone,
  type RunningExport,
} from './run-store.ts';
export type { ExportKey } from './kept-bytes.ts';
export const operations: readonly Operation[] = [
  createDocumentExport,
  listDocumentExports,
  getDocumentExport,
  cancelDocumentExport,
  deleteDocumentExport,
  createExport,
  listExports,
  getExport,
  deleteExport,
];
