import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { touch } from './changed-client.ts';
import { Client, clientArchived } from './client.ts';
import { ClientAtVersion } from './client-input.ts';
import { lockClient, saveClient, wireClient } from './store.ts';

export const archiveClient = operation({
  name: 'archive_client',
  summary: 'Archive a client, keeping their history.',
  guidance: 'They can still pay what they owe; new sales need restore_client first.',
  http: 'POST /clients/{id}/archive',
  effect: 'write',
  permission: 'clients:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_client'),
  input: ClientAtVersion,
  output: Client,
  refuses: [invalidStateTransition, versionConflict, notFound],
  emits: [clientArchived],
  async run(context, { id, version }) {
    const current = await lockClient(context, id, version);
    if (current.status !== 'active')
      throw invalidStateTransition({ status: current.status, allowed: ['restore_client'] });
    const client: Client = { ...current, ...touch(context, current), status: 'archived', archived_at: context.now };
    saveClient(context, current, client);
    context.before(wireClient(current));
    context.emit(clientArchived(client));
    return client;
  },
});
