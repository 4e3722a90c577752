import { z } from 'zod';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { type FileRecord, fileToLink } from '../../files/index.ts';

const attachmentsMax = 10;
/** Of all files of a document together: a mail and an e-invoice with them are small enough for who takes them. */
const attachmentsBytesMax = 15_000_000;

export const attachmentIdsInput = z
  .array(Id('file'))
  .max(attachmentsMax)
  .optional()
  .describe('Files attached to it, such as a timesheet; 15 MB in total.');

/** A file that goes with a document. */
export const Attachment = z.object({
  file_id: Id('file'),
  name: z.string(),
  content_type: z.string(),
  size: z.int().describe('Size in bytes.'),
  sha256: z.string(),
});
export type Attachment = z.output<typeof Attachment>;

/** The files that a document is to have, found in the order of their ids; undefined where nothing is said of them. */
export async function filesToAttach(
  context: Context,
  ids: readonly string[] | undefined,
  find: typeof fileToLink = fileToLink,
): Promise<Attachment[] | undefined> {
  if (ids === undefined || ids.length === 0) return ids && [];
  needPermission(context, 'files:read');
  refuseTwice(ids, 'Name each file once.');
  const found = await Promise.all(
    ids.toSorted().map((id) => find(context, id, () => missing(pointerOf(ids.indexOf(id)), 'file'))),
  );
  const files = found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  refuseTwice(
    files.map(({ name }) => name.toLowerCase()),
    'Another file has that name. Rename one of them, such as "timesheet-march.pdf".',
  );
  checkContents(files);
  return files.map(({ id, name, content_type, size, sha256 }) => ({ file_id: id, name, content_type, size, sha256 }));
}

function checkContents(files: readonly FileRecord[]): void {
  for (const [index, { content_type: type }] of files.entries()) {
    if (type.startsWith('font/'))
      throw fault(pointerOf(index), 'not_for_clients', 'A font cannot be attached to a document. Attach another file.');
  }
  let bytes = 0;
  for (const [index, { size }] of files.entries()) {
    bytes += size;
    if (bytes <= attachmentsBytesMax) continue;
    const most = `above the limit of ${attachmentsBytesMax / 1_000_000} MB`;
    const hint = `The files total ${(bytes / 1_000_000).toFixed(1)} MB, ${most}: make this one smaller.`;
    throw fault(pointerOf(index), 'too_large', hint);
  }
}

function refuseTwice(values: readonly string[], hint: string): void {
  const second = values.findIndex((value, index) => values.indexOf(value) < index);
  if (second !== -1) throw fault(pointerOf(second), 'twice', hint);
}

function pointerOf(index: number): string {
  return `/attachment_ids/${index}`;
}
