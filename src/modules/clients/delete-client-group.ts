import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, recordPatch } from '../../wire/index.ts';
import { clientGroups } from './client-group.ts';

/** Each of them is written anew; more would keep others waiting for seconds. */
const membersMax = 5_000;

export const deleteClientGroup = operation({
  name: 'delete_client_group',
  summary: 'Delete a client group. Its clients are kept and leave the group.',
  http: 'DELETE /client-groups/{id}',
  effect: 'destructive',
  permission: 'clients:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('client_group'), version: recordPatch.version }),
  output: z.object({ id: Id('client_group'), deleted: z.literal(true) }),
  refuses: [limitExceeded, versionConflict, notFound],
  emits: [clientGroups.events.deleted],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    const group = await clientGroups.lock(context, id, version);
    const members = await db.many<{ id: string }>(sql`
      select id from clients where organization_id = ${organization} and group_ids @> ${[id]}::uuid[]
      order by id limit ${membersMax + 1} for update`);
    if (members.length > membersMax) {
      throw limitExceeded({ max: membersMax, hint: 'Remove clients from the group first.' });
    }
    db.later(sql`
      update clients set group_ids = array_remove(group_ids, ${id}), version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = any(${members.map((member) => member.id)}::uuid[])`);
    return clientGroups.remove(context, group);
  },
});
