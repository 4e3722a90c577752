import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Day, Id, Instant, Name, recordFields, recordInput, Text } from '../../wire/index.ts';
import { fileTypes, isPlainName } from './file-type.ts';

/** 25 MiB: a scan of many pages, and no film. */
export const fileBytesMax = 26_214_400;
/** Of one organisation, each content once. */
export const organizationBytesMax = 10 * 1_024 ** 3;
/** Days for which a deleted file can be restored. */
export const binDays = 30;

export const fileKinds = ['receipt', 'invoice', 'contract', 'other'] as const;

/** A record that a file belongs to: a receipt of an expense, what goes with a document, or a picture of a product. */
export const FileLink = z.discriminatedUnion('type', [
  z.object({ type: z.literal('expense'), id: Id('expense') }),
  z.object({ type: z.literal('document'), id: Id('document') }),
  z.object({ type: z.literal('product'), id: Id('product') }),
]);

export const FileRecord = z.object({
  id: Id('file'),
  organization_id: Id('organization'),
  name: z.string().describe('Its extension matches the content.'),
  status: z.enum(['available', 'deleted']),
  kind: z.enum(fileKinds),
  folder: z.string().nullable(),
  content_type: z.enum(fileTypes).describe('The media type detected from the content, not the one declared.'),
  size: z.int().describe('Size in bytes.'),
  sha256: z.string(),
  links: z.array(FileLink).describe('Records it is attached to.'),
  retention_until: Day.nullable().describe('The last day of statutory retention as evidence for a posted record.'),
  deleted_at: Instant.nullable(),
  purge_at: Instant.nullable().describe('When a deleted file is purged permanently.'),
  ...recordFields,
});
export type FileRecord = z.output<typeof FileRecord>;

const Warning = z.object({ code: z.string(), message: z.string() });
export const FileWithWarnings = FileRecord.extend({ warnings: z.array(Warning) });
export type FileWarning = z.output<typeof Warning>;

const nameHint = 'Write a name without slashes, control characters or text-direction marks.';
export const FileName = Name.refine(isPlainName, { error: nameHint });
export const Folder = Text(255).describe('A folder path, such as "2026/Travel".');
export const Sha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, { error: 'Write the SHA-256 of the content as 64 hexadecimal digits.' });

/** Facts about a file beside its content. */
export const aboutInput = {
  name: FileName.optional().describe('Defaults to the name sent with the content.'),
  kind: z.enum(fileKinds).optional(),
  folder: Folder.optional(),
  ...recordInput,
};

/** Event payload, without text that people wrote; read the file for more. */
const FileFacts = FileRecord.pick({
  id: true,
  status: true,
  kind: true,
  content_type: true,
  size: true,
  sha256: true,
  external_id: true,
  version: true,
});

export const fileCreated = event('file.created', FileFacts);
export const fileUpdated = event('file.updated', FileFacts);
export const fileDeleted = event('file.deleted', FileFacts);
export const fileRestored = event('file.restored', FileFacts);
export const filePurged = event('file.purged', FileFacts);

export const fileExternalIdTaken = refusal(
  'file_external_id_taken',
  409,
  'Another file already has that external_id.',
  'Find it with GET /api/files?external_id=.',
  ['files_external_id_key'],
);
export const fileTypeNotAllowed = refusal(
  'file_type_not_allowed',
  415,
  'Files of this type are not accepted.',
  'Send one of the types in `allowed`; export a text document as PDF first.',
);
export const fileDamaged = refusal(
  'file_damaged',
  422,
  'The file is damaged or incomplete.',
  'Open the file to check it, save it again, and upload the new copy.',
);
export const imageTooLarge = refusal(
  'image_too_large',
  422,
  'The image has too many pixels.',
  'Reduce it to at most `max_pixels` pixels in total and `max_side` on each side.',
);
export const storageLimit = refusal(
  'storage_limit_reached',
  422,
  'The organisation has used up its file storage.',
  'Delete files you no longer need, or ask the operator of the service for more storage.',
);
export const fileLinked = refusal(
  'file_linked',
  409,
  'The file is attached to a record.',
  'Detach it from each record in `links` first, with delete_expense_receipt or `attachment_ids` of update_document. ' +
    'Attachments of issued documents cannot be removed.',
  ['file_links_file_fkey'],
);

export const contentRefusals = [fileTypeNotAllowed, fileDamaged, imageTooLarge, storageLimit];
