import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { fault, missing } from '../../operation/fault.ts';
import { movedBy } from '../../operation/merging.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id } from '../../wire/index.ts';
import { touch } from './changed-client.ts';
import { Client, clientCycle, clientMerged, clientUpdated } from './client.ts';
import { ClientAtVersion } from './client-input.ts';
import { type Pair, ClientMerge, clientMerges, keepMerge } from './client-merge.ts';
import { merged } from './merged-client.ts';
import { isAncestor, lockAncestors } from './references.ts';
import { lockClients, saveClient, wireClient } from './store.ts';

export const mergeClient = operation({
  name: 'merge_client',
  summary: 'Merge a duplicate client into another, moving its sales, documents and payments.',
  guidance:
    'Empty fields of the surviving client are filled from the other, whose id and number then find the ' +
    'survivor. Use dry_run to preview what would move.',
  http: 'POST /clients/{id}/merge',
  effect: 'destructive',
  permission: 'clients:manage',
  mcp: 'action',
  cost: 10,
  undo: undoneBy('undo_client_merge'),
  input: ClientAtVersion.extend({ into_id: Id('client').describe('The surviving client.') }),
  output: ClientMerge,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, clientCycle],
  emits: [clientMerged, clientUpdated],
  async run(context, { id, into_id: intoId, version }) {
    const pair = checked(await lockClients(context, [id, intoId]), { id, intoId, version });
    const isBelow = await isAncestor(context, pair);
    const survivor: Client = { ...merged(pair, isBelow), ...touch(context, pair.into) };
    await lockAncestors(context, survivor.id, survivor.parent_id);
    const gone: Client = {
      ...pair.from,
      ...touch(context, pair.from),
      status: 'archived',
      merged_into_id: survivor.id,
      archived_at: pair.from.archived_at ?? context.now,
    };
    const merge = keepMerge(context, pair, survivor);
    saveClient(context, pair.from, gone);
    saveClient(context, pair.into, survivor);
    context.before(wireClient(pair.from));
    context.db.later(sql`select move_client(${merge})`);
    const moved = await movedBy(context, clientMerges, merge);
    context.emit(clientMerged({ ...gone, into_id: survivor.id }));
    context.emit(clientUpdated({ ...survivor, changed: ['merged_from'] }));
    return { id, merged_into_id: survivor.id, client: survivor, moved };
  },
});

type Asked = { readonly id: string; readonly intoId: string; readonly version: number | undefined };

function checked(found: ReadonlyMap<string, Client>, { id, intoId, version }: Asked): Pair {
  const [from, into] = [found.get(id), found.get(intoId)];
  if (from === undefined) throw notFound();
  if (into === undefined) throw missing('/into_id', 'client');
  if (from.id === into.id) throw fault('/into_id', 'same', 'Choose a client other than the one being merged.');
  if (version !== undefined && version !== from.version) throw versionConflict({ current_version: from.version });
  const state = stateOf(from);
  if (state !== undefined) throw invalidStateTransition({ status: state, allowed: [] });
  if (stateOf(into) === 'merged') {
    throw fault('/into_id', 'merged', 'That client was merged itself: name the one it was merged into.');
  }
  if (into.status === 'archived') throw fault('/into_id', 'archived', 'That client is archived: restore it first.');
  return { from, into };
}

/** State that keeps a client from being merged. */
function stateOf({ merged_into_id: survivor, erased_at: erased }: Client): 'merged' | 'erased' | undefined {
  return survivor !== null ? 'merged' : erased !== null ? 'erased' : undefined;
}
