import { z } from 'zod';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { Assignee, assigned, checkAssignee } from './assignee.ts';
import { Client, clientUpdated } from './client.ts';
import { lockClient } from './store.ts';

export const assignClient = operation({
  name: 'assign_client',
  summary: 'Assign a client to a member, who sees it and its records with scope `assigned`.',
  guidance: '`assigned_to: null` unassigns the client.',
  http: 'POST /clients/{id}/assign',
  effect: 'write',
  permission: 'clients:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneByEarlierValues('assign_client'),
  input: z.strictObject({ id: Id('client'), assigned_to: Assignee, version: Version.optional() }),
  output: Client,
  refuses: [versionConflict, notFound],
  emits: [clientUpdated],
  async run(context, { id, version, assigned_to: member }) {
    const [current] = await Promise.all([lockClient(context, id, version), checkAssignee(context, member)]);
    return assigned(context, current, member);
  },
});
