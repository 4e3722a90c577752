import { nameKey } from '../../core/fold.ts';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Name, recordInput } from '../../wire/index.ts';
import { checkPriceList } from '../products/index.ts';
import { ClientGroup, clientGroupCreated, clientGroupExternalIdTaken, clientGroupNameTaken } from './client-group.ts';
import { Description } from './client-group.ts';

export const createClientGroup = operation({
  name: 'create_client_group',
  summary: 'Create a client group.',
  guidance: 'Add clients to it, or remove them, by their own `group_ids`.',
  http: 'POST /client-groups',
  effect: 'write',
  permission: 'clients:manage',
  mcp: 'action',
  creates: true,
  undo: undoneBy('delete_client_group'),
  input: z.strictObject({
    name: Name,
    description: Description.nullable().optional(),
    price_list_id: Id('price_list')
      .nullable()
      .optional()
      .describe('Default for clients of the group without their own.'),
    ...recordInput,
  }),
  output: ClientGroup,
  refuses: [clientGroupNameTaken, clientGroupExternalIdTaken, notFound, validationFailed],
  emits: [clientGroupCreated],
  async run(context, input) {
    await checkPriceList(context, input.price_list_id);
    const stamp = actorStamp(context.actor);
    const group: ClientGroup = {
      id: context.newId(),
      organization_id: context.organization,
      name: input.name,
      kind: 'manual',
      description: input.description ?? null,
      price_list_id: input.price_list_id ?? null,
      member_count: 0,
      external_id: input.external_id ?? null,
      metadata: input.metadata ?? {},
      custom_fields: input.custom_fields ?? {},
      tags: [...new Set(input.tags)],
      version: 1,
      created_at: context.now,
      updated_at: context.now,
      created_by: stamp,
      updated_by: stamp,
    };
    context.db.later(sql`
      insert into client_groups (organization_id, id, name, name_key, description, price_list_id, external_id,
      metadata, custom_fields,
        tags, created_at, updated_at, created_by, updated_by)
      values (${context.organization}, ${group.id}, ${group.name}, ${nameKey(group.name)}, ${group.description},
        ${group.price_list_id}, ${group.external_id}, ${JSON.stringify(group.metadata)},
        ${JSON.stringify(group.custom_fields)}, ${group.tags},
        ${context.now}, ${context.now}, ${JSON.stringify(stamp)}, ${JSON.stringify(stamp)})`);
    context.emit(clientGroupCreated(group));
    return group;
  },
});
