import type { Context } from '../../../operation/operation.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import { loadClients } from '../../clients/index.ts';
import { readOrganization } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';
import { clientOf, type StoredDocument } from '../document-row.ts';
import { snapshotOf, wholeSnapshot } from './snapshot.ts';
import { toldFacts } from './told-facts.ts';

/** Printed content of a document: as issued, or for a draft as it would be issued now. */
export async function printedDocument(context: Context, document: StoredDocument): Promise<DocumentFacts> {
  const { snapshot } = document.row;
  return toldFacts(
    context,
    document,
    snapshot === null ? await snapshotNow(context, document) : wholeSnapshot(snapshot),
  );
}

/** Current names of seller and buyer of a draft. */
async function snapshotNow(context: Context, { row }: StoredDocument): Promise<Snapshot> {
  const clientId = clientOf(row);
  const [organization, clients] = await Promise.all([
    readOrganization(context, { lock: false }),
    loadClients(context, [clientId]),
  ]);
  const client = clients.get(clientId);
  if (client === undefined) throw new Error(`the client of ${row.id} is not there`);
  return snapshotOf(row, { organization, client, quote: null, corrects: null });
}
