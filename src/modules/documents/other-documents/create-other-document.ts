import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, payloadTooLarge, validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import {
  contentFor,
  contentOfFile,
  contentRefusals,
  nameFor,
  retainContent,
  Sha256,
  textOfContent,
} from '../../files/index.ts';
import { aboutOther, linkNotFound, OtherDocument, otherCreated, otherExternalIdTaken } from './other-document.ts';
import { insertOther, otherRecord, type OtherRow } from './other-document-store.ts';

export const createOtherDocument = operation({
  name: 'create_other_document',
  summary: 'Create a record of a document made elsewhere: a contract, a supplier’s document or a scan.',
  guidance:
    'Send multipart/form-data with the part `file`, or an uploaded file’s `file_id`. Its text becomes searchable.',
  http: 'POST /other-documents',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  creates: true,
  takesFile: true,
  cost: 10,
  undo: undoneByArchiving('other_document'),
  input: z.strictObject({
    file_id: Id('file').optional(),
    sha256: Sha256.optional().describe('SHA-256 of content uploaded before; with a file, the expected hash of it.'),
    ...aboutOther,
  }),
  output: OtherDocument,
  refuses: [notFound, validationFailed, payloadTooLarge, linkNotFound, otherExternalIdTaken, ...contentRefusals],
  emits: [otherCreated],
  async run(context, { file_id: fileId, sha256: given, name, ...input }) {
    if ((fileId === undefined) === (given === undefined)) {
      throw fault(
        '/file_id',
        'required',
        'Send a file in the part `file`, or the id of an uploaded one in `file_id`, not both.',
      );
    }
    const file = fileId === undefined ? undefined : await fileOf(context, fileId);
    const sha256 = file?.sha256 ?? given ?? '';
    const [{ contentType, size }, text] = await Promise.all([
      contentFor(context, sha256),
      textOfContent(context, sha256),
      retainContent(context, sha256),
    ]);
    const fileName = nameFor(name ?? file?.name ?? 'document', contentType);
    const stamp = actorStamp(context.actor);
    const row: OtherRow = {
      id: context.newId(),
      title: input.title ?? fileName,
      file_name: fileName,
      sha256,
      content_type: contentType,
      size: BigInt(size),
      has_text: text !== undefined,
      document_date: input.document_date ?? null,
      expires_on: input.expires_on ?? null,
      notes: input.notes ?? null,
      client_ids: distinct(input.client_ids),
      sale_ids: distinct(input.sale_ids),
      expense_ids: distinct(input.expense_ids),
      document_ids: distinct(input.document_ids),
      external_id: input.external_id ?? null,
      metadata: input.metadata ?? {},
      tags: input.tags ?? [],
      custom_fields: input.custom_fields ?? {},
      archived_at: null,
      version: 1,
      created_at: context.now,
      updated_at: context.now,
      created_by: stamp,
      updated_by: stamp,
    };
    insertOther(context, row, text);
    const record = otherRecord(context, row);
    context.emit(otherCreated(record));
    return record;
  },
});

function distinct(ids: readonly string[] = []): string[] {
  return [...new Set(ids)];
}

async function fileOf({ db, organization }: Context, id: string): Promise<{ sha256: string; name: string }> {
  const found = await contentOfFile(db, organization, id);
  if (found === undefined) throw missing('/file_id', 'file');
  return found;
}
