import type { Context } from '../../../operation/operation.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import { loadClients } from '../../clients/index.ts';
import { readOrganization } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';
import { clientOf, type StoredDocument } from '../document-row.ts';
import { snapshotOf, wholeSnapshot } from './snapshot.ts';
import { toldFacts } from './told-facts.ts';
import { buyerUnsaved, sellerUnsaved, type UnsavedParties } from './unsaved-parties.ts';

/**
 * Printed content of a document: as issued, or for a draft as it would be issued now.
 *
 * @param unsaved of a draft: parties in place of those that are saved
 */
export async function printedDocument(
  context: Context,
  document: StoredDocument,
  unsaved: UnsavedParties = {},
): Promise<DocumentFacts> {
  const { snapshot } = document.row;
  const said = snapshot === null ? await snapshotNow(context, document, unsaved) : wholeSnapshot(snapshot);
  return toldFacts(context, document, said);
}

/** Current names of seller and buyer of a draft. */
async function snapshotNow(context: Context, { row }: StoredDocument, unsaved: UnsavedParties): Promise<Snapshot> {
  const clientIds = unsaved.buyer === undefined ? [clientOf(row)] : [];
  const [saved, clients] = await Promise.all([
    readOrganization(context, { lock: false }),
    loadClients(context, clientIds),
  ]);
  const parties = { organization: sellerUnsaved(saved, unsaved), quote: null, corrects: null };
  const [clientId] = clientIds;
  if (clientId === undefined) {
    return { ...snapshotOf(row, { ...parties, client: null }), buyer: buyerUnsaved(unsaved) };
  }
  const client = clients.get(clientId);
  if (client === undefined) throw new Error(`the client of ${row.id} is not there`);
  return snapshotOf(row, { ...parties, client });
}
