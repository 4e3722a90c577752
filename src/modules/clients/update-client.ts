import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { changesBetween } from '../../operation/history.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { valuesOfRecord } from '../dimensions/index.ts';
import { checkPriceList, checkRates } from '../products/index.ts';
import { changedClient } from './changed-client.ts';
import { Client, clientCycle, clientExternalIdTaken, clientNumberTaken, clientUpdated } from './client.ts';
import { ClientPatch } from './client-input.ts';
import { lockAncestors, lockGroups } from './references.ts';
import { lockClient, mergedAway, saveClient, wireClient } from './store.ts';

export const updateClient = operation({
  name: 'update_client',
  summary: 'Update a client: omitted fields stay, null clears them, lists are replaced as a whole.',
  http: 'PATCH /clients/{id}',
  effect: 'write',
  permission: 'clients:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_client'),
  input: ClientPatch,
  output: Client,
  refuses: [
    versionConflict,
    clientNumberTaken,
    clientExternalIdTaken,
    clientCycle,
    notFound,
    validationFailed,
    invalidStateTransition,
  ],
  emits: [clientUpdated],
  async run(context, { id, version, ...change }) {
    const [current] = await Promise.all([
      lockClient(context, id, version),
      lockGroups(context, change.group_ids ?? []),
      checkRates(context, change),
      checkPriceList(context, change.price_list_id),
    ]);
    if (current.merged_into_id !== null) throw mergedAway(current);
    // Updating an erased client would bring personal data back.
    if (current.erased_at !== null) throw invalidStateTransition({ status: 'erased', allowed: [] });
    const [values] = await Promise.all([
      valuesOfRecord(context, change, { kept: current.dimension_value_ids }),
      lockAncestors(context, id, change.parent_id ?? null),
    ]);
    const client = changedClient(context, current, { ...change, dimension_value_ids: values });
    const before = wireClient(current);
    const changed = changesBetween(before, wireClient(client)).map(({ field }) => field);
    saveClient(context, current, client);
    context.before(before);
    context.emit(clientUpdated({ ...client, changed }));
    return client;
  },
});
