import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { PdfOutput } from '../../wire/index.ts';
import { pagesOf } from '../documents/index.ts';
import { openShare, ShareToken } from './open-share.ts';

export const getSharedDocumentPdf = operation({
  name: 'get_shared_document_pdf',
  summary: 'Get a shared document as PDF.',
  http: 'GET /shared-documents/{token}/pdf',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  cost: 4,
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken }),
  output: PdfOutput,
  refuses: [notFound, pagesRefused],
  async run(context, { token }) {
    const { documentId } = await openShare(context, token);
    return pagesOf(context, documentId);
  },
});
