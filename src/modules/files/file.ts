import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Day, Id, Instant, Name, recordFields, recordInput, Text } from '../../wire/index.ts';
import { fileTypes, isPlainName } from './file-type.ts';

/** 25 MiB: a scan of many pages, and no film. */
export const fileBytesMax = 26_214_400;
/** Of one organisation, each content once. */
export const organizationBytesMax = 10 * 1_024 ** 3;
/** How long a deleted file can be taken back. */
export const binDays = 30;

export const fileKinds = ['receipt', 'invoice', 'contract', 'other'] as const;

/** A record that a file belongs to: a receipt of an expense, or what goes with a document. */
export const FileLink = z.discriminatedUnion('type', [
  z.object({ type: z.literal('expense'), id: Id('expense') }),
  z.object({ type: z.literal('document'), id: Id('document') }),
]);

export const FileRecord = z.object({
  id: Id('file'),
  organization_id: Id('organization'),
  name: z.string().describe('Its ending fits the content.'),
  status: z.enum(['available', 'deleted']),
  kind: z.enum(fileKinds),
  folder: z.string().nullable(),
  content_type: z.enum(fileTypes).describe('What the bytes are, whatever was said of them.'),
  size: z.int().describe('In bytes.'),
  sha256: z.string(),
  links: z.array(FileLink).describe('Records that it belongs to.'),
  retention_until: Day.nullable().describe('The last day on which it is kept in any case, for a posted record.'),
  deleted_at: Instant.nullable(),
  purge_at: Instant.nullable().describe('When a deleted file goes for good.'),
  ...recordFields,
});
export type FileRecord = z.output<typeof FileRecord>;

const Warning = z.object({ code: z.string(), message: z.string() });
export const FileWithWarnings = FileRecord.extend({ warnings: z.array(Warning) });
export type FileWarning = z.output<typeof Warning>;

const nameHint = 'Write a name without slashes, control characters and marks that turn text around.';
export const FileName = Name.refine(isPlainName, { error: nameHint });
export const Folder = Text(255).describe('Where people look for it, such as "2026/Travel".');
export const Sha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, { error: 'Write the SHA-256 of the content as 64 hexadecimal digits.' });

/** What is said of a file beside its content. */
export const aboutInput = {
  name: FileName.optional().describe('Default: the name that was sent with the content.'),
  kind: z.enum(fileKinds).optional(),
  folder: Folder.optional(),
  ...recordInput,
};

/** What events tell: nothing that people wrote; whoever wants more reads the file. */
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
  'Another file has that external_id.',
  'List files with that `external_id` to find it.',
  ['files_external_id_key'],
);
export const fileTypeNotAllowed = refusal(
  'file_type_not_allowed',
  415,
  'Files of that kind are not kept.',
  'Send one of `allowed`; a document can be exported as PDF.',
);
export const fileDamaged = refusal(
  'file_damaged',
  422,
  'The file is damaged or not whole.',
  'Open it to see whether it is whole, save it again, and send that.',
);
export const imageTooLarge = refusal(
  'image_too_large',
  422,
  'The image has too many pixels.',
  'Make it smaller: at most `max_pixels` in all, and `max_side` on each side.',
);
export const storageLimit = refusal(
  'storage_limit_reached',
  422,
  'The organisation keeps as many bytes as it may.',
  'Delete files that are not needed, or ask the person who runs the service.',
);
export const fileLinked = refusal(
  'file_linked',
  409,
  'The file belongs to a record.',
  'Remove it from each of `links` first, by delete_expense_receipt or `attachment_ids` of update_document. What went ' +
    'out with an issued document stays.',
  ['file_links_file_fkey'],
);

/** What keeping content may be refused for. */
export const contentRefusals = [fileTypeNotAllowed, fileDamaged, imageTooLarge, storageLimit];
