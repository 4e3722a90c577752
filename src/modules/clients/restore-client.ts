import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { touch } from './changed-client.ts';
import { Client, clientRestored } from './client.ts';
import { ClientAtVersion } from './client-input.ts';
import { lockClient, mergedAway, saveClient, wireClient } from './store.ts';

export const restoreClient = operation({
  name: 'restore_client',
  summary: 'Restore an archived client.',
  http: 'POST /clients/{id}/restore',
  effect: 'write',
  permission: 'clients:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_client'),
  input: ClientAtVersion,
  output: Client,
  refuses: [invalidStateTransition, versionConflict, notFound],
  emits: [clientRestored],
  async run(context, { id, version }) {
    const current = await lockClient(context, id, version);
    if (current.merged_into_id !== null) throw mergedAway(current);
    if (current.erased_at !== null) throw invalidStateTransition({ status: 'erased', allowed: [] });
    if (current.status !== 'archived')
      throw invalidStateTransition({ status: current.status, allowed: ['archive_client'] });
    const client: Client = { ...current, ...touch(context, current), status: 'active', archived_at: null };
    saveClient(context, current, client);
    context.before(wireClient(current));
    context.emit(clientRestored(client));
    return client;
  },
});
