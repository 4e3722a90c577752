import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { actorStamp } from '../../operation/actor.ts';
import { mergeChangedSince, obstaclesTo } from '../../operation/merging.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Client, clientUnmerged, clientUpdated } from './client.ts';
import { clientMerges, type KeptMerge, lastMerge } from './client-merge.ts';
import { loadClients, lockClients, wireClient } from './store.ts';

export const undoClientMerge = operation({
  name: 'undo_client_merge',
  summary: 'Undo a merge of clients, restoring both with their records.',
  guidance: 'Possible until a moved record is paid, corrected or changed, or the surviving client is changed.',
  http: 'POST /clients/{id}/undo-merge',
  effect: 'destructive',
  permission: 'clients:manage',
  mcp: 'action',
  cost: 10,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('client').describe('The client that was merged into another.') }),
  output: z.object({ id: Id('client'), client: Client, from_client: Client }),
  refuses: [notFound, invalidStateTransition, mergeChangedSince],
  emits: [clientUnmerged, clientUpdated],
  async run(context, { id }) {
    const merge = await mergeOf(context, id);
    // Sent together, and looked at in this order: nothing comes between the lock and what stands against it.
    const [clients, obstacles] = await Promise.all([
      lockClients(context, [merge.from_id, merge.into_id]),
      obstaclesTo(context, clientMerges, merge.id),
    ]);
    const [from, into] = [clients.get(merge.from_id), clients.get(merge.into_id)];
    if (from === undefined || into === undefined) throw notFound();
    // Another call may have come first.
    if (from.merged_into_id !== into.id) throw invalidStateTransition({ status: from.status, allowed: [] });
    const isChanged = into.version !== merge.into_version || into.erased_at !== null || !merge.is_whole;
    const changed = [...new Set([...(isChanged ? ['clients'] : []), ...obstacles])];
    if (changed.length > 0) throw mergeChangedSince({ changed });
    context.before(wireClient(from));
    putBack(context, merge);
    const now = await loadClients(context, [from.id, into.id]);
    const [back, left] = [now.get(from.id), now.get(into.id)];
    if (back === undefined || left === undefined) throw notFound();
    context.emit(clientUnmerged({ ...back, into_id: left.id }));
    context.emit(clientUpdated({ ...left, changed: ['merged_from'] }));
    return { id, client: left, from_client: back };
  },
});

async function mergeOf(context: Context, id: string): Promise<KeptMerge> {
  const [clients, merge] = await Promise.all([loadClients(context, [id]), lastMerge(context, id)]);
  const client = clients.get(id);
  if (client === undefined) throw notFound();
  if (client.merged_into_id === null || merge === undefined) {
    throw invalidStateTransition({ status: client.status, allowed: [] });
  }
  if (client.merged_into_id !== merge.into_id) throw mergeChangedSince({ changed: ['clients'] });
  return merge;
}

function putBack({ db, organization, actor, now }: Context, { id, from_id, into_id }: KeptMerge): void {
  db.later(sql`select move_client_back(${id})`);
  db.later(sql`
    update clients set version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = any(${[from_id, into_id]}::uuid[])`);
  // Merges before this one may be undone as before: the clients are again what those made of them.
  db.later(sql`
    update client_merges as earlier
    set into_version = client.version
    from client_merges as undone, clients as client
    where undone.organization_id = ${organization} and undone.id = ${id}
      and client.organization_id = ${organization} and client.id = earlier.into_id
      and earlier.organization_id = ${organization} and earlier.id < undone.id and earlier.undone_at is null
      and (earlier.into_id, earlier.into_version) in (
        (undone.from_id, (undone.from_row ->> 'version')::int),
        (undone.into_id, (undone.into_row ->> 'version')::int))`);
  db.later(sql`
    update client_merges set undone_at = ${now} where organization_id = ${organization} and id = ${id}`);
}
