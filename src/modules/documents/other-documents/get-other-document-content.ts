import { z } from 'zod';
import { afterwards } from '../../../operation/afterwards.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { AnyFileOutput, Id } from '../../../wire/index.ts';
import { pagesFile } from '../printing/document-pdf.ts';
import { heldBytes } from '../attachments/held-bytes.ts';
import { readOther } from './other-document-store.ts';

export const getOtherDocumentContent = operation({
  name: 'get_other_document_content',
  summary: 'Get the file of an uploaded document, unchanged.',
  http: 'GET /other-documents/{id}/content',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'hidden',
  cost: 4,
  input: z.strictObject({ id: Id('other_document') }),
  output: AnyFileOutput,
  refuses: [notFound],
  async run(context, { id }) {
    const { sha256, file_name: name, content_type: type } = await readOther(context, id);
    return afterwards(async (afterCommit) => pagesFile(name, type, await heldBytes(afterCommit, sha256)));
  },
});
