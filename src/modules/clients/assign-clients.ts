import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { missing } from '../../operation/fault.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Assignee, assigned, checkAssignee } from './assignee.ts';
import { Client, clientUpdated } from './client.ts';
import { lockClients } from './store.ts';

const clientsMax = 100;

export const assignClients = operation({
  name: 'assign_clients',
  summary: 'Assign several clients to a member, such as those of a member who leaves; all or none.',
  guidance: 'List clients with `assigned_to` to find the ids. `assigned_to: null` unassigns them.',
  http: 'POST /clients/assign',
  effect: 'write',
  permission: 'clients:manage',
  mcp: 'action',
  givesRights: true,
  cost: 5,
  noUndo: 'set_again',
  input: z.strictObject({
    client_ids: z
      .array(Id('client'))
      .min(1)
      .max(clientsMax)
      .transform((ids) => [...new Set(ids)]),
    assigned_to: Assignee,
  }),
  output: z.object({ data: z.array(Client) }),
  refuses: [notFound],
  emits: [clientUpdated],
  async run(context, { client_ids: ids, assigned_to: member }) {
    const [found] = await Promise.all([lockClients(context, ids), checkAssignee(context, member)]);
    const data = ids.map((id, index) => {
      const current = found.get(id);
      if (current === undefined) throw missing(`/client_ids/${index}`, 'client');
      return assigned(context, current, member);
    });
    return { data };
  },
});
