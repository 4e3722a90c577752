import type { Operation } from '../../operation/operation.ts';
import { archiveClient } from './archive-client.ts';
import { assignClient } from './assign-client.ts';
import { assignClients } from './assign-clients.ts';
import { createClient } from './create-client.ts';
import { getClientGroup, listClientGroups } from './client-group.ts';
import { createClientGroup } from './create-client-group.ts';
import { deleteClient } from './delete-client.ts';
import { deleteClientGroup } from './delete-client-group.ts';
import { getClientTimeline } from './get-client-timeline.ts';
import { mergeClient } from './merge-client.ts';
import { undoClientMerge } from './undo-client-merge.ts';
import { listClients } from './list-clients.ts';
import { restoreClient } from './restore-client.ts';
import { updateClient } from './update-client.ts';
import { updateClientGroup } from './update-client-group.ts';

export const operations: readonly Operation[] = [
  createClient,
  listClients,
  updateClient,
  archiveClient,
  restoreClient,
  deleteClient,
  assignClient,
  assignClients,
  mergeClient,
  undoClientMerge,
  getClientTimeline,
  createClientGroup,
  getClientGroup,
  listClientGroups,
  updateClientGroup,
  deleteClientGroup,
];

export { Client, clientErased, clientTypes } from './client.ts';
export { type ClientForSale, clientsFor } from './clients-for.ts';
export { clientsCalled } from './clients-called.ts';
export { type ClientsInvoiced, clientsInvoiced } from './clients-invoiced.ts';
export { type ClientsNamed, clientsNamed, loadClientsNamed } from './clients-named.ts';
export { idsWithTaxIds, loadClientsWithTaxIds } from './clients-with-tax-ids.ts';
export { eraseClientRecord } from './erase-client-record.ts';
export { getClientWith } from './get-client.ts';
export { lockCreditLimit } from './lock-credit-limit.ts';
export { type ClientPriceList, priceListsFor } from './price-lists-for.ts';
export { searchedClients } from './searched-clients.ts';
export { loadClients, lockClient, mergedAway, wireClient } from './store.ts';
export { clientsMergedInto } from './get-client.ts';
