import type { Operation } from '../../operation/operation.ts';
import { createFile } from './create-file.ts';
import { deleteFile } from './delete-file.ts';
import { getFile } from './get-file.ts';
import { getFileThumbnail } from './get-file-thumbnail.ts';
import { listFiles } from './list-files.ts';
import { readEinvoice } from './read-einvoice.ts';
import { restoreFile } from './restore-file.ts';
import { updateFile } from './update-file.ts';

export const operations: readonly Operation[] = [
  createFile,
  listFiles,
  getFile,
  getFileThumbnail,
  updateFile,
  deleteFile,
  restoreFile,
  readEinvoice,
];

export {
  announceContent,
  confirmContent,
  type Content,
  contentFor,
  holdContent,
  keepText,
  queueText,
  releaseContent,
  retainContent,
  sweepContent,
  sweepJob,
  textAround,
  textJob,
  textOfContent,
  textPart,
} from './content.ts';
export { insertFile } from './create-file.ts';
export { purgeJob } from './delete-file.ts';
export {
  aboutInput,
  contentRefusals,
  fileBytesMax,
  fileCreated,
  fileDamaged,
  fileExternalIdTaken,
  FileName,
  FileRecord,
  fileTypeNotAllowed,
  type FileWarning,
  FileWithWarnings,
  imageTooLarge,
  Sha256,
  storageLimit,
} from './file.ts';
export { eInvoiceInContent, eInvoiceInFile, eInvoiceUnreadable, type FileEInvoice } from './file-e-invoice.ts';
export { type FileType, fileTypes, nameFor, plainNameOf } from './file-type.ts';
export { contentOfFile } from './content-of-file.ts';
export { attachedBy, attachFiles, detachFiles } from './attachments.ts';
export { expensesWithContent, fileToLink, fileToShow, linkFile, retainFiles, unlinkFiles } from './links.ts';
export { checkPictures, mainPictureOf, pictureOf, picturesOf, writePictures } from './pictures.ts';
export { noThumbnail, ThumbnailWidth } from './thumbnail.ts';
export { pageOfReceipts, receiptsInput } from './list-files.ts';
export { purgeFile } from './purge-file.ts';
export { searchedFiles } from './searched-files.ts';
