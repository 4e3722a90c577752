import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
<<<<<<< HEAD
import { Id, PdfOutput } from '../../wire/index.ts';
import { pagesOf } from './document-pages.ts';
import { pagesRefused } from './pages-refused.ts';
=======
import { pagesRefused } from '../../operation/pages-refused.ts';
import { Id, PdfOutput } from '../../wire/index.ts';
import { documentPdf, keptPagesOf } from './document-pdf.ts';
import { keptEInvoiceOf } from './e-invoice-of.ts';
import { keptLook, lookNow, plainLook } from './look.ts';
import { printedDocument } from './printed-document.ts';
import { readDocument } from './store.ts';
>>>>>>> main

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
<<<<<<< HEAD
  run: (context, { id, as_issued: asIssued }) => pagesOf(context, id, { asIssued }),
=======
  async run(context, { id, as_issued: asIssued = false }) {
    const [document, kept, look, eInvoice] = await Promise.all([
      readDocument(context, id),
      keptPagesOf(context, id),
      keptLook(context, id),
      keptEInvoiceOf(context, id),
    ]);
    const { issued_at: issuedAt, updated_at: updatedAt } = document.row;
    const facts = await printedDocument(context, document);
    const order = {
      ...{ id, kept, made: issuedAt ?? updatedAt },
      facts: asIssued && issuedAt !== null ? { ...facts, marks: [] } : facts,
      look: look ?? (issuedAt === null ? await lookNow(context, facts) : plainLook),
      eInvoice: eInvoice?.format === 'facturx' ? eInvoice.xml : null,
    };
    return afterwards((aftermath) => documentPdf(aftermath, order));
  },
>>>>>>> main
});
