import { z } from 'zod';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Name, recordInput } from '../../wire/index.ts';
import { checkPriceList } from '../products/index.ts';
import {
  ClientGroup,
  clientGroupExternalIdTaken,
  clientGroupNameTaken,
  clientGroups,
  Description,
} from './client-group.ts';

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
  emits: [clientGroups.events.created],
  async run(context, input) {
    await checkPriceList(context, input.price_list_id);
    return clientGroups.create(context, context.newId(), input);
  },
});
