import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { Id, PdfOutput } from '../../wire/index.ts';
import { pagesOf } from './document-pages.ts';

export const getDocumentPdf = operation({
  name: 'get_document_pdf',
  summary: 'The pages of a document as a PDF, tagged, in the language of the client.',
  guidance: 'An issued document always gives the same bytes, until something becomes of it; a draft is marked as one.',
  http: 'GET /documents/{id}/pdf',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    id: Id('document'),
    as_issued: z.boolean().optional().describe('Without marks of what has become of it since, such as accepted.'),
  }),
  output: PdfOutput,
  refuses: [notFound, pagesRefused],
  run: (context, { id, as_issued: asIssued }) => pagesOf(context, id, { asIssued }),
});
