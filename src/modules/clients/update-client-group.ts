import { nameKey } from '../../core/fold.ts';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { clearable, Id, Name, recordPatch, sent } from '../../wire/index.ts';
import { checkPriceList } from '../products/index.ts';
import { ClientGroup, clientGroupExternalIdTaken, clientGroupNameTaken, clientGroupUpdated } from './client-group.ts';
import { Description, lockClientGroup, wireClientGroup } from './client-group.ts';

export const updateClientGroup = operation({
  name: 'update_client_group',
  summary: 'Update the name or details of a client group.',
  http: 'PATCH /client-groups/{id}',
  effect: 'write',
  permission: 'clients:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_client_group'),
  input: z.strictObject({
    id: Id('client_group'),
    name: Name.optional(),
    ...clearable({ description: Description, price_list_id: Id('price_list') }),
    ...recordPatch,
  }),
  output: ClientGroup,
  refuses: [clientGroupNameTaken, clientGroupExternalIdTaken, versionConflict, notFound, validationFailed],
  emits: [clientGroupUpdated],
  async run(context, { id, version, ...change }) {
    const [current] = await Promise.all([
      lockClientGroup(context, id, version),
      checkPriceList(context, change.price_list_id),
    ]);
    const group: ClientGroup = {
      ...current,
      ...sent(change),
      version: current.version + 1,
      updated_at: context.now,
      updated_by: actorStamp(context.actor),
    };
    group.tags = [...new Set(group.tags)];
    context.db.later(sql`
      update client_groups set name = ${group.name}, name_key = ${nameKey(group.name)},
        description = ${group.description}, price_list_id = ${group.price_list_id}, external_id = ${group.external_id},
        metadata = ${JSON.stringify(group.metadata)}, custom_fields = ${JSON.stringify(group.custom_fields)},
        tags = ${group.tags}, version = ${group.version}, updated_at = ${group.updated_at},
        updated_by = ${JSON.stringify(group.updated_by)}
      where organization_id = ${context.organization} and id = ${id}`);
    context.before(wireClientGroup(current));
    context.emit(clientGroupUpdated(group));
    return group;
  },
});
