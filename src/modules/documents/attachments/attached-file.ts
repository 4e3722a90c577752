import { type Afterwards, afterwards } from '../../../operation/afterwards.ts';
import { notFound } from '../../../operation/errors.ts';
import type { FileOutput } from '../../../wire/index.ts';
import type { Attachment } from './attachments.ts';
import { pagesFile } from '../printing/document-pdf.ts';
import { attachedBytes } from './held-bytes.ts';

/** A file that goes with a document, which is read when the transaction is over. */
export function attachedFile(attachment: Attachment | undefined): Afterwards<FileOutput> {
  if (attachment === undefined) throw notFound();
  const { name, content_type: type, sha256 } = attachment;
  return afterwards(async (afterCommit) => pagesFile(name, type, await attachedBytes(afterCommit, sha256)));
}
