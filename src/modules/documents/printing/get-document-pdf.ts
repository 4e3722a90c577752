import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { Id, PdfOutput } from '../../../wire/index.ts';
import { pagesOf } from './document-pages.ts';

export const getDocumentPdf = operation({
  name: 'get_document_pdf',
  summary: 'Get a document as a tagged PDF, in the client’s language.',
  guidance: 'An issued document returns the same bytes until its status changes; a draft is marked as a draft.',
  http: 'GET /documents/{id}/pdf',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    id: Id('document'),
    as_issued: z.boolean().optional().describe('Omit status marks added since issue, such as accepted.'),
  }),
  output: PdfOutput,
  refuses: [notFound, pagesRefused],
  run: (context, { id, as_issued: asIssued }) => pagesOf(context, id, { asIssued }),
});
