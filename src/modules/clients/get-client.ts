import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { expandRows } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ExpandedClient } from './client.ts';
import { clientColumns, clientFrom, type ClientRow, loadClients } from './store.ts';

const expansions = { parent: loadClients };

export const getClient = operation({
  name: 'get_client',
  summary: 'Shows one client in full.',
  http: 'GET /clients/{id}',
  effect: 'read',
  permission: 'clients:read',
  mcp: 'tool',
  input: z.strictObject({
    id: Id('client'),
    fields: fieldsInput(ExpandedClient).optional(),
    expand: expandPaths(expansions).optional(),
  }),
  output: ExpandedClient,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const row = await context.db.maybe<ClientRow>(sql`
      select ${clientColumns} from clients c
      where c.organization_id = ${context.organization} and c.id = ${id}`);
    if (row === undefined) throw notFound();
    const client = clientFrom(row);
    await expandRows(context, [client], expand, expansions);
    return client;
  },
});
