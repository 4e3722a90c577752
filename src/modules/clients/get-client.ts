import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { expandRows, type Load } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { type Operation, operation } from '../../operation/operation.ts';
import { seenWith } from '../../operation/seen-with.ts';
import { Id } from '../../wire/index.ts';
import { ExpandedClient } from './client.ts';
import { clientColumns, clientFrom, type ClientRow, loadClients } from './store.ts';

/** What the client owes and ever paid, which a module knows that this one does not, and who may see it. */
type Balances = { readonly schema: z.ZodType; readonly permission: string; readonly load: Load };

const expansions = { parent: loadClients };

export function getClientWith(balances: Balances): Operation {
  const ClientInFull = ExpandedClient.extend({ balances: balances.schema.optional() });
  const loadBalances = seenWith(balances.permission, balances.load);
  return operation({
    name: 'get_client',
    summary: 'Shows one client in full.',
    http: 'GET /clients/{id}',
    effect: 'read',
    permission: 'clients:read',
    mcp: 'tool',
    input: z.strictObject({
      id: Id('client'),
      fields: fieldsInput(ClientInFull).optional(),
      expand: expandPaths({ ...expansions, balances: loadBalances }).optional(),
    }),
    output: ClientInFull,
    refuses: [notFound],
    async run(context, { id, expand = [] }) {
      const [row, found] = await Promise.all([
        context.db.maybe<ClientRow>(sql`
          select ${clientColumns} from clients c
          where c.organization_id = ${context.organization} and c.id = ${id}`),
        expand.includes('balances') ? loadBalances(context, [id]) : new Map<string, unknown>(),
      ]);
      if (row === undefined) throw notFound();
      const client = clientFrom(row);
      const paths = expand.filter((path) => path !== 'balances');
      await expandRows(context, [client], paths, expansions);
      return expand.includes('balances') ? { ...client, balances: found.get(id) } : client;
    },
  });
}
