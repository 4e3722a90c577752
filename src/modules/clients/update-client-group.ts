import { z } from 'zod';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { clearable, Id, Name, recordPatch, sent } from '../../wire/index.ts';
import { checkPriceList } from '../products/index.ts';
import {
  ClientGroup,
  clientGroupExternalIdTaken,
  clientGroupNameTaken,
  clientGroups,
  Description,
} from './client-group.ts';

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
  emits: [clientGroups.events.updated],
  async run(context, { id, version, ...change }) {
    const [current] = await Promise.all([
      clientGroups.lock(context, id, version),
      checkPriceList(context, change.price_list_id),
    ]);
    return clientGroups.update(context, current, { ...current, ...sent(change) });
  },
});
