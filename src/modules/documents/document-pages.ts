import { type Afterwards, afterwards } from '../../operation/afterwards.ts';
import type { Context } from '../../operation/operation.ts';
import { plainTemplate } from '../../render/template.ts';
import type { FileOutput } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { readOrganization } from '../organization/index.ts';
import type { Snapshot } from './document.ts';
import { documentPdf, keptPagesOf } from './document-pdf.ts';
import type { StoredDocument } from './document-row.ts';
import { keptEInvoiceOf } from './e-invoice-of.ts';
import { snapshotOf, wholeSnapshot } from './snapshot.ts';
import { readDocument } from './store.ts';
import { toldFacts } from './told-facts.ts';

type Options = { readonly asIssued?: boolean | undefined };

/**
 * The pages of a document as a PDF, which are set or read when the transaction is over.
 *
 * @param options `asIssued`: without marks of what has become of it since
 */
export async function pagesOf(context: Context, id: string, options: Options = {}): Promise<Afterwards<FileOutput>> {
  const [document, kept, eInvoice] = await Promise.all([
    readDocument(context, id),
    keptPagesOf(context, id),
    keptEInvoiceOf(context, id),
  ]);
  const { row } = document;
  const snapshot = row.snapshot === null ? await snapshotNow(context, document) : wholeSnapshot(row.snapshot);
  const facts = toldFacts(context, document, snapshot);
  const shown = options.asIssued === true && row.issued_at !== null ? { ...facts, marks: [] } : facts;
  const made = row.issued_at ?? row.updated_at;
  const hybrid = eInvoice?.format === 'facturx' ? eInvoice.xml : null;
  return afterwards((aftermath) =>
    documentPdf(aftermath, { id, made, kept, facts: shown, template: plainTemplate, logo: null, eInvoice: hybrid }),
  );
}

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
