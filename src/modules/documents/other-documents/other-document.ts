import { z } from 'zod';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { encoderOf } from '../../../operation/encode.ts';
import {
  Day,
  ForeignName,
  ForeignText,
  Id,
  Instant,
  Name,
  Notes,
  recordFields,
  recordInput,
  recordPatch,
  Version,
} from '../../../wire/index.ts';
import { FileName, FileRecord } from '../../files/index.ts';

const linksMax = 50;

/** Linked records by kind. */
const links = {
  client_ids: z.array(Id('client')).max(linksMax),
  sale_ids: z.array(Id('sale')).max(linksMax),
  expense_ids: z.array(Id('expense')).max(linksMax),
  document_ids: z.array(Id('document')).max(linksMax).describe('Your own documents, such as the quote it answers.'),
};
export type Links = { readonly [Kind in keyof typeof links]: readonly string[] };

/** A document that was made elsewhere: a contract, a paper of a supplier, a scan. */
export const OtherDocument = z.object({
  id: Id('other_document'),
  organization_id: Id('organization'),
  type: z.literal('other'),
  status: z.enum(['active', 'archived']),
  title: z.string(),
  file_name: ForeignName,
  content_type: FileRecord.shape.content_type,
  size: FileRecord.shape.size,
  sha256: FileRecord.shape.sha256,
  document_date: Day.nullable().describe('Date on the document.'),
  expires_on: Day.nullable().describe('Last day of validity, as of a contract.'),
  notes: ForeignText.nullable(),
  ...links,
  has_text: z.boolean().describe('Whether its text is searchable. A PDF is read within moments of its upload.'),
  archived_at: Instant.nullable(),
  ...recordFields,
});
export type OtherDocument = z.output<typeof OtherDocument>;

const about = {
  document_date: Day.nullable().optional(),
  expires_on: Day.nullable().optional(),
  notes: Notes.nullable().optional(),
  ...z.object(links).partial().shape,
};

export const aboutOther = {
  name: FileName.optional().describe('Name of the file. Default: the name it was uploaded with.'),
  title: Name.optional().describe('Default: the name of the file.'),
  ...about,
  ...recordInput,
};
export const OtherDocumentPatch = z.strictObject({
  id: Id('other_document'),
  title: Name.optional(),
  ...about,
  ...recordPatch,
});
export const OtherAtVersion = z.strictObject({ id: Id('other_document'), version: Version.optional() });

/** Nothing that people wrote. */
const OtherFacts = OtherDocument.pick({
  id: true,
  status: true,
  content_type: true,
  size: true,
  sha256: true,
  document_date: true,
  expires_on: true,
  external_id: true,
  version: true,
});
export const otherCreated = event('other_document.created', OtherFacts);
export const otherUpdated = event('other_document.updated', OtherFacts);
export const otherArchived = event('other_document.archived', OtherFacts);
export const otherRestored = event('other_document.restored', OtherFacts);

export const linkNotFound = refusal(
  'link_not_found',
  404,
  'A record to link the document to was not found.',
  'Check the ids in client_ids, sale_ids, expense_ids and document_ids.',
  [
    'other_document_links_client_fkey',
    'other_document_links_sale_fkey',
    'other_document_links_expense_fkey',
    'other_document_links_document_fkey',
  ],
);
export const otherExternalIdTaken = refusal(
  'other_document_external_id_taken',
  409,
  'Another uploaded document has that external_id.',
  'List uploaded documents with that `external_id` to find it.',
  ['other_documents_external_id_key'],
);

export const wireOther = encoderOf(OtherDocument);
