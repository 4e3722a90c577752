import { z } from 'zod';
import { afterwards } from '../../operation/afterwards.ts';
import { notFound } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { plainTemplate } from '../../render/template.ts';
import { Id, PdfOutput } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { readOrganization } from '../organization/index.ts';
import type { Snapshot } from './document.ts';
import { documentPdf, keptPagesOf } from './document-pdf.ts';
import { keptEInvoiceOf } from './e-invoice-of.ts';
import type { StoredDocument } from './document-row.ts';
import { pagesRefused } from './pages-refused.ts';
import { snapshotOf, wholeSnapshot } from './snapshot.ts';
import { readDocument } from './store.ts';
import { toldFacts } from './told-facts.ts';

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
  async run(context, { id, as_issued: asIssued = false }) {
    const [document, kept, eInvoice] = await Promise.all([
      readDocument(context, id),
      keptPagesOf(context, id),
      keptEInvoiceOf(context, id),
    ]);
    const { row } = document;
    const snapshot = row.snapshot === null ? await snapshotNow(context, document) : wholeSnapshot(row.snapshot);
    const facts = toldFacts(context, document, snapshot);
    const shown = asIssued && row.issued_at !== null ? { ...facts, marks: [] } : facts;
    const made = row.issued_at ?? row.updated_at;
    const hybrid = eInvoice?.format === 'facturx' ? eInvoice.xml : null;
    return afterwards((aftermath) =>
      documentPdf(aftermath, { id, made, kept, facts: shown, template: plainTemplate, logo: null, eInvoice: hybrid }),
    );
  },
});

/** Who a draft is from and to, as they are called today. */
async function snapshotNow(context: Context, { row }: StoredDocument): Promise<Snapshot> {
  const [organization, clients] = await Promise.all([
    readOrganization(context, { lock: false }),
    loadClients(context, [row.client_id]),
  ]);
  const client = clients.get(row.client_id);
  if (client === undefined) throw new Error(`the client of ${row.id} is not there`);
  return snapshotOf(row, { organization, client, quote: null });
}
