import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { AnyFileOutput, Id } from '../../../wire/index.ts';
import { attachedFile } from './attached-file.ts';
import { readDocument } from '../store.ts';

export const getDocumentAttachment = operation({
  name: 'get_document_attachment',
  summary: 'Get a file attached to a document, unchanged.',
  http: 'GET /documents/{id}/attachments/{file_id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'hidden',
  cost: 4,
  input: z.strictObject({ id: Id('document'), file_id: Id('file') }),
  output: AnyFileOutput,
  refuses: [notFound],
  async run(context, { id, file_id: fileId }) {
    const { row } = await readDocument(context, id);
    return attachedFile(row.attachments.find(({ file_id: one }) => one === fileId));
  },
});
