import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { hasHistory, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { clientDeleted } from './client.ts';
import { ClientAtVersion } from './client-input.ts';
import { lockClient, wireClient } from './store.ts';

export const deleteClient = operation({
  name: 'delete_client',
  summary: 'Delete a client without any records, such as one entered by mistake.',
  guidance: 'With sales, payments or clients below it, it cannot be deleted: archive it instead.',
  http: 'DELETE /clients/{id}',
  effect: 'destructive',
  permission: 'clients:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: ClientAtVersion,
  output: z.object({ id: Id('client'), deleted: z.literal(true) }),
  refuses: [hasHistory, versionConflict, notFound],
  emits: [clientDeleted],
  async run(context, { id, version }) {
    const client = await lockClient(context, id, version);
    // References to clients are foreign keys, and their violation is the refusal.
    context.db.later(sql`delete from clients where organization_id = ${context.organization} and id = ${id}`);
    context.before(wireClient(client));
    context.emit(clientDeleted(client));
    return { id, deleted: true as const };
  },
});
