import { z } from 'zod';
import { type AfterCommitContext, afterwards } from '../../../operation/afterwards.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { type EInvoiceFormat, eInvoiceFormats, EInvoiceOutput, type FileOutput, Id } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { readOrganization } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';
import { documentPdf, fileNameOf, keptPagesOf } from '../printing/document-pdf.ts';
import type { StoredDocument } from '../document-row.ts';
import { withRouting } from './e-invoice-facts.ts';
import { withFiles } from './e-invoice-attachments.ts';
import { eInvoiceFrom, insertEInvoice, type KeptEInvoice, keptEInvoiceOf } from './e-invoice-of.ts';
import { eInvoiceIncomplete } from './e-invoice-refused.ts';
import { keptLook, plainLook } from '../printing/look.ts';
import { wholeSnapshot } from '../printing/snapshot.ts';
import { statusOf } from '../status.ts';
import { readDocument } from '../store.ts';
import { toldFacts } from '../printing/told-facts.ts';

export const getDocumentEinvoice = operation({
  name: 'get_document_einvoice',
  summary: 'Get an issued invoice as an e-invoice (EN 16931), validated before delivery.',
  guidance: 'XRechnung, Peppol, plain UBL or CII, or Factur-X: a PDF with embedded XML. Always the same bytes.',
  http: 'GET /documents/{id}/einvoice',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    id: Id('document'),
    profile: z.enum(eInvoiceFormats).optional().describe('Default: the client’s `e_invoicing` format at issue.'),
  }),
  output: EInvoiceOutput,
  refuses: [notFound, validationFailed, invalidStateTransition, eInvoiceIncomplete, pagesRefused],
  async run(context, { id, profile }) {
    const [document, before, pages, look] = await Promise.all([
      readDocument(context, id),
      keptEInvoiceOf(context, id, profile),
      keptPagesOf(context, id),
      keptLook(context, id),
    ]);
    const snapshot = issuedSnapshot(context, document);
    const format = profile ?? snapshot.e_invoice_format;
    if (format === null)
      throw fault('/profile', 'required', `Write a supported format: ${eInvoiceFormats.join(', ')}.`);
    const eInvoice = before ?? (await writeNow(context, document, { format, snapshot }));
    const facts = { ...toldFacts(context, document, snapshot), marks: [] };
    const made = document.row.issued_at ?? '';
    return afterwards(async (afterCommit): Promise<FileOutput> => {
      const { xml } = before ?? (await keepFirst(afterCommit, eInvoice));
      if (format === 'facturx') {
        return documentPdf(afterCommit, { id, made, kept: pages, facts, look: look ?? plainLook, eInvoice: xml });
      }
      return {
        filename: fileNameOf(facts, 'xml'),
        content_type: 'application/xml',
        content: await withFiles(afterCommit, xml),
      };
    });
  },
});

/** The snapshot of an issued document. */
function issuedSnapshot(context: Context, { row }: StoredDocument): Snapshot {
  const status = statusOf(context, row);
  if (row.snapshot !== null && row.voided_at === null) return wholeSnapshot(row.snapshot);
  throw invalidStateTransition({
    status,
    allowed: status === 'draft' ? ['issue_document'] : [],
    hint: 'Only an issued document that is not void has an e-invoice.',
  });
}

type Writing = { readonly format: EInvoiceFormat; readonly snapshot: Snapshot };

async function writeNow(
  context: Context,
  document: StoredDocument,
  { format, snapshot }: Writing,
): Promise<KeptEInvoice> {
  const { id, client_id: clientId } = document.row;
  const [organization, clients] = await Promise.all([
    readOrganization(context, { lock: false }),
    loadClients(context, clientId === null ? [] : [clientId]),
  ]);
  const client = clients.get(clientId ?? '');
  const routed = client === undefined ? snapshot : withRouting(snapshot, { organization, client });
  return { id, format, xml: eInvoiceFrom(context, document, { format, snapshot: routed, isIssued: true }) };
}

/** The first reader fixes the content for good. */
async function keepFirst(
  { write, organization, now }: AfterCommitContext,
  eInvoice: KeptEInvoice,
): Promise<KeptEInvoice> {
  const before = await write(async (context) => {
    await context.db.run(insertEInvoice({ organization, now }, eInvoice));
    return keptEInvoiceOf(context, eInvoice.id, eInvoice.format);
  });
  return before ?? eInvoice;
}
