import { type Afterwards, afterwards } from '../../operation/afterwards.ts';
import type { Context } from '../../operation/operation.ts';
import { plainTemplate } from '../../render/template.ts';
import type { FileOutput } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { readOrganization } from '../organization/index.ts';
import type { Snapshot } from './document.ts';
import { documentFacts } from './document-facts.ts';
import { documentPdf, keptPagesOf } from './document-pdf.ts';
import { pricedSaleOf } from './document-record.ts';
import type { StoredDocument } from './document-row.ts';
import { factAmounts } from './fact-amounts.ts';
import { paidAtIssue, saleFacts } from './fact-sale.ts';
import { snapshotOf } from './snapshot.ts';
import { readDocument } from './store.ts';

type Options = { readonly asIssued?: boolean | undefined };

/**
 * The pages of a document as a PDF, which are set or read when the transaction is over.
 *
 * @param options `asIssued`: without marks of what has become of it since
 */
export async function pagesOf(context: Context, id: string, options: Options = {}): Promise<Afterwards<FileOutput>> {
  const [document, kept] = await Promise.all([readDocument(context, id), keptPagesOf(context, id)]);
  const { row } = document;
  const snapshot = row.snapshot ?? (await snapshotNow(context, document));
  const amounts = factAmounts(pricedSaleOf(document), paidAtIssue(row));
  const facts = documentFacts(row, { snapshot, amounts, more: saleFacts(context, row, snapshot) });
  const shown = options.asIssued === true && row.issued_at !== null ? { ...facts, marks: [] } : facts;
  const made = row.issued_at ?? row.updated_at;
  return afterwards((aftermath) =>
    documentPdf(aftermath, { id, made, kept, facts: shown, template: plainTemplate, logo: null }),
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
